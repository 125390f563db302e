import ChildProcess
import Foundation
import Testing

/// A package in a temporary folder that depends on this one, and is audited by `swift package audit-environment`.
struct AuditedPackage {
  let folder: URL

  /// A finding, as the audit tells it in JSON.
  struct Finding: Decodable, Hashable {
    var path: String
    var line: Int
    var column: Int
    var kind: String
    var symbol: String
  }

  /// What an audit told in JSON.
  struct Report: Decodable {
    struct Unaudited: Decodable, Hashable {
      var path: String
      var reason: String
    }
    var findings: [Finding]
    var unaudited: [Unaudited]
    var notes: [String]
    var files: Int
    var allowed: Int
    var inBaseline: Int
    var fixed: Int
    var exitCode: Int
  }

  /// Makes a package of files, with the targets of its manifest written as there.
  init(_ name: String, targets: String, packages: String = "", files: [String: String]) throws {
    folder = try TemporaryFolder.url.appending(component: name)
    try write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name)",
        platforms: [.macOS(.v15)],
        dependencies: [
          .package(name: "GlobalEnvironment", path: "\(Repository.root.path(percentEncoded: false))"),
          \(packages)
        ],
        targets: [\(targets)]
      )
      """, to: "Package.swift")
    for (path, text) in files { try write(text, to: path) }
  }

  /// Copies a package of `Tests/Packages/Consumers`.
  init(copyOf name: String) throws {
    folder = try TemporaryFolder.url.appending(component: "\(name)-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Repository.consumers.appending(component: name), to: folder)
    let root = Repository.root.path(percentEncoded: false)
    let manifest = try read("Package.swift").replacing("path: \"../../../..\"", with: "path: \"\(root)\"")
    try write(manifest, to: "Package.swift")
  }

  func url(_ path: String) -> URL { folder.appending(path: path) }

  func read(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

  func write(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
      at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url(path), atomically: true, encoding: .utf8)
  }

  /// Runs the audit. One folder is built to by all, so that the tool is compiled once.
  func audit(_ options: [String] = []) async throws -> ChildProcess.Result {
    let scratch = try TemporaryFolder.url.appending(component: "Audited")
    return try await SwiftCommand("package", ["audit-environment"] + options).run(in: folder, scratch: scratch)
  }

  /// Runs the audit, which must run to its end, and reads what it told.
  func report(_ options: String...) async throws -> Report {
    let result = try await audit(options + ["--format", "json"])
    return try #require(
      try? JSONDecoder().decode(Report.self, from: Data(result.output.utf8)), "\(result.output)\n\(result.errors)")
  }
}
