import Foundation
import PackagePlugin

/// What the manifests of a package say that the package manager does not tell.
struct Manifest {
  /// The text of all of them, without comments. Only one of them counts, but it is not known which.
  private let text: String
  private let compiled: Set<String>
  private let folder: URL

  /// - Throws: Foundation's error for a file that cannot be read.
  init(of package: Package) throws {
    let folder = package.directoryURL
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.filePath).sorted()
    let texts = try names.filter { $0.wholeMatch(of: /Package(@swift-.*)?\.swift/) != nil }.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
    // A string may contain what begins a comment elsewhere.
    text = texts.joined(separator: "\n").replacing(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*(?s:.*?)\*\//) {
      $0.output.hasPrefix("\"") ? $0.output : ""
    }
    self.folder = folder
    compiled = Set(package.targets.map(\.name))
  }

  /// Whether it names the oldest versions of platforms.
  var namesPlatforms: Bool {
    // A condition of a dependency names platforms, too, and leaves those of the package as they are.
    text.replacing(/\.when\([^)]*\)/, with: "").contains("platforms:")
  }

  /// The names of the targets whose folder has no source file yet: the package manager leaves them out.
  ///
  /// - Parameter tests: Whether test targets are meant, or the others.
  func emptyTargets(tests: Bool) -> [String] {
    let targets = text.matches(of: /\.(testTarget|target|executableTarget)\(\s*name:\s*"([^"]+)"/)
    let names = targets.filter { ($0.output.1 == "testTarget") == tests }.map { String($0.output.2) }
    return Set(names).subtracting(compiled).sorted().filter { name in
      // A target may also be for another system, or in a manifest for another version.
      let target = folder.appending(path: "\(tests ? "Tests" : "Sources")/\(name)").filePath
      return (try? FileManager.default.subpathsOfDirectory(atPath: target))?.contains { $0.hasSuffix(".swift") }
        == false
    }
  }

  /// Refuses a target that excludes the new files, or lists its sources, unless the new ones are among them.
  ///
  /// - Throws: ``Refusal``, which says what to change.
  func expectCompiled(_ files: [String], in target: String) throws {
    if let excluded = list("exclude", of: target), let file = files.first(where: { excluded.contains("\"\($0)\"") }) {
      throw Refusal("\(target) excludes \(file) in Package.swift, so it would not be compiled. Take it out there.")
    }
    guard let sources = list("sources", of: target), !sources.contains("\".\"") else { return }
    let missing = files.filter { !sources.contains("\"\($0)\"") }
    if missing.isEmpty { return }
    throw Refusal(
      """
      \(target) lists its sources in Package.swift, so a new file would not be compiled. \
      Add \(missing.map { "\"\($0)\"" }.joined(separator: ", ")) to them, or take sources: away.
      """)
  }

  /// Whether a target names a file that is not compiled.
  func names(_ file: String, in target: String) -> Bool {
    ["exclude", "resources"].contains { list($0, of: target)?.contains("\"\(file)\"") == true }
  }

  /// Returns the list that the manifest has for a target, as it is written there; an empty one where it is not written out,
  /// and nil where there is none.
  private func list(_ label: String, of target: String) -> Substring? {
    let start = "arget\\(\\s*name:\\s*\"\(NSRegularExpression.escapedPattern(for: target))\""
    var rest = text[...]
    // Other targets may depend on it in the same words, but name no sources there.
    while let name = rest.range(of: start, options: .regularExpression) {
      rest = rest[name.upperBound...]
      var depth = 0
      let call = rest.prefix { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return depth >= 0
      }
      let list = "\\b\(label):\\s*(\\[[^\\]]*\\](?!\\s*\\+))?"
      if let list = call.range(of: list, options: .regularExpression) { return call[list] }
    }
    return nil
  }
}
