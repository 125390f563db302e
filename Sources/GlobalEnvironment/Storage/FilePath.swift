package import Foundation

/// An absolute path, without `.`, `..`, and redundant slashes.
///
/// Paths are compared byte by byte, as strings are not: `é` in one scalar and in two are two names on Linux.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
  /// `/` for the root, else with no slash at the end.
  package let description: String

  private init(_ description: String) {
    self.description = description
  }

  /// Creates the path of a file URL; nil for any other URL, or one with a name that no file can have.
  package init?(_ url: URL) {
    let url = url.baseURL == nil ? url : url.absoluteURL
    let text = url.path
    guard url.isFileURL, text.utf8.first == Self.slash, !url.hasNullByte else { return nil }
    if Self.isResolved(text) {
      description = text
      return
    }
    var names: [Substring] = []
    // Not split into characters: a slash and a combining accent are one.
    for name in text.utf8.split(separator: Self.slash).map({ Substring($0) }) where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    description = "/" + names.joined(separator: "/")
  }

  /// Whether a path that begins with a slash is certain to have no `.`, no `..`, and no redundant slash.
  private static func isResolved(_ text: String) -> Bool {
    strstr(text, "/.") == nil && strstr(text, "//") == nil && text.utf8.last != slash
  }

  package static let root = FilePath("/")

  package var url: URL { URL(filePath: description, directoryHint: .notDirectory) }

  package var isRoot: Bool { description.utf8.count == 1 }

  /// The last part; empty for the root.
  package var name: String {
    withBytes { bytes in
      let start = bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
      return String(decoding: bytes[start...], as: UTF8.self)
    }
  }

  /// The folder around it; for the root, itself.
  package var parent: FilePath {
    withBytes { bytes in
      guard let end = bytes.lastIndex(of: Self.slash), end > 0 else { return .root }
      return FilePath(String(decoding: bytes[..<end], as: UTF8.self))
    }
  }

  /// The folders around it, from the root down.
  package var ancestors: [FilePath] {
    guard !isRoot else { return [] }
    return withBytes { bytes in
      var ancestors = [FilePath.root]
      for end in 1..<bytes.count where bytes[end] == Self.slash {
        ancestors.append(FilePath(String(decoding: bytes[..<end], as: UTF8.self)))
      }
      return ancestors
    }
  }

  /// The path of `name` in this folder.
  package func appending(_ name: String) -> FilePath {
    FilePath(isRoot ? "/\(name)" : "\(description)/\(name)")
  }

  /// Whether this is somewhere inside `folder`.
  package func isInside(_ folder: FilePath) -> Bool {
    if folder.isRoot { return !isRoot }
    return withBytes { bytes in
      folder.withBytes { folder in
        bytes.count > folder.count && bytes[folder.count] == Self.slash && bytes.begins(with: folder)
      }
    }
  }

  /// Where this is after `folder`, which is this or a folder around it, has become `other`.
  package func moved(from folder: FilePath, to other: FilePath) -> FilePath {
    FilePath(other.description + String(Substring(description.utf8.dropFirst(folder.description.utf8.count))))
  }

  /// A hidden name beside this one, for what is not complete yet.
  package var asPart: FilePath {
    // audit:allow identity – nothing depends on this name.
    parent.appending(".copy-\(UUID().uuidString)")
  }

  /// How many bytes ``asPart`` has: `.copy-`, and the 36 of a UUID.
  var sizeAsPart: Int { size - name.utf8.count + 6 + 36 }

  /// How many bytes it has.
  var size: Int { description.utf8.count }

  /// Foundation's `copyItem` cuts off longer paths, null byte included, and writes there.
  static let copyLimit = 1024

  /// Whether a file system would take it: names of 255 bytes at most, and a path of the system's `PATH_MAX`.
  package var isShortEnough: Bool {
    let count = description.utf8.count
    if count <= Int(NAME_MAX) { return true }
    return count < Int(PATH_MAX)
      && description.utf8.split(separator: Self.slash).allSatisfy { $0.count <= Int(NAME_MAX) }
  }

  package static func == (one: FilePath, other: FilePath) -> Bool {
    one.withBytes { one in other.withBytes { other in one.count == other.count && one.begins(with: other) } }
  }

  /// What is equal byte by byte is equal as a string, too.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = description
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  private static let slash = UInt8(ascii: "/")
}

extension URL {
  /// Whether there is a null byte in its path, at which a system would stop reading.
  fileprivate var hasNullByte: Bool { strstr(path(percentEncoded: true), "%00") != nil }
}
