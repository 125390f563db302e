/// The beginning of paths in an index, and the matching one on this machine.
package struct PathRemap: Equatable, Sendable {
  package var old: String
  package var new: String
}

extension [PathRemap] {
  /// Returns where a file is on this machine: builds on other systems may write paths of the machines where they ran.
  func path(of file: String, compiledIn folder: String) -> String {
    let whole = file.hasPrefix("/") || folder.isEmpty ? file : file.absolute(in: folder)
    for remap in self {
      for path in [file, whole] where path.hasPrefix(remap.old) { return remap.new + path.dropFirst(remap.old.count) }
    }
    return whole
  }
}
