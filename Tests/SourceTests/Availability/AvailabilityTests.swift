import BuildIndex
import Foundation
import Testing

@testable import EnvironmentAudit

@Suite(.enabled(if: BuildIndex.isExpected && Toolchain.isOfLinux, "This build has left no index, or is none of Linux."))
struct AvailabilityTests {

  @Test(.timeLimit(.minutes(5)))
  func `nothing is used that the oldest versions do not have`() async throws {
    let table = try await table()
    let manifest = try await TemporaryFolder.with { try await Manifest.read(scratch: $0) }
    let floor = manifest.floor
    for platform in PlatformVersions.platforms {
      #expect(floor[platform] != nil, "The manifest names no version of \(platform).")
    }
    var check = Availability(table: table, floor: floor)
    let store = try await IndexStore.ofThisBuild()
    let files = try store.indexed(manifest.indexedFiles)
    for file in files {
      try check.learn(record: file.record, of: store, text: String(contentsOf: file.url, encoding: .utf8))
    }
    for file in files {
      let found = try check.findings(in: Repository.path(of: file.url), record: file.record, of: store) {
        try String(contentsOf: file.url, encoding: .utf8)
      }
      for finding in Set(found) { Issue.record("\(finding)") }
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `what is newer than the oldest versions is found, but where it is asked for`() async throws {
    let text = """
      func name() -> String? { Task<Never, Never>.name }
      func product(_ left: Int, _ right: Int) -> Int { left &* right }
      func generic<Number: FixedWidthInteger>(_ left: Number, _ right: Number) -> Number { left &* right }
      @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
      func newer() -> String? { Task<Never, Never>.name }
      func careless() -> String? { newer() }
      #if !canImport(Darwin)
        func onLinux() -> String? { Task<Never, Never>.name }
      #endif
      func nameWhereThereIsOne() -> String? {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { Task<Never, Never>.name } else { nil }
      }
      """
    let table = try await table()
    let found = try await TemporaryFolder.with { folder in
      var check = Availability(
        table: table, floor: PlatformVersions(list: "macOS 13, iOS 16, watchOS 26"))
      let (file, index) = (folder.appending(component: "Planted.swift"), folder.appending(component: "index"))
      try Data(text.utf8).write(to: file)
      try await Toolchain.run(
        "swiftc", ["-parse-as-library", "-c", "Planted.swift", "-o", "Planted.o", "-index-store-path", "index"],
        in: folder)
      let store = try IndexStore(path: index.path(percentEncoded: false), library: await BuildIndex.library())
      let record = try #require(try store.indexed([file]).first?.record)
      try check.learn(record: record, of: store, text: text)
      return try check.findings(in: "Planted.swift", record: record, of: store) { text }
    }
    #expect(
      found.map(\.description) == [
        "Planted.swift:1: name is there from macos 26, ios 26 on. Put it behind @available or #available, or do without.",
        "Planted.swift:6: newer() is there from macos 26, ios 26 on. Put it behind @available or #available, or do without.",
      ])
  }

  @Test func `a file that was changed since the build is told`() async throws {
    let store = try await IndexStore.ofThisBuild()
    try await TemporaryFolder.with { folder in
      let file = folder.appending(component: "New.swift")
      try Data().write(to: file)
      let error = #expect(throws: CannotCheck.self) { try store.indexed([file]) }
      #expect(error?.description.contains("New.swift cannot be checked: the index has nothing of it") == true)
    }
  }

  /// Asked for once, since the toolchain takes seconds to tell.
  private static let table = Task { try await TemporaryFolder.with { try await VersionTable(in: $0) } }

  private func table() async throws -> VersionTable { try await Self.table.value }
}
