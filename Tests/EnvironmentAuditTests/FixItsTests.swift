import BuildIndex
import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import EnvironmentAudit

/// Fixes this very file, by the index of this build, as a mock has it.
@Suite(.environment(.mock), .enabled(if: BuildIndex.isExpected, "This build has left no index."))
struct FixItsTests {
  private let began = Date()
  private let chosen = Moment()
  private let ages = [\Ages.[1, 2].timeIntervalSinceNow]
  private func age(of date: Date) -> TimeInterval { date.timeIntervalSinceNow }
  private func age(of box: Box<Date>) -> TimeInterval { box.timeIntervalSinceNow }

  @Test func `what is certain is rewritten`() async throws {
    let text = try await fixed()
    #expect(text.contains("let began = Env.date()\n"))
    #expect(text.contains("let chosen = Env.date()\n"))
    #expect(text.contains("(of date: Date) -> TimeInterval { date.timeIntervalSince(Env.date()) }"))
  }

  @Test func `a key path, and a member that another type passes on, stay`() async throws {
    let text = try await fixed()
    #expect(text.contains("[\\Ages.[1, 2].timeIntervalSinceNow]\n"))
    #expect(text.contains("(of box: Box<Date>) -> TimeInterval { box.timeIntervalSinceNow }"))
  }

  @Test func `a type that the index does not name there stays, as the file may be another than the built one`()
    async throws
  {
    let text = try await fixed { $0.replacing("began = Date()", with: "began = Made()") }
    #expect(text.contains("let began = Made()\n"))
    #expect(text.contains("let chosen = Env.date()\n"))
  }

  @Test func `where no manifest tells who may import it, only files that do are fixed`() async throws {
    #expect(try await fixed(links: nil).contains("let began = Env.date()\n"))
    let without = try await fixed(links: nil) { $0.replacing("import GlobalEnvironmentTesting\n", with: "// …\n") }
    #expect(without.contains("let began = Date()\n"))
  }

  @Test func `a file that assigns the endpoint is told, and stays`() async throws {
    let text = try await fixed { $0 + "private func stop() { Env.date = { Date() } }\n" }
    #expect(text.contains("let began = Date()\n"))
    #expect(
      Env.output.standardError
        == "\(Self.name) decides what date answers, so nothing in it is made to ask that: fix it by hand")
  }

  private static let name = URL(filePath: #filePath).lastPathComponent

  /// Returns this file's text, changed, after a fix of all that is found in it; notes are written as errors.
  private func fixed(links: Bool? = true, _ change: (String) -> String = { $0 }) async throws -> String {
    let url = URL(filePath: #filePath)
    let folder = url.deletingLastPathComponent()
    try Env.files().createFolder(folder, withParents: true)
    try Env.files().write(change(String(contentsOfFile: #filePath, encoding: .utf8)), to: url)
    let store = try IndexStore(path: try #require(BuildIndex.store), library: await BuildIndex.library())
    let target = SourceList.Target(
      name: "Tests", linksEnvironment: links, files: [SourceList.File(path: #filePath, realPath: #filePath)])
    let sources = SourceList(package: folder.path(percentEncoded: false).absolute(in: "/"), targets: [target])
    let search = try Search(IndexedSources(sources, stores: [store]), rules: RuleSet.builtIn())
    var report = Report(search, of: sources)
    #expect(report.unaudited.isEmpty)
    try FixIts(search, sources: sources).apply(&report)
    Env.standardError(report.notes.filter { $0.contains("answers") }.joined())
    return try Env.files().readText(url)
  }
}

private typealias Moment = Date

private struct Ages {
  subscript(a: Int, b: Int) -> Date { .distantPast }
}

@dynamicMemberLookup private struct Box<Value> {
  var value: Value
  subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}
