package import Foundation
import GlobalEnvironment

/// The package manager's description of a package, stored beside the build. To ask for it takes as long as the audit itself.
///
/// It is valid as long as the package manager would give the same answer: with the same compiler, the same manifests and
/// the same names of files in the targets' folders.
package struct KeptDescription {
  private struct Contents: Codable {
    var state: [String]
    var answer: Data
  }

  private let folder: URL
  private let file: URL
  private let compiler: String

  /// - Parameter compiler: What the compiler says of itself.
  package init(of folder: URL, in build: URL, compiler: String) {
    self.folder = folder
    file = build.appending(path: "environment-audit/description.json")
    self.compiler = compiler
  }

  /// Returns the stored description; nil when there is none that is valid.
  package func read() -> PackageDescription? {
    guard let data = try? Env.files().read(file), let kept = try? JSONDecoder().decode(Contents.self, from: data),
      let description = try? PackageDescription(kept.answer), kept.state == state(of: description)
    else { return nil }
    return description
  }

  /// Stores an answer of the package manager, if it depends on the package alone, and no file was added or removed since.
  ///
  /// A folder that cannot be written to is no error: the audit does not need the file.
  ///
  /// - Parameter asked: When the package manager was asked. The clocks of some file systems are two seconds behind.
  package func write(_ answer: Data, asked: Date) {
    func isOlder(_ url: URL) -> Bool {
      (try? Env.files().attributes(of: url).modified).map { $0 < asked - 2 } ?? false
    }
    guard let description = try? PackageDescription(answer), let state = state(of: description),
      manifests.allSatisfy(isOlder), files(of: description).allSatisfy({ ($0.changed ?? .distantPast) < asked - 2 }),
      let data = try? JSONEncoder().encode(Contents(state: state, answer: answer))
    else { return }
    try? Env.files().createFolder(file.deletingLastPathComponent(), withParents: true)
    try? Env.files().write(data, to: file)
  }

  /// What the description depends on; nil when a manifest may look at more than the package.
  private func state(of description: PackageDescription) -> [String]? {
    var state = [compiler]
    for manifest in manifests {
      guard let text = try? Env.files().readText(manifest), !Self.asksOthers(text) else { return nil }
      state += [manifest.lastPathComponent, text]
    }
    return state + unnamed + files(of: description).flatMap(\.paths)
  }

  private var manifests: [URL] {
    list(folder).filter { $0.lastPathComponent.hasPrefix("Package") && $0.pathExtension == "swift" }
  }

  /// Files and folders that may become targets without a change of the manifest. Each snippet is a target, and the package
  /// manager looks for a target's folder in several places.
  private var unnamed: [String] {
    ["Snippets", "Sources", "Source", "src", "srcs", "Tests"].flatMap { list(folder.appending(component: $0)) }
      .map { $0.path(percentEncoded: false) }
  }

  private func list(_ folder: URL) -> [URL] {
    ((try? Env.files().list(folder)) ?? []).sorted { $0.path < $1.path }
  }

  private func files(of description: PackageDescription) -> [FolderFiles] {
    description.targets.map { FolderFiles(of: folder.appending(path: $0.path).path(percentEncoded: false)) }
  }

  /// Whether a manifest can look at environment variables, at files or at the repository's state.
  private static func asksOthers(_ manifest: String) -> Bool {
    let words = manifest.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let imported = zip(words, words.dropFirst()).filter { $0.0 == "import" }.map(\.1)
    return words.contains("Context")
      || !imported.allSatisfy { ["PackageDescription", "CompilerPluginSupport"].contains($0) }
  }
}
