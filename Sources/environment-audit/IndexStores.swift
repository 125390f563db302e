// audit:allow-file files – no endpoint lists a folder with all that is in it.

import Foundation
import GlobalEnvironment

/// The output of a build in its folder.
struct IndexStores {
  private let folder: URL

  init(in folder: URL) {
    self.folder = folder
  }

  /// The paths of the indexes: each of the two build systems has its own place.
  var paths: [String] {
    [folder.appending(path: "debug/index/store"), folder.appending(component: "out")]
      .filter { store in ["v5/units", "v6/units"].contains { Env.files().exists(store.appending(path: $0)) } }
      .map { $0.path(percentEncoded: false) }
  }

  /// Returns the Swift files that plugins have made for a target.
  ///
  /// - Parameter package: The identity of its package.
  func generated(of target: String, in package: String) -> [String] {
    let outputs = folder.appending(path: "plugins/outputs/\(package)/\(target)")
    let files = FileManager.default.enumerator(at: outputs, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { $0.path(percentEncoded: false) }.sorted()
  }
}
