import ChildProcess
import Foundation

/// The manifest of this package, as the package manager reads it.
struct Manifest: Decodable {
  var targets: [Target]
  var platforms: [Platform]

  /// The oldest version of one platform on which the package runs.
  struct Platform: Decodable {
    var platformName: String
    var version: String
  }

  struct Target: Decodable {
    var name: String
    var type: String
    var path: String?
    var exclude: [String]
    var dependencies: [Dependency]
    var settings: [Setting]
    var resources: [Resource]
  }

  struct Resource: Decodable {
    var path: String
  }

  /// Another target, by its name; nil for what is none.
  struct Dependency: Decodable {
    var byName: [String?]?
  }

  struct Setting: Decodable {
    var kind: [String: [String: String]]
  }

  /// Asks the package manager, which needs a folder of its own for that.
  ///
  /// - Throws: ``CannotCheck`` when there is none, or it tells nothing.
  static func read(scratch: URL) async throws -> Manifest {
    let told = try await Toolchain.run(
      "swift", ["package", "--scratch-path", scratch.path(percentEncoded: false), "dump-package"], in: Repository.root)
    do {
      return try JSONDecoder().decode(Manifest.self, from: Data(told.utf8))
    } catch {
      throw CannotCheck("swift package dump-package tells what this check does not understand: \(error)")
    }
  }
}

extension Manifest.Target {
  /// Where its files are.
  var folder: URL {
    Repository.root.appending(path: path ?? (type == "test" ? "Tests/\(name)" : "Sources/\(name)"))
  }

  /// Whether programs of others import it.
  var isLibrary: Bool { type == "regular" && path == nil }

  /// The name of its module.
  var module: String { name.replacing("-", with: "_") }

  /// What of Swift's future it has switched on.
  var upcomingFeatures: [String] { settings.compactMap { $0.kind["enableUpcomingFeature"]?["_0"] } }

  /// Its files with this extension, in order.
  func files(_ fileExtension: String) -> [URL] {
    let excluded = exclude.map { folder.appending(path: $0).path(percentEncoded: false) }
    return Repository.files(in: folder, fileExtension).filter { file in
      !excluded.contains { file.path(percentEncoded: false).hasPrefix($0) }
    }
  }
}
