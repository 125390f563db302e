import EnvironmentFlight
import Foundation

exit(FlightCommand.run())
