import Foundation
import GlobalEnvironment

/// The files in a folder and in all folders within it, except hidden ones.
struct FolderFiles {
  /// In the order of their bytes.
  let paths: [String]
  /// The folder, and those within it.
  private let folders: Set<String>

  /// When a file was added or removed last; nil for a folder that is not there.
  var changed: Date? {
    folders.compactMap { try? Env.files().attributes(of: URL(filePath: $0)).modified }.max()
  }

  init(of path: String) {
    var found: [String] = []
    var seen: Set<String> = []
    var rest = [URL(filePath: path)]
    while let folder = rest.popLast() {
      // A link may lead back to a folder around it.
      guard seen.insert(folder.path(percentEncoded: false).withoutLinks).inserted else { continue }
      for item in (try? Env.files().list(folder)) ?? [] where !item.lastPathComponent.hasPrefix(".") {
        // Most files are sources, so their kind need not be looked up.
        if !SourceList.indexedLanguages.contains(item.pathExtension),
          (try? Env.files().attributes(of: item).kind) == .folder
        {
          rest.append(item)
        } else {
          found.append(item.path(percentEncoded: false))
        }
      }
    }
    paths = found.sorted()
    folders = seen
  }
}
