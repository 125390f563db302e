import Foundation

/// The source files of a package, from its manifest and the package manager.
package struct SourceList: Codable, Sendable {
  /// One target.
  package struct Target: Codable, Sendable {
    /// Its name, which is also its module's.
    package var name: String
    /// Whether it may import `GlobalEnvironment`; nil where no manifest says so.
    package var linksEnvironment: Bool?
    /// Its files.
    package var files: [File]
  }

  /// One file.
  package struct File: Codable, Hashable, Sendable {
    /// The path under which it is compiled.
    package var path: String
    /// The path behind all links.
    package var realPath: String
    /// Whether a plugin makes it when the package is built.
    package var isGenerated = false
    /// Whether no list says that it is compiled: it is only in a folder.
    package var isOnlyFound: Bool?
  }

  /// The extensions of files that compilers index.
  static let indexedLanguages = ["swift", "c", "cc", "cpp", "cxx", "m", "mm"]

  /// The path of the package's folder.
  package var package: String
  package var targets: [Target]
  /// Whether it has all files of the package except tests, so that a missing file does not exist. Nil for a user's own list.
  package var isComplete: Bool?
}

extension String {
  /// Whether the path ends like that of a file in one of these languages.
  var isInIndexedLanguage: Bool { SourceList.indexedLanguages.contains(URL(filePath: self).pathExtension) }
}
