import ChildProcess
package import EnvironmentAudit
import Foundation

/// What the build of these tests has left.
package enum BuildIndex {
  /// The index beside the program that runs the tests.
  package static let store: String? = {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      let store = folder.appending(path: "index/store").path(percentEncoded: false)
      if FileManager.default.fileExists(atPath: store) { return store }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  /// Whether the tests that read it are to run: where `REQUIRE_INDEX` is set, also without one, and fail.
  package static let isExpected =
    ChildProcess.isPossible && (store != nil || ProcessInfo.processInfo.environment["REQUIRE_INDEX"] != nil)

  /// Opens the library of the toolchain that reads it.
  ///
  /// - Throws: `CannotAudit` when there is none.
  package static func library() async throws -> IndexStoreLibrary {
    let compiler = ChildProcess(
      URL(filePath: "/usr/bin/env"), ["swiftc", "-print-target-info"], environment: ProcessInfo.processInfo.environment)
    let information = try await compiler.run().output
    guard let resources = information.firstMatch(of: /"runtimeResourcePath": "([^"]+)"/)?.output.1 else {
      throw CannotAudit("swiftc -print-target-info tells of no runtimeResourcePath.")
    }
    let library = URL(filePath: String(resources)).deletingLastPathComponent().appending(component: "libIndexStore")
    #if canImport(Darwin)
      return try IndexStoreLibrary(path: library.path(percentEncoded: false) + ".dylib")
    #else
      return try IndexStoreLibrary(path: library.path(percentEncoded: false) + ".so")
    #endif
  }
}
