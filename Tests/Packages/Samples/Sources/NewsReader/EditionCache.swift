import Foundation
import GlobalEnvironment

/// The edition that was fetched last, in a file.
enum EditionCache {

  /// The edition; nil when there is none, or none that can be read.
  static func read() -> Edition? { try? stored() }

  /// Returns the edition; nil when there is none, or its file holds something else.
  ///
  /// - Throws: Why the file cannot be read, although there is one.
  static func stored() throws -> Edition? {
    do {
      let data = try Env.files().read(file)
      return try? Env.decoder().decode(Edition.self, from: data)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }

  /// Keeps an edition in place of the one before.
  static func write(_ edition: Edition) throws {
    try Env.files().createFolder(file.deletingLastPathComponent(), withParents: true)
    try Env.files().write(Env.encoder().encode(edition), to: file)
  }

  static var file: URL {
    Env.files().folder(.caches).appending(components: "news", "edition.json")
  }
}
