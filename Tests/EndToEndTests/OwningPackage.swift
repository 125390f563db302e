import ChildProcess
import Foundation

/// A package in a temporary folder that owns the pattern, or is about to.
struct OwningPackage {
  let folder: URL

  /// Makes a package whose targets use no product of the dependency.
  init(_ name: String, module: String = "App", dependency: String? = nil) throws {
    self.init(in: try TemporaryFolder.url.appending(path: name))
    let dependency = dependency ?? #".package(path: "\#(Repository.root.path)")"#
    try write(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "\(name)", platforms: [.macOS(.v15)], dependencies: [\(dependency)],
        targets: [
          .target(name: "\(module)"), .testTarget(name: "\(module)Tests", dependencies: ["\(module)"]),
        ])
      """, to: "Package.swift")
    try write("", to: "Sources/\(module)/\(module).swift")
    try write("", to: "Tests/\(module)Tests/\(module)Tests.swift")
  }

  init(in folder: URL) {
    self.folder = folder
  }

  /// Makes an empty folder, beside which this package is under its name.
  static func empty(_ name: String) throws -> OwningPackage {
    let around = try TemporaryFolder.url.appending(path: name)
    let folder = around.appending(path: "App")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: around.appending(path: "GlobalEnvironment"), withDestinationURL: Repository.root)
    return OwningPackage(in: folder)
  }

  /// Runs `swift package add-environment`.
  func add(_ arguments: String...) async throws -> ChildProcess.Result { try await add(arguments) }

  /// Runs `swift package add-environment`.
  func add(_ arguments: [String]) async throws -> ChildProcess.Result {
    try await SwiftCommand(
      "package", ["--allow-writing-to-package-directory", "add-environment"] + arguments
    ).run(in: folder, scratch: file(".build"))
  }

  /// Runs a line of an article in the folder of the package.
  func run(_ command: String) async throws -> ChildProcess.Result {
    let words = command.split(separator: " ").map(String.init)
    if words.count > 1, words[0] == "swift" {
      return try await SwiftCommand(words[1], Array(words.dropFirst(2))).run(in: folder, scratch: file(".build"))
    }
    return try await ChildProcess(
      URL(filePath: "/usr/bin/env"), ["bash", "-c", command], in: folder,
      environment: ProcessInfo.processInfo.environment
    ).run()
  }

  func file(_ path: String) -> URL { folder.appending(path: path) }

  func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }

  func files(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(path).path(percentEncoded: false)).sorted()
  }

  /// Writes a file, and makes the folder for it.
  func write(_ text: String, to path: String) throws {
    let file = file(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: file(path)) }

  func move(_ path: String, to new: String) throws {
    try write("", to: new)
    try remove(new)
    try FileManager.default.moveItem(at: file(path), to: file(new))
  }

  func link(_ path: String, to target: URL) throws {
    try FileManager.default.createSymbolicLink(at: file(path), withDestinationURL: target)
  }
}
