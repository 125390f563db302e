import Foundation

/// Where this package's own files are.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The modules that stand for those of Apple's platforms.
  static let appleModules = root.appending(path: "Tests/Packages/AppleModules")

  /// Returns the files with this extension in a folder and the folders in it, those behind links among them, in order.
  static func files(in folder: URL, _ fileExtension: String) -> [URL] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    return (names ?? []).sorted().flatMap { name in
      let item = folder.appending(component: name)
      let inside = files(in: item, fileExtension)
      return inside.isEmpty && item.pathExtension == fileExtension ? [item] : inside
    }
  }

  /// Returns a path as seen from the package's folder.
  static func path(of file: URL) -> String {
    file.path(percentEncoded: false).replacing(root.path(percentEncoded: false), with: "")
  }
}
