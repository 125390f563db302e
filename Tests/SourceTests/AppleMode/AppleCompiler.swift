import ChildProcess
import Foundation

/// Type-checks modules as if for one of Apple's platforms, and keeps them for others that import them.
struct AppleCompiler {
  let platform: ApplePlatform
  private let folder: URL
  private let plugins: URL
  /// Where the maps of the modules in C are.
  private var maps: [String] = []

  /// Prepares the modules that stand for Apple's.
  ///
  /// - Throws: ``CannotCheck`` when something of the toolchain is missing, or does not fit.
  init(for platform: ApplePlatform, in folder: URL) async throws {
    self.platform = platform
    self.folder = folder
    plugins = try await Toolchain.resources().appending(path: "host/plugins/testing")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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
  /// - Throws: ``CannotCheck`` when the compiler cannot be started, or fails without a word.
  func check(_ module: String, _ files: [String: String], features: [String]) async throws -> [Diagnostic] {
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
    try Data(files.map { "\"\($0)\"" }.joined(separator: "\n").utf8).write(to: list)
    let path = folder.path(percentEncoded: false)
    // As far as the intermediate language: what is sent between threads is looked at there.
    let result = try await Toolchain.start(
      "swiftc",
      ["-module-name", module, "-wmo", "-Onone", "-DDEBUG", "-package-name", "global_environment"] + options
        + [
          "-emit-module", "-emit-module-path", "\(path)/\(module).swiftmodule", "-emit-sil", "-o",
          "\(path)/\(module).sil",
        ]
        + ["-diagnostic-style", "llvm", "-I", path, "-plugin-path", plugins.path(percentEncoded: false)]
        + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
        + ["@\(list.path(percentEncoded: false))"])
    let told = result.errors.matches(of: /(?m)^(\/[^:\n]+):(\d+):\d+: (?:error|warning): (.*)$/).map { match in
      Diagnostic(
        file: String(match.1), line: Int(match.2) ?? 0, message: String(match.3), text: String(match.0))
    }
    if result.status != 0, told.isEmpty { throw CannotCheck("swiftc cannot compile \(module):\n\(result.errors)") }
    return told
  }
}
