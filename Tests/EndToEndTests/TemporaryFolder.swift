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

/// Returns where the package in `folder` is built: two in one place are taken for each other by the package manager, which
/// keeps what it knows of the last one there.
///
/// - Throws: When the suite has no temporary folder.
func scratch(of folder: URL) throws -> URL {
  try TemporaryFolder.url.appending(component: "Scratch-\(folder.lastPathComponent)")
}
