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
struct StubTests {

  @Test func `a stub answers what it matches`() async throws {
    Env.stub(.get("/posts"), .text("Posts"))
    Env.stub(.post("/posts"), .json(["ok": true], status: 201))
    #expect(try await send("/posts") == Received(status: 200, text: "Posts"))
    #expect(try await send("POST /posts") == Received(status: 201, text: #"{"ok":true}"#))
  }

  @Test func `the newest stub that matches answers`() async throws {
    Env.stub(.get("/posts"), .text("exact")).optional()
    Env.stub(.any, .text("any")).optional()
    #expect(try await send("/posts").text == "any")
    Env.stub(.path(prefix: "/posts"), .text("prefix"))
    #expect(try await send("/posts").text == "prefix")
    Env.stub(.get("/:anything"), .text("template"))
    #expect(try await send("/posts").text == "template")
    let newest = Env.stub(.get("/posts") || .get("/other"), .text("either"))
    #expect(try await send("/posts").text == "either")
    newest.remove()
    #expect(try await send("/posts").text == "template")
  }

  @Test func `a stub that is removed answers no more`() async throws {
    Env.unmatched(.respond500)
    let stub = Env.stub(.get("/posts"), .ok)
    #expect(try await send("/posts").status == 200)
    stub.remove()
    stub.remove()
    #expect(try await send("/posts").status == 500)
  }

  @Test func `of many stubs for any path, each can be removed from among the others`() async throws {
    Env.stub(.any, .text("rest"))
    let stubs = (0..<20_000).map { Env.stub(.any.query("n", "\($0)"), .text("\($0)")).optional() }
    for stub in stubs.dropFirst(2) + stubs.prefix(1) { stub.remove() }
    #expect(try await send("/?n=1").text == "1")
    #expect(try await [send("/?n=0"), send("/?n=2"), send("/?n=19999")].map(\.text) == ["rest", "rest", "rest"])
  }

  @Test func `all stubs can be removed at once`() async throws {
    Env.unmatched(.respond500)
    Env.stub(.get("/posts"), .ok)
    Env.stub(.get("/users/:id"), .ok)
    Env.stub(.any, .ok)
    Env.removeAllStubs()
    for path in ["/posts", "/users/1", "/"] { #expect(try await send(path).status == 500) }
    Env.stub(.get("/posts"), .noContent)
    #expect(try await send("/posts").status == 204)
  }

  @Test func `a stub may answer once, or some times`() async throws {
    Env.stub(.any, .text("rest"))
    Env.stub(.any, .text("twice")).times(2)
    Env.stub(.any, .text("once")).once()
    var texts: [String] = []
    for _ in 0..<5 { texts.append(try await send("/").text) }
    #expect(texts == ["once", "twice", "twice", "rest", "rest"])
  }

  @Test func `a stub that has answered as often as it might answers again where it may, in its place`() async throws {
    Env.stub(.any, .text("oldest"))
    let older = Env.stub(.any, .text("older")).once()
    let newest = Env.stub(.any, .text("newest")).once()
    var texts: [String] = []
    for _ in 0..<3 { texts.append(try await send("/").text) }
    older.times(2)
    newest.remove()
    newest.times(9)
    for _ in 0..<2 { texts.append(try await send("/").text) }
    #expect(texts == ["newest", "older", "oldest", "older", "oldest"])
  }

  @Test func `a stub that answers once does so for one of many at a time`() async throws {
    Env.stub(.any, .text("rest"))
    Env.stub(.any, .text("once")).once()
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<100 { group.addTask { try await send("/").text } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts.count { $0 == "once" } == 1)
  }

  @Test func `a sequence answers one after the other, and then repeats the last`() async throws {
    Env.stub(.any, .sequence([.status(503), .error(.timedOut), .text("At last")]).header("X-Try", "1"))
    #expect(try await send("/").status == 503)
    #expect(await failure { try await send("/") } == .timedOut)
    for _ in 0..<3 {
      let (received, response) = try await receive(request("/"))
      #expect(received.text == "At last")
      #expect(response.value(forHTTPHeaderField: "x-try") == "1")
    }
  }

  @Test func `a sequence in the last place of another one begins there`() async throws {
    Env.stub(.any, .sequence([.text("1"), .sequence([.text("2"), .response { _ in .text("3") }])]))
    var texts: [String] = []
    for _ in 0..<4 { texts.append(try await send("/").text) }
    #expect(texts == ["1", "2", "3", "3"])
  }

  @Test func `two stubs with one sequence have a place in it each`() async throws {
    let sequence = StubResponse.sequence([.text("1"), .text("2")])
    Env.stub(.get("/a"), sequence)
    Env.stub(.get("/b"), sequence)
    #expect(try await [send("/a").text, send("/b").text, send("/a").text, send("/b").text] == ["1", "1", "2", "2"])
  }

  @Test func `a handle knows the requests of its stub`() async throws {
    let users = Env.stub(.get("/users/:id"), .ok)
    Env.stub(.get("/posts"), .ok)
    try await send("/users/1")
    try await send("/posts")
    try await send("/users/2")
    #expect(users.calls.map { $0.parameters["id"] } == ["1", "2"])
    #expect(Env.requests.map { $0.stub === users } == [true, false, true])
  }

  @Test func `a mock lists its requests with body, time and header fields`() async throws {
    Env.stub(.any, .ok)
    try await send("/posts?page=2")
    await Env.time.advance(by: .seconds(60))
    try await send("POST /users", body: "name=B&x", headers: ["X-Version": "2"])
    #expect(Env.requests.map(\.url?.path) == ["/posts", "/users"])
    #expect(Env.requests.map(\.method) == ["GET", "POST"])
    let last = try #require(Env.requests.last)
    #expect(last.date == Date(timeIntervalSince1970: 1_573_548_360))
    #expect(last.body == Data("name=B&x".utf8))
    #expect(last.header("x-version") == "2" && last.headers["X-Version"] == "2")
    #expect(last.form["name"] == "B" && last.form["x"] == "" && last.json == nil)
    #expect(Env.requests[0].query["page"] == "2")
    #expect("\(last)" == "POST https://api.example.com/users")
    #expect(Env.requestCount == 2)
  }

  @Test func `requests are kept up to a limit, and all counted`() async throws {
    Env.stub(.any, .noContent)
    for _ in 0..<10_100 { try await send("/") }
    #expect(Env.requests.count == 10_000)
    #expect(Env.requestCount == 10_100)
  }

  @Test func `requests with large bodies are forgotten sooner`() async throws {
    Env.stub(.any, .noContent)
    var large = try request("POST /")
    large.httpBody = Data(count: 30 << 20)
    for _ in 0..<4 { _ = try await Env.http(large) }
    #expect(Env.requests.count == 2)
    large.httpBody = Data(count: 100 << 20)
    _ = try await Env.http(large)
    #expect(Env.requests.count == 1)
    #expect(Env.requestCount == 5)
  }

  @Test func `a body in a stream is read, and matched`() async throws {
    Env.stub(.post().json(["a": 1]), .ok)
    for size in [0, 1_000_000] {
      var streamed = try request("POST /")
      streamed.httpBodyStream = InputStream(data: Data(#"{"a":1}"#.utf8) + Data(repeating: 0x20, count: size))
      #expect(try await receive(streamed).0.status == 200)
      #expect(Env.requests.last?.body.count == 7 + size)
    }
  }

  @Test func `a stream that fails is an error`() async throws {
    Env.stub(.any, .ok).optional()
    var streamed = try request("POST /")
    streamed.httpBodyStream = InputStream(fileAtPath: "/nowhere/at/all")
    #expect(await failure { try await receive(streamed) } == .requestBodyStreamExhausted)
  }

  @Test func `a request without a URL is an error`() async throws {
    var bad = try request("/")
    bad.url = nil
    #expect(await failure { try await receive(bad) } == .badURL)
  }

  @Test func `stubs of two mocks have nothing to do with each other`() async throws {
    let other = Environment.mock
    other.stub(.any, .text("other"))
    Env.stub(.any, .text("own"))
    #expect(try await send("/").text == "own")
    let (data, _) = try await other.http(request("/"))
    #expect(String(decoding: data, as: UTF8.self) == "other")
    #expect(Env.requests.count == 1 && other.requests.count == 1)
  }

  @Test func `copies of a mock share its stubs`() async throws {
    Env.stub(.any, .ok)
    try await withEnvironment {
      $0.locale = { Locale(identifier: "de_DE") }
    } perform: {
      try await send("/")
    }
    #expect(Env.requests.count == 1)
  }

  @Test @MainActor func `a request may come from the main actor, and from the background`() async throws {
    Env.stub(.any, .response { _ in .text("Here") })
    #expect(try await send("/").text == "Here")
    let scope = EnvironmentScope.current
    let text = try await Task.detached { try await scope.run { try await send("/").text } }.value
    #expect(text == "Here")
  }

  @Test func `a mock is freed with its stubs and requests`() async throws {
    final class Captured: Sendable {}
    weak var captured: Captured?
    do {
      let mock = Environment.mock
      let own = Captured()
      captured = own
      mock.stub(
        .where("captures") { _ in withExtendedLifetime(own) { true } },
        .response { _ in withExtendedLifetime(own) { .ok } })
      mock.unmatched(UnmatchedRequests { _, _ in withExtendedLifetime(own) { nil } })
      _ = try await mock.http(request("/"))
    }
    #expect(captured == nil)
  }

  @Test func `what is let go of may use the mock`() async throws {
    final class Captured: Sendable {
      let mock: Environment
      init(_ mock: Environment) { self.mock = mock }
      deinit { _ = mock.requestCount }
    }
    func capture() -> UnmatchedRequests {
      let own = Captured(Env)
      return UnmatchedRequests { _, _ in withExtendedLifetime(own) { nil } }
    }
    Env.unmatched(capture())
    Env.unmatched(.respond500)
    let own = Captured(Env)
    Env.stub(.any, .response { [own] _ in withExtendedLifetime(own) { .ok } }).optional()
    Env.removeAllStubs()
    #expect(Env.requestCount == 0)
  }

  @Test func `a mock that is gone leaves its handles harmless`() {
    let stub = Environment.mock.stub(.any, .ok)
    stub.remove()
    #expect(stub.calls.isEmpty)
  }

  @Test func `a stub without a mock is an issue at its line, and does nothing`() async {
    let messages = await issues {
      withEnvironment(.live) {
        Env.stub(.any, .ok).remove()
        Env.unmatched(.respond500)
        Env.removeAllStubs()
        #expect(Env.requests.isEmpty)
      }
    }
    #expect(messages.count == 4)
    #expect(messages.allSatisfy { $0.contains("Env = .mock") })
  }

  @Test(arguments: [0, -1, Int.min])
  func `a stub cannot answer less than once`(count: Int) async {
    #expect(await issues { Env.stub(.any, .ok).optional().times(count) }.count == 1)
  }
}
