import Foundation
import GlobalEnvironment

/// The edition that was fetched last, in a file.
enum EditionCache {

  /// The edition; nil when there is none, or none that can be read.
  static func read() -> Edition? {
    guard let data = try? Env.files().read(file) else { return nil }
    return try? Env.decoder().decode(Edition.self, from: data)
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
