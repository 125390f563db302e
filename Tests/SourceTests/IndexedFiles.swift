import BuildIndex
import Foundation
import Testing

@testable import EnvironmentAudit

/// A source file, and what the index has of it.
struct IndexedFile {
  var url: URL
  /// The name of what lists its symbols.
  var record: String
}

extension IndexStore {
  /// Opens what the build of these tests has left.
  static func ofThisBuild() async throws -> IndexStore {
    try IndexStore(path: try #require(BuildIndex.store), library: await BuildIndex.library())
  }

  /// Returns what the index has of each file.
  ///
  /// - Throws: ``CannotCheck`` for a file of which it has nothing, or only something old.
  func indexed(_ files: [URL]) throws -> [IndexedFile] {
    let wanted = Set(files.map { $0.path(percentEncoded: false).stem })
    let freshness = Freshness([units { wanted.contains($0.stem) }])
    return try files.compactMap { url in
      let path = url.path(percentEncoded: false)
      let real = url.resolvingSymlinksInPath().path(percentEncoded: false)
      let modified = try FileManager.default.attributesOfItem(atPath: real)[.modificationDate] as? Date
      let state = freshness.state(
        of: .init(path: path, realPath: real, isGenerated: false), modified: modified?.timeIntervalSince1970)
      switch state.state {
      case .fresh(let record): return record.map { IndexedFile(url: url, record: $0) }
      case .unknown(let reason): throw CannotCheck("\(path) cannot be checked: \(reason).")
      }
    }
  }
}
