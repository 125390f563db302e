import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.hidesKnownIssues, .environment(.mock))
struct FixtureTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "Fixtures-\(UUID())")

  /// Runs `body` with a source file's path in a folder where files with these names hold their own name.
  private func withFiles(_ names: [String], _ body: (String) async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in names {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(name.utf8).write(to: file)
    }
    try await body(folder.appending(path: "SomeTests.swift").path(percentEncoded: false))
  }

  private func contents(_ name: String, source: String) -> String? {
    let contents = Fixture.contents(of: name, module: "SomeTests/SomeTests.swift", source: source)
    return (try? contents.get()).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a file is found beside the source, and in folders there`() async throws {
    try await withFiles(["a.json", "Fixtures/b b.json", "Resources/deep/c.json", "Fixtures/a.json"]) { source in
      #expect(contents("a.json", source: source) == "a.json")
      #expect(contents("b b.json", source: source) == "Fixtures/b b.json")
      #expect(contents("deep/c.json", source: source) == "Resources/deep/c.json")
      let path = folder.appending(path: "Resources/deep/c.json").path(percentEncoded: false)
      #expect(contents(path, source: "") == "Resources/deep/c.json")
      #expect(contents("d.json", source: source) == nil)
      #expect(contents("Fixtures", source: source) == nil)
      #expect(contents("", source: source) == nil)
    }
  }

  @Test func `a missing file is an issue at the stub's line that names the places`() async throws {
    let line = #line + 2
    let messages = await issues {
      Env.stub(.any, .file("nowhere.json")).optional()
      #expect(await failure { try await send("/") } == .resourceUnavailable)
    }
    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(message.contains("FixtureTests.swift:\(line)"))
    #expect(message.contains(#"no file "nowhere.json""#))
    #expect(message.contains("Tests/GlobalEnvironmentStubsTests/Fixtures\n"))
  }

  @Test func `a file is answered with the type that its name says`() async throws {
    try await withFiles(["posts.json", "a.bin", "b.TXT"]) { _ in
      func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
      Env.stub(.get("/json"), .file(path("posts.json"), status: 203))
      Env.stub(.get("/bin"), .file(path("a.bin")))
      Env.stub(.get("/txt"), .file(path("b.TXT")))
      Env.stub(.get("/own"), .file(path("b.TXT"), type: "text/markdown"))
      let (received, response) = try await receive(request("/json"))
      #expect(received == Received(status: 203, text: "posts.json"))
      #expect(response.value(forHTTPHeaderField: "Content-Type") == "application/json")
      var types: [String?] = []
      for path in ["/bin", "/txt", "/own"] {
        types.append(try await receive(request(path)).1.value(forHTTPHeaderField: "Content-Type"))
      }
      #expect(types == ["application/octet-stream", "text/plain; charset=utf-8", "text/markdown"])
    }
  }
}
