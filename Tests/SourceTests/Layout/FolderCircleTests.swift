import BuildIndex
import Foundation
import Testing

@testable import EnvironmentAudit

/// Arrows between the folders of a module point one way, so that each can be read after those that it builds on.
struct FolderCircleTests {
  private static let modules: [URL] =
    (try? FileManager.default.contentsOfDirectory(
      at: Repository.root.appending(path: "Sources"), includingPropertiesForKeys: nil))?
    .filter { !Repository.files(in: $0, "swift").isEmpty && $0.lastPathComponent != "Plugins" }
    .sorted { $0.path < $1.path } ?? []

  @Test(.enabled(if: BuildIndex.isExpected, "This build has left no index."), arguments: modules)
  func `no folders of a module form a circle`(module: URL) async throws {
    let store = try await IndexStore.ofThisBuild()
    let files = try store.indexed(Repository.files(in: module, "swift"))
    // The table of contents knows all that it lists, and all know it.
    let graph = try FolderGraph(of: module, files: files, in: store, exempt: ["Environment.swift"])
    for circle in graph.circles {
      Issue.record("\(module.lastPathComponent) has a circle.\n\(graph.description(of: circle))")
    }
  }

  @Test(
    .enabled(if: BuildIndex.isExpected && Toolchain.isOfLinux, "This build has left no index, or is none of Linux."))
  func `a circle is found in what the compiler has written down`() async throws {
    let sources = [
      "Base/Value.swift": "struct Value { var text = \"\" }",
      "Base/Value+Top.swift": "extension Value { var top: Top { Top(value: self) } }",
      "Upper/Top.swift": "struct Top { var value: Value }",
      "Other/Other.swift": "func other() -> String { Value().text }",
      "Main.swift": "func all() { _ = other() }",
    ]
    let graph = try await TemporaryFolder.with { folder in
      for (path, text) in sources {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let arguments = ["-parse-as-library", "-c", "-module-name", "Planted", "-index-store-path", "index"]
      try await Toolchain.run("swiftc", arguments + sources.keys.sorted(), in: folder)
      let index = folder.appending(component: "index").path(percentEncoded: false)
      let store = try IndexStore(path: index, library: await BuildIndex.library())
      return try FolderGraph(of: folder, files: store.indexed(Repository.files(in: folder, "swift")), in: store)
    }
    #expect(graph.circles == [["Base", "Upper"]])
    let arrows = graph.description(of: ["Base", "Upper"]).split(separator: "\n")
    #expect(arrows.first == "Upper → Base, 1 ×: Upper/Top.swift:1 uses Value")
    #expect(arrows.last?.hasPrefix("Base → Upper, ") == true)
  }

  @Test func `folders that reach each other by way of others form one circle`() {
    let arrows = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("f", "a"), ("e", "g"), ("g", "e")]
    let graph = FolderGraph(
      places: Dictionary(uniqueKeysWithValues: arrows.map { (FolderGraph.Arrow(from: $0.0, to: $0.1), ["somewhere"]) }))
    #expect(graph.circles == [["a", "b", "c"], ["e", "g"]])
  }
}
