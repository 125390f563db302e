import Foundation
import PackagePlugin

/// The files to copy, and what is to be said of them.
struct Plan {
  private let options: Options
  private let copies: [Copy]
  private let module: String
  private let tests: String
  private let package: URL
  private let manifest: Manifest

  /// Reads the templates, and what is in their place.
  ///
  /// - Throws: ``Refusal`` for a target that cannot have them; Foundation's error for a file that cannot be read.
  init(
    _ options: Options, app: any SourceModuleTarget, tests: any SourceModuleTarget, in package: Package,
    _ manifest: Manifest
  ) throws {
    (self.options, self.manifest, module) = (options, manifest, app.moduleName)
    (self.tests, self.package) = (tests.name, package.directoryURL)
    let wanted: [(any SourceModuleTarget, [Template])] = [(app, [.environment]), (tests, Template.tests(options))]
    var copies: [Copy] = []
    for (target, templates) in wanted {
      try Self.expectInside(target, of: package)
      try manifest.expectCompiled(templates.map(\.name).filter { $0.hasSuffix(".swift") }, in: target.name)
      var isThere: [String: Bool] = [:]
      for template in templates {
        let copy = try Copy(template, to: target, module: app.moduleName, force: options.force)
        isThere[template.name] = !copy.isNew
        if copy.isNew, isThere[template.companion ?? ""] == true { continue }
        copies.append(copy)
      }
    }
    self.copies = copies
  }

  /// Writes the files that are not there already: all of them, or none.
  ///
  /// The copies have permissions of their own: a checkout may be read-only.
  ///
  /// - Throws: ``Refusal`` for a place where no file can be written.
  func write() throws {
    var parts: [(part: URL, copy: Copy)] = []
    func removeParts() { for (part, _) in parts { try? FileManager.default.removeItem(at: part) } }
    for copy in copies where copy.writes {
      // Beside its place, so that what cannot be written is known before anything is replaced.
      let part = copy.place.deletingLastPathComponent().appending(path: ".\(UUID().uuidString)")
      parts.append((part, copy))
      do {
        try Data(copy.text.utf8).write(to: part)
      } catch {
        removeParts()
        throw Refusal("\(copy.place.filePath) cannot be written, so nothing was: \(error.localizedDescription)")
      }
    }
    for (part, copy) in parts {
      do {
        try copy.apply(part)
      } catch {
        removeParts()
        throw Refusal(
          """
          \(copy.place.filePath) was not written, though files before it may be: \(error.localizedDescription) \
          Run the command again.
          """)
      }
    }
  }

  /// What happens to each file, a line each, and what to do then.
  var report: String {
    let (wrote, replaced, stays) =
      options.isDryRun ? ("would write", "would replace", "would be") : ("wrote", "replaced", "is")
    let lines = copies.map { copy in
      let place = relative(copy.place)
      switch copy.change {
      case .write: return "\(wrote): \(place)"
      case .replace(let old): return "\(replaced): \(place); the old file \(stays) \(old.lastPathComponent)"
      case .none: return "is there already: \(place)"
      case .keep(.different): return "kept, as it differs: \(place)"
      case .keep(.renamed): return "kept under its new name: \(place)"
      }
    }
    let steps = options.isDryRun ? ["Nothing was written (--dry-run)."] : ["Next:"] + nextSteps.map { "  - \($0)" }
    return (lines.map { "  \($0)" } + steps).joined(separator: "\n")
  }

  private var nextSteps: [String] {
    var steps: [String] = []
    if copies.contains(where: \.replaces) {
      steps.append("Take what is yours out of the old files, and remove them. They are not compiled.")
    }
    if copies.contains(where: \.differs) {
      steps.append("What differs is kept as you left it. --force replaces it, and keeps your file beside the new one.")
    }
    if !manifest.namesPlatforms {
      // The package manager's own versions lack what the files use, such as `Duration`.
      let platforms = "platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],"
      steps.append("For Apple's platforms, write in Package.swift, after the name: \(platforms)")
    }
    let answer = Template.networkAnswer
    if copies.contains(where: { $0.place.lastPathComponent == answer }), !manifest.names(answer, in: tests) {
      steps.append(
        """
        In Package.swift, give \(tests) exclude: ["\(answer)"], as it is read beside the tests; or, for tests on \
        a device, resources: [.copy("\(answer)")].
        """)
    }
    steps.append("In \(module), write Env.date() for Date(), Env.calendar() for Calendar.current, and so on.")
    if options.framework != .xctest {
      steps.append("In Swift Testing: @Suite(.environment(.mock)) struct YourTests { … }")
    }
    if options.framework != .testing { steps.append("In XCTest: final class YourTests: EnvironmentTestCase { … }") }
    if options.addsNetwork {
      steps.append("In a test: NetworkMocker.stubAll(), then try NetworkMocker.stub(\"/posts\", file: \"\(answer)\").")
    }
    return steps + ["Set what a test is about: Env.date = { Date(timeIntervalSince1970: 0) }"]
  }

  /// The path as seen from the package.
  private func relative(_ place: URL) -> String {
    let folder = package.filePath.hasSuffix("/") ? package.filePath : package.filePath + "/"
    return place.filePath.hasPrefix(folder) ? String(place.filePath.dropFirst(folder.count)) : place.filePath
  }

  /// Refuses a target whose folder is outside the package, by a link.
  private static func expectInside(_ target: any SourceModuleTarget, of package: Package) throws {
    func real(_ url: URL) -> [String] { url.resolvingSymlinksInPath().standardizedFileURL.pathComponents }
    let folder = target.directoryURL
    if real(folder).starts(with: real(package.directoryURL)) { return }
    throw Refusal(
      """
      the folder of \(target.name) is a link that leads out of the package: \(folder.filePath). \
      Move it into the package, or copy the files by hand.
      """)
  }
}

extension Copy {
  fileprivate var differs: Bool { if case .keep(.different) = change { true } else { false } }
  fileprivate var isNew: Bool { if case .write = change { true } else { false } }
  fileprivate var replaces: Bool { if case .replace = change { true } else { false } }
  fileprivate var writes: Bool { isNew || replaces }
}
