import Foundation
import GlobalEnvironmentTesting
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cookies of requests that a mock lets through to the real network.
@Suite(.environment(.mock.unmatched(.passthrough(.host("127.0.0.1")))))
struct PassthroughCookieTests {
  /// Answers with the Cookie header it gets, and sets the cookie that the query names.
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer { request in
      let cookie = request["Cookie"] ?? "none"
      switch request.path {
      case "/login": return .redirect(to: "/").header("Set-Cookie", "sid=redirected")
      case "/set": return .text(cookie).header("Set-Cookie", "sid=set")
      default: return .text(cookie)
      }
    }
  }

  private func get(_ path: String = "/", _ change: (inout URLRequest) -> Void = { _ in }) async throws -> String {
    var request = URLRequest(url: server.url(path))
    change(&request)
    return String(decoding: try await Env.http(request).0, as: UTF8.self)
  }

  @Test func `no other environment's cookies are sent`() async throws {
    try await withEnvironment(.mock.unmatched(.passthrough(.host("127.0.0.1")))) { _ = try await get("/set") }
    #expect(try await get() == "none")
  }

  @Test func `an answer's cookies are sent with the next request`() async throws {
    _ = try await get("/set")
    #expect(try await get() == "sid=set")
  }

  @Test func `a cookie of a stub is sent to the real network`() async throws {
    Env.stub(.get("/stubbed"), .text("ok").cookie("sid", "stubbed"))
    _ = try await get("/stubbed")
    #expect(try await get() == "sid=stubbed")
  }

  @Test func `a cookie that a redirect sets is sent where it leads, and later`() async throws {
    #expect(try await get("/login") == "sid=redirected")
    #expect(try await get() == "sid=redirected")
  }

  @Test func `a header of the request's own is sent as it is, also after a redirect`() async throws {
    _ = try await get("/set")
    #expect(try await get("/login") { $0.setValue("own=1", forHTTPHeaderField: "Cookie") } == "own=1")
  }

  @Test func `a request that wants no cookies has none, and keeps none`() async throws {
    _ = try await get("/set")
    #expect(try await get("/login") { $0.httpShouldHandleCookies = false } == "none")
    #expect(try await get() == "sid=set")
  }

  @Test func `a live request that wants no cookies has none`() async throws {
    let url = server.url("/set")
    defer {
      // The other tests of this process have cookies of the same host, and do not expect this one.
      let cookies = HTTPCookieStorage.shared.cookies(for: url) ?? []
      for cookie in cookies where cookie.name == "sid" { HTTPCookieStorage.shared.deleteCookie(cookie) }
    }
    let answer = try await withEnvironment(.live) {
      _ = try await Env.http(URLRequest(url: url))
      var request = URLRequest(url: url)
      request.httpShouldHandleCookies = false
      return try await Env.http(request).0
    }
    #expect(String(decoding: answer, as: UTF8.self) == "none")
  }
}
