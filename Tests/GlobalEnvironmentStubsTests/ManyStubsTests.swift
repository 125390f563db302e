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

/// A mock with many stubs, or many requests.
@Suite(.hidesKnownIssues, .environment(.mock))
struct ManyStubsTests {
  /// The stubs that a request must ask, the first one first.
  private func candidates(for text: String) throws -> [Stub] {
    Array(try #require(Env.httpStubs).look(for: request(text), addsCookies: false).candidates)
  }

  // MARK: Finding one

  @Test func `a request asks no stubs for the same path on other hosts`() throws {
    let stubs = (0..<100).map { Env.stub(.get("https://Host\($0).example.com/posts"), .ok).optional() }
    let found = try candidates(for: "https://hOst42.example.com/posts")
    #expect(found.count == 1 && found.first === stubs[42])
  }

  @Test func `a request asks no stubs for hosts alone, or several, that are not its own`() throws {
    for number in 0..<50 {
      Env.stub(.host("a\(number).example.com"), .ok).optional()
      Env.stub(.host("b\(number).example.com") || .host("c\(number).example.com"), .ok).optional()
    }
    #expect(try candidates(for: "https://a7.example.com/").count == 1)
    #expect(try candidates(for: "https://c7.example.com/").count == 1)
    #expect(try candidates(for: "https://example.com/").isEmpty)
  }

  @Test func `a request asks no templates below other paths`() throws {
    let stubs = (0..<100).map { Env.stub(.get("/api/r\($0)/:id"), .ok).optional() }
    let found = try candidates(for: "/api/r42/7")
    #expect(found.count == 1 && found.first === stubs[42])
    #expect(try candidates(for: "/api").isEmpty && candidates(for: "/api/r").isEmpty)
  }

  @Test func `of stubs that are found in different ways the newest comes first, and each once`() throws {
    let matchers: [RequestMatcher] = [
      .any, .path("/api/posts/1"), .path(prefix: "/api"), .host("api.example.com"), .path("/api/posts/:id"),
      .path(prefix: "https://api.example.com/api/posts"), .path("/:a/:b/:c"),
      .path("https://api.example.com/api/posts/1"),
      .path(prefix: "/api/posts/1"), .path(prefix: "/api") || .path("/api/posts/1") || .host("api.example.com"),
      .path(suffix: "/1"), !.path("/other"), .path(prefix: "/api/") && .path("/api/posts/1"), .path("/api/:a/:b"),
    ]
    for _ in 0..<20 {
      let stubs = matchers.shuffled().map { Env.stub($0, .ok).optional() }
      let found = try candidates(for: "/api/posts/1")
      #expect(found.map(\.serial) == stubs.map(\.serial).reversed())
      Env.removeAllStubs()
    }
  }

  // MARK: Reporting

  @Test func `after all stubs are removed, a request is compared with the new ones`() async throws {
    Env.stub(.get("/a"), .ok).optional()
    #expect(try await issues { try await send("/posts") }.count == 1)
    Env.removeAllStubs()
    Env.stub(.get("/b"), .ok).optional()
    #expect(try await issues { try await send("/posts") }.first?.contains("path /b") == true)
  }

  // MARK: Calls

  @Test func `each stub has its own calls, as far as they are kept`() async throws {
    let mock = try #require(HTTPStubs.current)
    let stubs = (0..<3).map { Env.stub(.get("/\($0)"), .ok).optional() }
    for number in 0..<25_000 {
      var sent = SentRequest(try request("/\(number)"), body: Data(), date: Env.date())
      let stub = number == 24_000 ? nil : stubs[number < 10 ? 2 : number % 2]
      if let stub { sent.setAnswering(stub) }
      mock.log(sent, answeredBy: stub)
    }
    for (index, stub) in stubs.enumerated() {
      #expect(stub.calls.map(\.path) == Env.requests.filter { $0.stub === stub }.map(\.path))
      #expect(stub.calls.count == [4_999, 5_000, 0][index])
    }
  }
}
