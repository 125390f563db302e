// audit:allow-file process – its exit code is what the program tells others.

import EnvironmentFlight
import Foundation

exit(FlightCommand.run())
