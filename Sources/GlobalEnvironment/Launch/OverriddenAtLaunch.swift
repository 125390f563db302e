public import Foundation

extension Environment {

  /// Returns this environment with what the variables of the process say of time, place, chance and the network.
  ///
  /// An app opts in with one line at its launch; nothing is read otherwise:
  ///
  /// ```swift
  /// Env = .live.overriddenAtLaunch()
  /// ```
  ///
  /// A value that cannot be read is reported on the standard error, and the process exits with status 1. See
  /// ``overridden(by:inReleaseBuilds:)`` for the variables, and for a program that shows the error itself.
  ///
  /// - Parameters:
  ///   - variables: Names and values; the process's environment variables unless given.
  ///   - inReleaseBuilds: Whether a release build reads them, too.
  /// - Returns: A copy; the endpoints that no variable names are as before.
  public func overriddenAtLaunch(
    // audit:allow process – this is where the environment begins
    by variables: [String: String] = ProcessInfo.processInfo.environment, inReleaseBuilds: Bool = false
  ) -> Environment {
    do {
      return try overridden(by: variables, inReleaseBuilds: inReleaseBuilds)
    } catch {
      tellAtLaunch("\(error)")
      exit(EXIT_FAILURE)  // audit:allow process – the program cannot begin without an environment
    }
  }

  /// Writes one line, after the program's name, to the standard error.
  func tellAtLaunch(_ message: String) {
    let program = arguments().first.map { "\($0.split(separator: "/").last ?? ""): " } ?? ""
    standardError("\(program)\(message)\n")
  }
}
