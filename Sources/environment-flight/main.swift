// audit:allow-file process – its exit code is what the program reports.

import EnvironmentFlight
import Foundation

exit(FlightCommand.run())
