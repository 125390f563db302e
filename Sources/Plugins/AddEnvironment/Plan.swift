import Foundation
import PackagePlugin

/// The files to copy, their places, and what is there now.
struct Plan {
  /// One file to copy.
  struct Copy {
    enum State {
      case missing, same, different
    }

    var content: Data
    var place: URL
    var state: State
  }

  let copies: [Copy]
  private let module: String
  private let framework: Options.Framework
  private let addsNetwork: Bool
  private let namesPlatforms: Bool

  /// Reads the templates, and what is in their place.
  ///
  /// - Throws: Foundation's error for a file that cannot be read.
  init(_ options: Options, app: any SourceModuleTarget, tests: any SourceModuleTarget, in package: Package) throws {
    module = app.moduleName
    framework = options.framework
    addsNetwork = options.addsNetwork
    var names = ["MockEnvironment.swift"]
    if framework != .xctest { names += ["EnvironmentTrait.swift", "EnvironmentExampleTests.swift"] }
    if framework != .testing { names.append("EnvironmentTestCase.swift") }
    if addsNetwork { names.append("NetworkMocker.swift") }
    copies =
      [try Self.copy("App/Environment.swift", to: app, module)]
      + (try names.map { try Self.copy("Tests/\($0)", to: tests, app.moduleName) })
    let manifest = try Self.manifest(of: package)
    // A condition of a dependency names platforms, too, and leaves those of the package as they are.
    namesPlatforms = manifest.replacing(/\.when\([^)]*\)/, with: "").contains("platforms:")
    for (target, files) in [(app, ["Environment.swift"]), (tests, names)] {
      try Self.expectInside(target, of: package)
      try Self.expectCompiled(files, in: target, manifest)
    }
  }

  /// Refuses to continue where a file would be lost.
  ///
  /// - Throws: ``Refusal``, which lists the existing files that differ.
  func check(force: Bool) throws {
    let lost = copies.filter { $0.state == .different }.map { $0.place.path(percentEncoded: false) }
    if lost.isEmpty || force { return }
    throw Refusal(
      """
      these files are there already, and differ, so nothing was written:
        \(lost.joined(separator: "\n  "))
      Move them away, or replace them with --force.
      """)
  }

  /// Writes the files that are not there already: all of them, or none.
  ///
  /// The copies have permissions of their own: a checkout may be read-only.
  ///
  /// - Throws: ``Refusal`` for a place where no file can be written.
  func write() throws {
    var parts: [(part: URL, place: URL)] = []
    do {
      for copy in copies where copy.state != .same {
        // Beside its place, so that what cannot be written is known before anything is replaced.
        let part = copy.place.deletingLastPathComponent().appending(path: ".\(UUID().uuidString)")
        parts.append((part, copy.place))
        try copy.content.write(to: part)
      }
    } catch {
      for (part, _) in parts { try? FileManager.default.removeItem(at: part) }
      let place = parts.last?.place.path(percentEncoded: false) ?? ""
      throw Refusal("\(place) cannot be written, so nothing was: \(error.localizedDescription)")
    }
    for (part, place) in parts where rename(part.path, place.path) != 0 {
      let reason = String(cString: strerror(errno))
      for (part, _) in parts { try? FileManager.default.removeItem(at: part) }
      throw Refusal(
        "\(place.path(percentEncoded: false)) was not replaced, though files before it may be: \(reason). Run the command again."
      )
    }
  }

  /// What to do when all is written.
  var nextSteps: String {
    var steps = ["In \(module), say Env.date() for Date(), Env.calendar() for Calendar.current, and so on."]
    if !namesPlatforms {
      // The package manager's own versions lack what the files use, such as `Duration`.
      let platforms = "platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],"
      steps.insert("For Apple's platforms, say in Package.swift, behind the name: \(platforms)", at: 0)
    }
    if framework != .xctest { steps.append("In Swift Testing: @Suite(.environment(.mock)) struct YourTests { … }") }
    if framework != .testing { steps.append("In XCTest: final class YourTests: EnvironmentTestCase { … }") }
    if addsNetwork {
      steps.append("In setUp: NetworkMocker.stubAll(), then try NetworkMocker.stub(\"/path\", file: …).")
    }
    steps.append("Set what a test is about: Env.date = { Date(timeIntervalSince1970: 0) }")
    return "Next:\n" + steps.map { "  - \($0)" }.joined(separator: "\n")
  }

  private static func copy(_ template: String, to target: any SourceModuleTarget, _ module: String) throws -> Copy {
    let source = templates.appending(path: template)
    let text = try String(contentsOf: source, encoding: .utf8)
      .replacingOccurrences(of: "@testable import App\n", with: "@testable import \(module)\n")
    // A file that was moved into a folder of its target is that file still.
    let moved = target.sourceFiles.map(\.url).first { $0.lastPathComponent == source.lastPathComponent }
    let place = moved ?? target.directoryURL.appending(path: source.lastPathComponent)
    let content = Data(text.utf8)
    // A file that cannot be read must not be lost either, nor a link, wherever it leads.
    let path = place.path(percentEncoded: false)
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    if type == .typeDirectory { throw Refusal("\(path) is a folder, where a file is to be. Move it away.") }
    let state: Copy.State = type == nil ? .missing : (try? Data(contentsOf: place)) == content ? .same : .different
    return Copy(content: content, place: place, state: state)
  }

  /// Refuses a target whose folder is outside the package, by a link.
  private static func expectInside(_ target: any SourceModuleTarget, of package: Package) throws {
    func real(_ url: URL) -> [String] { url.resolvingSymlinksInPath().standardizedFileURL.pathComponents }
    let folder = target.directoryURL
    if real(folder).starts(with: real(package.directoryURL)) { return }
    throw Refusal(
      """
      the folder of \(target.name) is a link that leads out of the package: \(folder.path(percentEncoded: false)). \
      Move it into the package, or copy the files by hand.
      """)
  }

  /// Returns the text of all manifests of a package, without comments. Only one of them counts, but it is not known which.
  private static func manifest(of package: Package) throws -> String {
    let folder = package.directoryURL
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
    let texts = try names.filter { $0.wholeMatch(of: /Package(@swift-.*)?\.swift/) != nil }.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
    // A string may contain what begins a comment elsewhere.
    return texts.joined(separator: "\n").replacing(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*(?s:.*?)\*\//) {
      $0.output.hasPrefix("\"") ? $0.output : ""
    }
  }

  /// Refuses a target that excludes the new files, or lists its sources in the manifest, unless the new ones are among them.
  private static func expectCompiled(_ files: [String], in target: any SourceModuleTarget, _ manifest: String) throws {
    if let excluded = list("exclude", of: target.name, manifest),
      let file = files.first(where: { excluded.contains("\"\($0)\"") })
    {
      throw Refusal("\(target.name) excludes \(file) in Package.swift, so it would not be compiled. Take it out there.")
    }
    guard let sources = list("sources", of: target.name, manifest), !sources.contains("\".\"") else { return }
    let missing = files.filter { !sources.contains("\"\($0)\"") }
    if missing.isEmpty { return }
    throw Refusal(
      """
      \(target.name) lists its sources in Package.swift, so a new file would not be compiled. \
      Add \(missing.map { "\"\($0)\"" }.joined(separator: ", ")) to them, or take sources: away.
      """)
  }

  /// Returns the list that the manifest has for a target, as it is written there; an empty one where it is not written out,
  /// and nil where there is none.
  private static func list(_ label: String, of target: String, _ manifest: String) -> Substring? {
    let start = "arget\\(\\s*name:\\s*\"\(NSRegularExpression.escapedPattern(for: target))\""
    var rest = manifest[...]
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

  /// The folder of the templates, which come with the package that this file is part of.
  private static let templates = URL(filePath: #filePath).appending(path: "../../../../Templates").standardized
}
