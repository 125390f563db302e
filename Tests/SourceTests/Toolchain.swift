import ChildProcess
import Foundation

/// The programs of the toolchain that runs these tests.
enum Toolchain {
  /// Whether it compiles for Linux; elsewhere the compiler itself knows what Apple's platforms have.
  static var isOfLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// Runs one of them, and returns what it writes to its standard output.
  ///
  /// - Throws: ``CannotCheck`` when there is no such program, or it fails.
  @discardableResult
  static func run(_ program: String, _ arguments: [String], in folder: URL? = nil) async throws -> String {
    let result = try await start(program, arguments, in: folder)
    guard result.status == 0 else {
      throw CannotCheck("\(program) \(arguments.first ?? "") fails, or is not there:\n\(result.errors)\(result.output)")
    }
    return result.output
  }

  /// Runs one of them, which may fail.
  ///
  /// - Throws: When it cannot be started.
  static func start(_ program: String, _ arguments: [String], in folder: URL? = nil) async throws -> ChildProcess.Result
  {
    let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SWIFTPM_") }
    return try await ChildProcess(
      URL(filePath: "/usr/bin/env"), [program] + arguments, in: folder, environment: environment
    ).run()
  }

  /// The folder of what the compiler brings along for programs.
  ///
  /// - Throws: ``CannotCheck`` when there is no compiler.
  static func resources() async throws -> URL {
    let information = try await run("swiftc", ["-print-target-info"])
    guard let path = information.firstMatch(of: /"runtimeResourcePath": "([^"]+)"/)?.output.1 else {
      throw CannotCheck("swiftc -print-target-info names no runtimeResourcePath.")
    }
    return URL(filePath: String(path))
  }
}

/// Why nothing could be checked: what is missing.
struct CannotCheck: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
