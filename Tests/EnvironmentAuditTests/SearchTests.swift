import BuildIndex
import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import EnvironmentAudit

/// Audits this very file, by the index of this build, with what a mock says of the file.
@Suite(.environment(.mock), .enabled(if: BuildIndex.isExpected, "This build has left no index."))
struct SearchTests {
  private let real = Date()
  private let allowed = UUID()  // audit:allow identity – so that this is tested

  @Test func `a finding is told where it is, and an allowed one is counted`() async throws {
    try write(String(contentsOfFile: #filePath, encoding: .utf8))
    let search = try await search()
    let clock = try #require(search.files.first?.findings.first { $0.kind == "clock" })
    #expect(clock.line == 11)
    #expect(clock.column == 22)
    #expect(clock.message == "Date() reads the clock; use Env.date()")
    #expect(search.files.first?.findings.contains { $0.kind == "identity" } == false)
    #expect(search.files.first?.allowed == 1)
  }

  @Test func `an entry of a baseline is not out of date for what #if leaves out`() async throws {
    try write(String(contentsOfFile: #filePath, encoding: .utf8) + "\n#if NEVER\n  let gone: Date = .now\n#endif\n")
    let search = try await search()
    let codes = ["let gone: Date = .now", "let gone = Date()"]
    let entries = codes.map { Baseline.Entry(path: #filePath, kind: "clock", symbol: "Date.now", code: $0) }
    #expect(entries.map { search.unused([$0]) } == [0, 1])
  }

  @Test func `a text whose lines compilers count otherwise is not audited`() async throws {
    try write(
      String(contentsOfFile: #filePath, encoding: .utf8).replacing("import Foundation\n", with: "import Foundation\r"))
    let reason = try await search().unaudited.first?.reason
    #expect(reason?.hasPrefix("a line of it ends with a carriage return alone") == true)
  }

  @Test func `a text that is not the one of the index is not audited`() async throws {
    try write("\n\n\n")
    #expect(
      try await search().unaudited.map(\.reason) == [
        "the index does not fit what is in it; a build has nothing to do then, so say swift package clean first"
      ])
  }

  @Test func `a file that was changed after the build is not audited`() async throws {
    let later = Date() + 60
    Env.date = { later }
    try write("")
    #expect(
      try await search().unaudited.map(\.reason) == [
        "it was changed after the index was written; build the package again"
      ])
  }

  @Test func `a file that was changed in the future is told, as no build can fix that`() async throws {
    let later = Date() + 60
    Env.date = { later }
    try write("")
    Env.date = { later - 1 }
    #expect(try await search().unaudited.first?.reason.hasPrefix("its last change lies in the future") == true)
  }

  @Test func `a file that is gone is not audited`() async throws {
    #expect(try await search().unaudited.map(\.reason) == ["it is not there, or not readable"])
  }

  @Test func `a file that a plugin made and no index knows is noted, as perhaps nobody compiles it`() async throws {
    let path = "/p/made/Example.swift"
    try Env.files().createFolder(URL(filePath: "/p/made"), withParents: true)
    try Env.files().write("", to: URL(filePath: path))
    let search = try await search(path, isGenerated: true)
    #expect(search.unaudited.isEmpty)
    #expect(search.sources.uncompiled.map(\.file.path) == [path])
    #expect(
      search.sources.uncompiled.map(\.reason) == [
        "the index has nothing of it; say swift package clean, and build in debug, without errors"
      ])
  }

  @Test func `a target of a package that its build does not compile is noted, beside others that it does`() async throws
  {
    try write(String(contentsOfFile: #filePath, encoding: .utf8))
    let elsewhere = try target("Elsewhere", "/p/Sources/Elsewhere/A.swift")
    let search = try await search([target("Tests", #filePath), elsewhere], isComplete: true)
    #expect(search.unaudited.isEmpty)
    #expect(search.sources.unbuilt.map(\.name) == ["Elsewhere"])
    let list = SourceList(package: "/p", targets: [])
    #expect(
      Report(search, of: list).notes == [
        "the target Elsewhere is not audited: this build does not compile it. Audit it on its own platform"
      ])
  }

  @Test func `where the index has nothing, or lacks a file of a target, or a user lists files, that is an error`()
    async throws
  {
    try write(String(contentsOfFile: #filePath, encoding: .utf8))
    let elsewhere = try target("Elsewhere", "/p/Sources/Elsewhere/A.swift")
    let mixed = try target("Tests", #filePath, "/p/Sources/Elsewhere/A.swift")
    let own = try target("Tests", #filePath)
    for (targets, isComplete) in [([elsewhere], true), ([mixed], true), ([own, elsewhere], nil)] {
      let search = try await search(targets, isComplete: isComplete)
      #expect(search.unaudited.map(\.file.path) == ["/p/Sources/Elsewhere/A.swift"])
      #expect(search.sources.unbuilt.isEmpty)
    }
  }

  @Test func `a file of which no index can tell is noted`() async throws {
    try Env.files().createFolder(URL(filePath: "/p/Sources"), withParents: true)
    try Env.files().write("", to: URL(filePath: "/p/Sources/start.S"))
    let search = try await search("/p/Sources/start.S")
    #expect(search.unaudited.isEmpty)
    #expect(search.sources.foreign.map(\.path) == ["/p/Sources/start.S"])
  }

  @Test(arguments: [
    ("/p/Sources", "it is a folder; list its files"), ("/p/Sorces/Core", "it is not there, or not readable"),
    ("/p/none.S", "it is not there, or not readable"),
  ])
  func `a listed path that leads to no file is not audited`(path: String, reason: String) async throws {
    try Env.files().createFolder(URL(filePath: "/p/Sources"), withParents: true)
    let search = try await search(path)
    #expect(search.unaudited.map(\.reason) == [reason])
    #expect(search.sources.foreign.isEmpty)
  }

  private func search(_ path: String = #filePath, isGenerated: Bool = false) async throws -> Search {
    let file = SourceList.File(path: path, realPath: path, isGenerated: isGenerated)
    return try await search([SourceList.Target(name: "Tests", linksEnvironment: true, files: [file])])
  }

  private func search(_ targets: [SourceList.Target], isComplete: Bool? = nil) async throws -> Search {
    let store = try IndexStore(path: try #require(BuildIndex.store), library: await BuildIndex.library())
    let list = SourceList(package: "/p", targets: targets, isComplete: isComplete)
    return try Search(IndexedSources(list, stores: [store]), rules: RuleSet.builtIn())
  }

  /// A target of files, each of which is written unless it is there.
  private func target(_ name: String, _ paths: String...) throws -> SourceList.Target {
    for path in paths where !Env.files().exists(URL(filePath: path)) {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try Env.files().createFolder(folder, withParents: true)
      try Env.files().write("", to: URL(filePath: path))
    }
    return SourceList.Target(name: name, files: paths.map { SourceList.File(path: $0, realPath: $0) })
  }

  private func write(_ text: String) throws {
    let url = URL(filePath: #filePath)
    try Env.files().createFolder(url.deletingLastPathComponent(), withParents: true)
    try Env.files().write(text, to: url)
  }
}
