package import Foundation
import GlobalEnvironment

/// What the package manager has said of a package, kept beside its build: to ask it again takes as long as the audit.
///
/// It is good for as long as the package manager would say the same: with the same compiler, the same manifests, and files
/// of the same names in the targets' folders.
package struct KeptDescription {
  private struct Contents: Codable {
    var state: [String]
    var answer: Data
  }

  private let folder: URL
  private let file: URL
  private let compiler: String

  /// - Parameters:
  ///   - folder: The package's folder.
  ///   - build: The folder of its build.
  ///   - compiler: What the compiler says of itself.
  package init(of folder: URL, in build: URL, compiler: String) {
    self.folder = folder
    file = build.appending(path: "environment-audit/description.json")
    self.compiler = compiler
  }

  /// Returns what was kept; nil when the package manager must be asked.
  package func read() -> PackageDescription? {
    guard let data = try? Env.files().read(file), let kept = try? JSONDecoder().decode(Contents.self, from: data),
      let description = try? PackageDescription(kept.answer), kept.state == state(of: description)
    else { return nil }
    return description
  }

  /// Keeps what the package manager says, if nothing but the package decides it, and no file has come or gone since.
  ///
  /// An audit can go on without it, so a folder that cannot be written to is no error.
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

  /// What may be a target, or the folder of one, although the manifest does not say so: each snippet is one, and a target's
  /// folder is looked for in several.
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
