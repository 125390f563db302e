/// Paths are compared by their bytes, as in most file systems: for `String`, the two ways to write an umlaut are equal, and
/// a slash before a combining accent is not a slash.
extension String {
  /// The path within a folder; the whole path of a file outside.
  func within(_ folder: String) -> String {
    isWithin(folder) ? String(Substring(utf8.dropFirst(folder.utf8.count + 1))) : self
  }

  /// Whether the path leads into a folder.
  func isWithin(_ folder: String) -> Bool { utf8.starts(with: (folder + "/").utf8) }

  /// The name of a file up to its first dot.
  var stem: Substring {
    let name = utf8[(utf8.lastIndex(of: UInt8(ascii: "/")).map(utf8.index(after:)) ?? startIndex)...]
    return Substring(name.prefix { $0 != UInt8(ascii: ".") })
  }
}

extension StringProtocol {
  /// The path, appended to a folder if it is relative, without `.` and `..`.
  package func absolute(in folder: String) -> String {
    let path = hasPrefix("/") ? String(self) : folder + "/" + self
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
