import Foundation

/// A folder for what a test makes.
enum TemporaryFolder {
  /// Runs `body` with a folder that is removed when it has ended.
  ///
  /// - Throws: What `body` throws, or that there is no room.
  static func with<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Platform-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}
