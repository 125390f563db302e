import ChildProcess
import Foundation

/// Type-checks modules as if for one of Apple's platforms, and keeps them for others that import them.
struct AppleCompiler {
  let platform: ApplePlatform
  private let folder: URL
  private let plugins: [String]
  private let target: AppleTarget
  /// Where the maps of the modules in C are.
  private var maps: [String] = []

  /// Prepares the modules that stand for Apple's.
  ///
  /// - Parameter version: The oldest macOS on which they are to run, or that of the same year as other systems.
  /// - Throws: ``CannotCheck`` when something of the toolchain is missing, or does not fit.
  init(for platform: ApplePlatform, macOS version: String, in folder: URL) async throws {
    self.platform = platform
    self.folder = folder
    let macros = try await Toolchain.resources().appending(path: "host/plugins")
    plugins = [macros, macros.appending(component: "testing")].map { $0.path(percentEncoded: false) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    target = try await AppleTarget(macOS: version, in: folder)
    for name in AppleText.modules {
      let source = Repository.appleModules.appending(component: "\(name).swift").path(percentEncoded: false)
      // As C's are seen, whose globals nothing guards.
      let mode = name == "Darwin" ? "5" : "6"
      let told = try await compile(
        "Apple\(name)", [source], ["-parse-as-library", "-swift-version", mode, "-D", "\(platform)"])
      guard told.isEmpty else {
        throw CannotCheck(
          "\(source) does not compile with this toolchain:\n\(told.map(\.text).joined(separator: "\n"))")
      }
    }
  }

  /// One error or warning.
  struct Diagnostic: Hashable, CustomStringConvertible {
    var file: String
    var line: Int
    var message: String
    var text: String

    var description: String { "\(file):\(line): \(message)" }
  }

  /// Type-checks a module in Swift, and returns what the compiler has to say against it.
  ///
  /// - Parameters:
  ///   - files: Its sources as they are in the repository, by their paths.
  ///   - features: What of Swift's future it has switched on.
  ///   - isLibrary: Whether a framework may be made of it, whose clients are not compiled anew with each version.
  /// - Throws: ``CannotCheck`` when the compiler cannot be started, or fails without a word.
  func check(_ module: String, _ files: [String: String], features: [String], isLibrary: Bool = false) async throws
    -> [Diagnostic]
  {
    let sources = folder.appending(component: "\(module)-sources")
    for (path, text) in files {
      let file = sources.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(AppleText(text, for: platform).text.utf8).write(to: file)
    }
    let isProgram = files.keys.contains { $0.hasSuffix("/main.swift") }
    let told = try await compile(
      module, files.keys.sorted().map { sources.appending(path: $0).path(percentEncoded: false) },
      ["-swift-version", "6", "-enable-testing"] + (isProgram ? [] : ["-parse-as-library"])
        + (isLibrary ? ["-enable-library-evolution"] : [])
        + features.flatMap { ["-enable-upcoming-feature", $0] })
    return told.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.file = diagnostic.file.replacing(sources.path(percentEncoded: false) + "/", with: "")
      return diagnostic
    }
  }

  /// Lets Swift import a module in C.
  mutating func add(_ module: String, headers: [URL]) throws {
    let map = folder.appending(component: "\(module).modulemap")
    let lines = headers.map { "header \"\($0.path(percentEncoded: false))\"" }
    try Data("module \(module) {\n\(lines.joined(separator: "\n"))\nexport *\n}\n".utf8).write(to: map)
    maps.append(map.path(percentEncoded: false))
  }

  private func compile(_ module: String, _ files: [String], _ options: [String]) async throws -> [Diagnostic] {
    let list = folder.appending(component: "\(module).files")
    try Data(files.joined(separator: "\n").utf8).write(to: list)
    let path = folder.path(percentEncoded: false)
    // As far as the intermediate language: what is sent between threads is looked at there.
    var arguments = ["-frontend", "-emit-module", "-o", "\(path)/\(module).swiftmodule", "-module-name", module]
    arguments += target.options + ["-Onone", "-DDEBUG", "-package-name", "global_environment"] + options
    arguments += ["-diagnostic-style", "llvm", "-I", path]
    arguments += plugins.flatMap { ["-plugin-path", $0] }
    arguments += maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    let result = try await Toolchain.start("swiftc", arguments + ["-filelist", list.path(percentEncoded: false)])
    let told = result.errors.matches(of: /(?m)^(\/[^:\n]+):(\d+):\d+: (?:error|warning): (.*)$/).map { match in
      Diagnostic(
        file: String(match.1), line: Int(match.2) ?? 0, message: String(match.3), text: String(match.0))
    }
    // What stands for Apple's modules is made anew for each compiler.
    let accused = told.filter { !$0.message.contains("was not compiled with library evolution support") }
    if result.status != 0, accused.isEmpty { throw CannotCheck("swiftc cannot compile \(module):\n\(result.errors)") }
    return accused
  }
}
