import Foundation
import GlobalEnvironment

/// A file with an answer for a test.
enum Fixture {

  /// The error for a file that was not found.
  struct Missing: Error, CustomStringConvertible {
    let name: String
    let folders: [String]

    var description: String {
      """
      There is no file \(name.debugDescription). Put it beside the test or into its folder Fixtures, or declare it as a \
      resource of the test target. It was looked for in:
      \(folders.map { "- \($0)" }.joined(separator: "\n"))
      """
    }
  }

  /// Returns what the file called `name` holds. `module` begins the caller's `#fileID`, and `source` is its `#filePath`.
  static func contents(of name: String, module: String, source: String) -> Result<Data, Missing> {
    let folders = name.hasPrefix("/") ? ["/"] : folders(module: String(module.prefix { $0 != "/" }), source: source)
    // On the disk, also of a mock.
    let files = Environment.live.files()
    for folder in folders {
      // Only a file can be read; a folder of that name cannot.
      if let data = try? files.read(URL(filePath: "\(folder)/\(name)")) { return .success(data) }
    }
    return .failure(Missing(name: name, folders: folders))
  }

  /// The value of Content-Type for a file, as its extension says.
  static func type(of name: String) -> String {
    let types = [
      "json": "application/json", "har": "application/json", "txt": "text/plain; charset=utf-8",
      "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
      "csv": "text/csv; charset=utf-8", "js": "text/javascript; charset=utf-8", "xml": "application/xml",
      "pdf": "application/pdf", "zip": "application/zip", "png": "image/png", "jpg": "image/jpeg",
      "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "svg": "image/svg+xml",
    ]
    let fileExtension = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[fileExtension] ?? "application/octet-stream"
  }

  /// Where to look, in order: the target's own resources, beside the source, other resources.
  private static func folders(module: String, source: String) -> [String] {
    let bundles = resourceBundles()
    // SwiftPM calls the bundle of a target `Package_Target`.
    let own = bundles.filter { URL(filePath: $0).deletingPathExtension().lastPathComponent.hasSuffix("_\(module)") }
    let beside = URL(filePath: source).deletingLastPathComponent().path(percentEncoded: false)
    let others = loadedBundles() + bundles.filter { !own.contains($0) }
    return (own + [beside] + others).flatMap { folder in
      let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
      return [folder, "\(folder)/Fixtures", "\(folder)/Resources"]
    }
  }

  /// The bundles that this process has loaded. Elsewhere than on Apple's systems these are the main one alone, and asking for
  /// the others ends a process with the Foundation of Swift 6.2.
  private static var bundles: [Bundle] {
    #if canImport(Darwin)
      [Bundle.main] + Bundle.allBundles  // audit:allow files – no endpoint knows what the process has loaded
    #else
      [Bundle.main]  // audit:allow files – no endpoint knows what the process has loaded
    #endif
  }

  /// The folders of the bundles that this process has loaded, for their resources.
  private static func loadedBundles() -> [String] {
    var seen: Set<String> = []
    return bundles.compactMap { $0.resourceURL?.path(percentEncoded: false) }.filter { seen.insert($0).inserted }
  }

  /// The resource bundles inside and beside the loaded ones.
  private static func resourceBundles() -> [String] {
    let places = bundles.flatMap { bundle in
      [bundle.resourceURL ?? bundle.bundleURL, bundle.bundleURL, bundle.bundleURL.deletingLastPathComponent()]
    }
    let files = Set(places.map { $0.path(percentEncoded: false) }).sorted().flatMap { place in
      (try? Environment.live.files().list(URL(filePath: place))) ?? []
    }
    return files.map { $0.path(percentEncoded: false) }.flatMap { bundle in
      if bundle.hasSuffix(".resources") { return [bundle] }
      return bundle.hasSuffix(".bundle") ? [bundle, "\(bundle)/Contents/Resources"] : []
    }
  }
}
