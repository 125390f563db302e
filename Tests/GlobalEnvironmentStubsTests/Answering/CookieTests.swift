import Foundation
import GlobalEnvironmentTesting
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

@Suite(.environment(.mock))
struct CookieTests {

  /// Answers at `/set` with a cookie, and returns what is sent along with a request to `text` afterwards.
  private func sent(_ setCookie: String, from origin: String = "/set", with text: String = "/") async throws -> String?
  {
    Env.stub(.any, .ok)
    Env.stub(.any, .ok.header("Set-Cookie", setCookie)).once()
    try await send(origin)
    try await send(text)
    return Env.requests.last?.header("Cookie")
  }

  @Test func `a cookie is sent along with later requests`() async throws {
    #expect(try await sent("a=b") == "a=b")
    #expect(Env.requests.map { $0.header("Cookie") } == [nil, "a=b"])
  }

  @Test func `a cookie is set on the way of a redirect`() async throws {
    Env.stub(.get("/from"), .redirect(to: "/to").cookie("session", "1"))
    Env.stub(.get("/to").header("Cookie", "session=1"), .ok)
    #expect(try await send("/from").status == 200)
  }

  @Test func `a redirect elsewhere takes no cookies along`() async throws {
    Env.stub(.get("/from"), .redirect(to: "https://other.example/to").cookie("session", "1"))
    Env.stub(.host("other.example") && !.any.header("Cookie"), .ok)
    #expect(try await send("/from").status == 200)
  }

  @Test(arguments: [
    ("a=b", "https://sub.api.example.com/", nil), ("a=b; Domain=example.com", "https://www.example.com/", "a=b"),
    ("a=b; Domain=.Example.com", "https://example.com/", "a=b"),
    ("a=b; Domain=example.com", "https://badexample.com/", nil),
    ("a=b; Domain=other.com", "/", nil), ("a=b; Domain=com", "https://x.com/", nil),
    ("a=b; Domain=", "/", "a=b"),
  ])
  func `a cookie is for its host, or for its domain`(cookie: String, target: String, expected: String?) async throws {
    #expect(try await sent(cookie, with: target) == expected)
  }

  @Test(arguments: [
    ("a=b", "/users/1", "/users/2", "a=b"), ("a=b", "/users/1", "/posts", nil), ("a=b", "/users", "/", "a=b"),
    ("a=b; Path=/api", "/", "/api", "a=b"), ("a=b; Path=/api", "/", "/api/x", "a=b"),
    ("a=b; Path=/api", "/", "/apis", nil), ("a=b; Path=api", "/", "/x", "a=b"),
    // Paths are compared as they were written (RFC 6265, section 5.1.4).
    ("a=b; Path=/my%20files", "/", "/my%20files/x", "a=b"), ("a=b", "/my%20files/x", "/my%20files/y", "a=b"),
    ("a=b; Path=/a%2Fb", "/", "/a%2Fb/c", "a=b"), ("a=b; Path=/é", "/", "/%C3%A9", nil),
  ])
  func `a cookie is for what is below its path`(
    cookie: String, origin: String, target: String, expected: String?
  ) async throws {
    #expect(try await sent(cookie, from: origin, with: target) == expected)
  }

  @Test func `a secure cookie is for https only`() async throws {
    #expect(try await sent("a=b; Secure", with: "http://api.example.com/") == nil)
    #expect(try await sent("a=b; Secure", with: "/") == "a=b")
  }

  @Test func `a cookie ends in the time of the mock`() async throws {
    #expect(try await sent("a=b; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT") == "a=b")
    await Env.time.advance(by: .seconds(60))
    try await send("/")
    #expect(Env.requests.last?.header("Cookie") == nil)
    #expect(try await sent("c=d; Expires=Tue, 12 Nov 2019 08:47:00 GMT") == "c=d")
    await Env.time.advance(by: .seconds(60))
    try await send("/")
    #expect(Env.requests.last?.header("Cookie") == nil)
  }

  @Test func `a cookie is replaced, and taken away`() async throws {
    #expect(try await sent("a=b") == "a=b")
    #expect(try await sent("a=c") == "a=c")
    #expect(try await sent("a=; Max-Age=0") == nil)
  }

  @Test func `several cookies go in one line, the longer path first`() async throws {
    Env.stub(.any, .ok)
    Env.stub(.any, .ok.cookie("a", "1").cookie("b", "2", path: "/").cookie("c", "3", maxAge: 60, isSecure: true)).once()
    try await send("/x/y")
    try await send("/x/y")
    #expect(Env.requests.last?.header("Cookie") == "a=1; c=3; b=2")
  }

  @Test func `a cookie whose value is in quotes is one, also with a comma in it`() async throws {
    #expect(try await sent(#"a="b, x=c"; Path=/"#) == #"a="b, x=c""#)
  }

  @Test func `a Cookie of the request's own stays as it is`() async throws {
    #expect(try await sent("a=b") == "a=b")
    try await send("/", headers: ["Cookie": "own=1"])
    #expect(Env.requests.last?.header("Cookie") == "own=1")
  }

  @Test func `a request that handles no cookies neither sends nor stores them`() async throws {
    #expect(try await sent("a=b") == "a=b")
    Env.stub(.any, .ok.cookie("c", "d"))
    var bare = try request("/")
    bare.httpShouldHandleCookies = false
    _ = try await receive(bare)
    #expect(Env.requests.last?.header("Cookie") == nil)
    try await send("/")
    #expect(Env.requests.last?.header("Cookie") == "a=b")
  }

  @Test func `two mocks share no cookies`() async throws {
    #expect(try await sent("a=b") == "a=b")
    Env = .mock
    Env.stub(.any, .ok)
    try await send("/")
    #expect(Env.requests.last?.header("Cookie") == nil)
  }

  @Test(arguments: ["", "=", "=b", "a", ";", "; Path=/", "   ", ",", "a=b; Expires=", "a=b; Max-Age=1e999; Path"])
  func `odd cookies do no harm`(text: String) async throws {
    let header = try await sent(text)
    #expect(header == (text.hasPrefix("a=") ? "a=b" : nil))
  }
}
