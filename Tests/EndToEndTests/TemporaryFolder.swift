import Foundation
import Testing

/// A folder that exists for as long as a suite runs.
struct TemporaryFolder: SuiteTrait, TestScoping {
  @TaskLocal private static var bound: URL?

  /// The folder of the running suite.
  static var url: URL {
    get throws { try #require(bound, "The suite has no .temporaryFolder trait.") }
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let url = FileManager.default.temporaryDirectory.appending(component: "EndToEnd-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    try await Self.$bound.withValue(url, operation: function)
  }
}

extension Trait where Self == TemporaryFolder {
  /// Makes a folder for the suite, and removes it with all that is in it when the suite has ended.
  static var temporaryFolder: Self { Self() }
}

/// Returns where the package in `folder` is built. Those that only use this one are built in one place, so that it is compiled
/// once; not those with modules that have names of the system's, which others there would find.
///
/// - Throws: When the suite has no temporary folder.
func scratch(of folder: URL) throws -> URL {
  let sharing = ["SwiftFive", "SwiftSix", "MainActorByDefault", "SmallApp", "Samples"]
  let name = folder.lastPathComponent
  return try TemporaryFolder.url.appending(component: sharing.contains(name) ? "Scratch" : "Scratch-\(name)")
}
