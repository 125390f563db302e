import Foundation
import GlobalEnvironment

/// Greets by the time of day where the user is.
@main
struct Greeter {

  static func main() async {
    Env = .live.overriddenAtLaunch()
    exit(await greet())  // audit:allow process – a program reports its result by its exit status
  }

  /// Does what the command line asks for, and returns the program's exit status.
  static func greet() async -> Int32 {
    do {
      let options = try Options(Env.arguments().dropFirst())
      if options.showsHelp {
        Env.standardOutput(Options.help)
        return 0
      }
      Env.standardOutput("\(greeting()) \(moment())\n")
      if let address = options.posts {
        for title in try await postTitles(at: address) { Env.standardOutput("- \(title)\n") }
      }
      return 0
    } catch {
      return fail(error)
    }
  }

  private static func fail(_ error: any Error) -> Int32 {
    Env.standardError("greeter: \(error)\n")
    return 1
  }
}
