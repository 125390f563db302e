import Foundation
import PackagePlugin

/// The folder into which the package is built.
struct Scratch {
  private let folder: URL

  /// - Parameter pluginFolder: A folder of this plugin: `plugins/AuditEnvironment/outputs` in the folder to find.
  init(around pluginFolder: URL) {
    var folder = pluginFolder
    while folder.lastPathComponent != "plugins", folder.pathComponents.count > 1 { folder.deleteLastPathComponent() }
    self.folder = folder.deletingLastPathComponent()
  }

  /// The paths of the indexes that builds have left: each of the two build systems has its own place.
  var indexStores: [String] {
    [folder.appending(path: "debug/index/store"), folder.appending(component: "out")]
      .filter { ["v5/units", "v6/units"].contains(where: FileManager.default.exists(in: $0)) }
      .map { $0.path(percentEncoded: false) }
  }

  /// Returns the Swift files that plugins have generated for a target when it was built.
  func generatedSources(of target: any Target, in package: Package) -> [URL] {
    let outputs = folder.appending(path: "plugins/outputs/\(package.id)/\(target.name)")
    let files = FileManager.default.enumerator(at: outputs, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }
}

extension FileManager {
  fileprivate func exists(in folder: URL) -> (String) -> Bool {
    { self.fileExists(atPath: folder.appending(path: $0).path(percentEncoded: false)) }
  }
}
