package import Foundation

/// An absolute path, without `.`, `..`, and slashes that mean nothing.
///
/// Paths are compared byte by byte, as strings are not: `é` in one scalar and in two are two names on Linux.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
  /// `/` for the root, else with no slash at the end.
  package let description: String

  private init(_ description: String) {
    self.description = description
  }

  /// Creates the path of a file URL; nil for a URL that is none, or has no name that a file could have.
  package init?(_ url: URL) {
    let url = url.absoluteURL
    guard url.isFileURL, url.path.utf8.first == Self.slash, !url.path(percentEncoded: true).contains("%00") else {
      return nil
    }
    var names: [Substring] = []
    // Not split at the character: a slash and a combining accent make one.
    for name in url.path.utf8.split(separator: Self.slash).map({ Substring($0) }) where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    description = "/" + names.joined(separator: "/")
  }

  package static let root = FilePath("/")

  package var isRoot: Bool { self == .root }

  /// The last part; empty for the root.
  package var name: String { String(Substring(description.utf8.suffix(while: { $0 != Self.slash }))) }

  /// The folder around it; for the root, itself.
  package var parent: FilePath {
    let bytes = description.utf8
    guard let end = bytes.lastIndex(of: Self.slash), end > bytes.startIndex else { return .root }
    return FilePath(String(description[..<end]))
  }

  /// The folders around it, from the root down.
  package var ancestors: [FilePath] {
    guard !isRoot else { return [] }
    let bytes = description.utf8
    let ends = bytes.indices.dropFirst().filter { bytes[$0] == Self.slash }
    return [.root] + ends.map { FilePath(String(description[..<$0])) }
  }

  /// Whether this is somewhere inside `folder`.
  package func isInside(_ folder: FilePath) -> Bool {
    folder.isRoot ? !isRoot : description.utf8.starts(with: (folder.description + "/").utf8)
  }

  /// Where this is when `folder`, which it is inside of or is itself, has become `other`.
  package func moved(from folder: FilePath, to other: FilePath) -> FilePath {
    FilePath(other.description + String(Substring(description.utf8.dropFirst(folder.description.utf8.count))))
  }

  /// Whether a file system would take it: names of 255 bytes at most, and a path of the system's `PATH_MAX`.
  package var isShortEnough: Bool {
    description.utf8.count < Int(PATH_MAX)
      && description.utf8.split(separator: Self.slash).allSatisfy { $0.count <= Int(NAME_MAX) }
  }

  package static func == (one: FilePath, other: FilePath) -> Bool {
    one.description.utf8.elementsEqual(other.description.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = description
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  private static let slash = UInt8(ascii: "/")
}

extension BidirectionalCollection {
  /// The longest end whose elements all satisfy `predicate`.
  fileprivate func suffix(while predicate: (Element) -> Bool) -> SubSequence {
    self[(lastIndex { !predicate($0) }.map(index(after:)) ?? startIndex)...]
  }
}
