import ChildProcess
import Foundation
import Testing

/// One run of the `swift` command in a child process: `swift build`, `swift test`, ….
struct SwiftCommand {
  private let verb: String
  private let arguments: [String]

  init(_ verb: String, _ arguments: String...) {
    self.init(verb, arguments)
  }

  init(_ verb: String, _ arguments: [String]) {
    self.verb = verb
    self.arguments = arguments
  }

  /// Runs the command on the package in `folder`, which is not written to: what is built goes to `scratch`.
  ///
  /// - Parameter environment: Variables that the command sees beside this process's.
  /// - Throws: When the command cannot be started, or its output cannot be read.
  func run(
    in folder: URL, scratch: URL, environment: [String: String] = [:]
  ) async throws -> ChildProcess.Result {
    // Else the package manager may take a package for the one that was built there before.
    let plan = verb == "package" ? [] : ["--disable-build-manifest-caching"]
    return try await ChildProcess(
      URL(filePath: "/usr/bin/env"),
      ["swift", verb, "--scratch-path", scratch.path(percentEncoded: false)] + plan + arguments,
      in: folder,
      environment: ProcessInfo.processInfo.environment.filter { !Self.isOfThisTestRun($0.key) }
        .merging(environment) { $1 }
    ).run()
  }

  /// Runs the command, and expects that it succeeds without a warning; the whole output is shown if not.
  ///
  /// - Throws: When the command cannot be started, or its output cannot be read.
  func expectSuccess(in folder: URL, scratch: URL, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let result = try await run(in: folder, scratch: scratch)
    let told: Comment = "swift \(verb) \(arguments.joined(separator: " ")):\n\(result.output)\n\(result.errors)"
    #expect(result.status == 0, told, sourceLocation: sourceLocation)
    #expect(!(result.output + result.errors).contains("warning:"), told, sourceLocation: sourceLocation)
  }

  /// Whether a variable tells a process about the test run that it belongs to; a child's own run must not believe it.
  static func isOfThisTestRun(_ variable: String) -> Bool {
    let prefixes = [
      "XCTest", "XCTEST", "SWT_", "SWIFT_TESTING", "SWIFTPM_", "LLVM_PROFILE", "DYLD_", "__XCODE", "END_TO_END",
    ]
    return prefixes.contains { variable.hasPrefix($0) }
  }
}
