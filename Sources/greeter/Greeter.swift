import Foundation
import GlobalEnvironment

/// Greets by the time of day where the user is.
@main
struct Greeter {

  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      Env = try Environment.live.overridden(by: ProcessInfo.processInfo.environment)
      print("\(greeting()) \(moment())")
      if let address = options.posts {
        for title in try await postTitles(at: address) { print("- \(title)") }
      }
    } catch {
      FileHandle.standardError.write(Data("greeter: \(error)\n".utf8))
      exit(1)
    }
  }
}
