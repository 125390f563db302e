import ChildProcess
import Foundation
import Testing

extension EndToEndTests {
  /// What the README shows, typed into an empty package from top to bottom.
  @Suite(.serialized) struct ReadmeTests {
    @Test(.timeLimit(.minutes(10)))
    func `what the README shows builds in a new package, and its tests pass without a warning`() async throws {
      let package = try TypedPackage()
      try await SwiftCommand("test").expectSuccess(in: package.folder, scratch: scratch(of: package.folder))
    }

    @Test(.timeLimit(.minutes(10)))
    func `a path that is misspelt in the stub fails with the message that the README shows`() async throws {
      let package = try TypedPackage { $0.replacing(#".get("/search")"#, with: #".get("/find")"#) }
      let result = try await SwiftCommand("test").run(in: package.folder, scratch: scratch(of: package.folder))
      #expect(result.status != 0)
      // Without the sign before each message.
      let told = result.output.split(separator: "\n").map { $0.trimmingPrefix(#/[✘↳] /#) }.joined(separator: "\n")
      let message = try #require(TypedPackage.blocks().first { $0.language == "text" }?.text)
      #expect(told.contains(message), "\(told)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `the audit finds nothing in it that is past Env`() async throws {
      let package = try TypedPackage()
      let result = try await SwiftCommand("package", "audit-environment")
        .run(in: package.folder, scratch: scratch(of: package.folder))
      #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
  }
}

/// A package with all files that the README shows, beside what stands for a clone of this one.
private struct TypedPackage {
  let folder: URL

  /// Writes the files.
  ///
  /// - Parameter change: What to make of the text of each.
  /// - Throws: When a file cannot be written or read.
  init(_ change: (String) -> String = { $0 }) throws {
    let outside = try TemporaryFolder.url.appending(component: "Readme")
    folder = outside.appending(component: "App")
    let files = FileManager.default
    if files.fileExists(atPath: outside.path()) { try files.removeItem(at: outside) }
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    try files.createSymbolicLink(
      at: outside.appending(component: "GlobalEnvironment"), withDestinationURL: Repository.root)
    for (path, text) in try Self.files() {
      let file = folder.appending(path: path)
      try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(change(text).utf8).write(to: file)
    }
  }

  /// A piece of the README that is set as code.
  struct Block {
    let language: Substring
    let text: String
  }

  static func blocks() throws -> [Block] {
    let parts = try readme().components(separatedBy: "\n```")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Block(language: lines[0], text: lines.count > 1 ? String(lines[1]) : "")
    }
  }

  /// The text of each file by its path, which a comment in the README names.
  private static func files() throws -> [String: String] {
    var files: [String: String] = [:]
    for block in try blocks() where block.language == "swift" {
      var path = "Package.swift"
      for line in block.text.split(separator: "\n", omittingEmptySubsequences: false) {
        if let match = line.wholeMatch(of: /\/\/ ((?:Sources|Tests)\/\S+\.swift)/) { path = String(match.1) }
        files[path, default: ""] += "\(line)\n"
      }
    }
    return files
  }

  private static func readme() throws -> String {
    try String(contentsOf: Repository.root.appending(component: "README.md"), encoding: .utf8)
  }
}
