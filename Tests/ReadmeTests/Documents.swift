import Foundation

/// The texts that show code, and the files in which that code is compiled, by their paths in this package.
enum Documents {
  /// A piece of a text that is set as code.
  struct Block {
    let language: String
    /// Without indentation.
    let text: String
  }

  /// All pages of the documentation.
  static var pages: [String] {
    get throws { try files(in: "Sources", endingIn: ".md").sorted() }
  }

  /// Those that are read where the code is hosted, too; not the page of a module or of a type, which lists symbols.
  static var articles: [String] {
    get throws { try pages.filter { try !text(of: $0).hasPrefix("# ``") } }
  }

  /// Returns the paths in this package to which a text has links.
  static func links(of document: String) throws -> [String] {
    let folder = root.appending(path: document).deletingLastPathComponent()
    return try text(of: document).matches(of: /\]\(([^)#]+)[^)]*\)/).map { String($0.1) }
      .filter { !$0.hasPrefix("https:") }
      .map { String(folder.appending(path: $0).standardized.path().dropFirst(root.path().count)) }
  }

  /// What tests compile, here or in packages of their own, without indentation.
  static let compiled = Result {
    let folders = [
      "Tests/ReadmeTests", "Tests/TargetEnvironmentTests", "Tests/Packages/Consumers/NextToSwiftUI/Sources",
      "Tests/Packages/Consumers/SwiftSix", "Tests/Packages/Consumers/MainActorByDefault/Sources",
      "Tests/Packages/OpenCombineCheck/Tests",
    ]
    return try folders.flatMap { try files(in: $0, endingIn: ".swift") }.map { flattened(try text(of: $0)) }
  }

  /// Returns the blocks of code of a text, which begin and end with three backticks on a line.
  static func blocks(of document: String) throws -> [Block] {
    let parts = try text(of: document).components(separatedBy: "\n```")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Block(language: String(lines[0]), text: flattened(lines.count > 1 ? String(lines[1]) : ""))
    }
  }

  static func text(of file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func files(in folder: String, endingIn suffix: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path())
      .filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".build/") }
      .map { "\(folder)/\($0)" }
  }

  /// The lines without indentation, which depends on where they stand.
  private static func flattened(_ source: String) -> String {
    source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }
}
