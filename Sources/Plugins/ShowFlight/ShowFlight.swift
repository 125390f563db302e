import Foundation
import PackagePlugin

/// `swift package environment-flight show crash.flight`: makes the tool show a flight.
@main struct ShowFlight: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = Process()
    tool.executableURL = try context.tool(named: "environment-flight").url
    tool.arguments = arguments
    try tool.run()
    tool.waitUntilExit()
    if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
  }
}
