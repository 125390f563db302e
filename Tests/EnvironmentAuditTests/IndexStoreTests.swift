import BuildIndex
@testable import EnvironmentAudit
import Foundation
import Testing

/// Reads the index that the build of these tests has left; a release build leaves none.
@Suite(.enabled(if: BuildIndex.isExpected, "This build has left no index."))
struct IndexStoreTests {
  @Test func `it tells where a file names a symbol`() async throws {
    let store = try await openStore()
    let unit = try #require(newest(store.units { $0.hasPrefix("IndexStoreTests.swift") }))
    let found = try store.occurrences(in: try #require(unit.record)) {
      $0 == "placeOfTheCall(line:column:)" ? $1() : nil
    }
    let place = Self.placeOfTheCall()
    #expect(found.map(\.occurrence.line) == [place.line])
    #expect(found.map(\.occurrence.column) == [place.column - "placeOfTheCall".count])
    #expect(found.allSatisfy { $0.choice.hasPrefix("s:21EnvironmentAuditTests") })
  }

  @Test func `the time of a unit is that of the build`() async throws {
    let unit = try #require(newest(try await openStore().units { $0.hasPrefix("IndexStoreTests.swift") }))
    let file = try FileManager.default.attributesOfItem(atPath: #filePath)[.modificationDate] as? Date
    #expect(unit.modified > (try #require(file)).timeIntervalSince1970)
  }

  @Test func `a folder without an index, and a record that is not there, are told`() async throws {
    let library = try await BuildIndex.library()
    #expect(throws: CannotAudit.self) { try IndexStore(path: "/dev/null/nothing", library: library) }
    let store = try await openStore()
    #expect(throws: CannotAudit.self) { try store.occurrences(in: "nothing-2X") { name, _ in name } }
  }

  @Test func `a library that is none is told`() {
    let error = #expect(throws: CannotAudit.self) { try IndexStoreLibrary(path: "/dev/null") }
    #expect(error?.description.hasPrefix("The toolchain's index library cannot be opened: ") == true)
  }

  @Test func `reading all of this build takes a fraction of a second`() async throws {
    let store = try await openStore()
    let rules = try RuleSet.builtIn()
    let clock = ContinuousClock()
    var all = 0
    var files = 0
    let records = store.units { !$0.contains(".pcm") }.compactMap(\.record)
    for record in Set(records) {
      all += try store.occurrences(in: record) { name, _ in name }.count
      files += 1
    }
    let time = try clock.measure {
      for record in Set(records) { _ = try store.occurrences(in: record) { rules.rule(name: $0, usr: $1) } }
    }
    // A figure to look at, not a promise: the machine may be busy.
    print("Audited \(all) occurrences of \(files) files in \(time).")
    #expect(all > 0)
  }

  private func newest(_ units: [IndexUnit]) -> IndexUnit? {
    units.filter { $0.file == #filePath }.max { $0.modified < $1.modified }
  }

  private func openStore() async throws -> IndexStore {
    try IndexStore(path: try #require(BuildIndex.store), library: await BuildIndex.library())
  }

  /// Returns the place where its call ends.
  private static func placeOfTheCall(line: Int = #line, column: Int = #column) -> (line: Int, column: Int) {
    (line, column)
  }
}
