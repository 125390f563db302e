import ChildProcess
import EnvironmentAudit
import Foundation
import Testing

/// What the build of these tests has left.
enum BuildIndex {
  /// The index beside the program that runs the tests.
  static let store: String? = {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      let store = folder.appending(path: "index/store").path(percentEncoded: false)
      if FileManager.default.fileExists(atPath: store) { return store }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  /// Whether the tests that read it are to run: where `REQUIRE_INDEX` is set, also without one, and fail.
  static let isExpected = store != nil || ProcessInfo.processInfo.environment["REQUIRE_INDEX"] != nil

  static func library() async throws -> IndexStoreLibrary {
    let compiler = ChildProcess(
      URL(filePath: "/usr/bin/env"), ["swiftc", "-print-target-info"], environment: ProcessInfo.processInfo.environment)
    let information = try await compiler.run().output
    let resources = try #require(information.firstMatch(of: /"runtimeResourcePath": "([^"]+)"/)).output.1
    let library = URL(filePath: String(resources)).deletingLastPathComponent().appending(component: "libIndexStore")
    #if canImport(Darwin)
      return try IndexStoreLibrary(path: library.path(percentEncoded: false) + ".dylib")
    #else
      return try IndexStoreLibrary(path: library.path(percentEncoded: false) + ".so")
    #endif
  }
}
