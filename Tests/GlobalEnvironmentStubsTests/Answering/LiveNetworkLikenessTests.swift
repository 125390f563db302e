import Foundation
import GlobalEnvironmentTesting
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where a mock must do what the live network does.
@Suite(.environment(.mock))
struct LiveNetworkLikenessTests {

  static let hosts = [
    "bücher.example", "BÜCHER.example", "B%C3%9Ccher.example", "b%c3%bccher.example", "xn--bcher-kva.example",
    "XN--BCHER-KVA.EXAMPLE", "straße.example", "日本語。example", "books.example", "[::1]",
  ]

  @Test(arguments: hosts, ["/new", "?x", "../new"])
  func `credentials go along with a redirect within a host, however it is written`(
    host: String, location: String
  ) async throws {
    Env.stub(.get("/a/old"), .redirect(to: location)).optional()
    Env.stub(.get("/a/old").query("x", ""), .response { .text($0.header("Authorization") ?? "none") }).optional()
    Env.stub(.path(suffix: "new"), .response { .text($0.header("Authorization") ?? "none") }).optional()
    var request = URLRequest(url: try #require(URL(string: "http://\(host)/a/old")))
    request.setValue("Bearer 1", forHTTPHeaderField: "Authorization")
    #expect(String(decoding: try await Env.http(request).0, as: UTF8.self) == "Bearer 1")
  }

  @Test(arguments: hosts.prefix(6), hosts.prefix(6))
  func `spellings of one host are one origin, for credentials, cookies and stubs`(from: String, to: String) async throws
  {
    Env.stub(.get("/login").host("bücher.example"), .redirect(to: "http://\(to)/home").cookie("sid", "1"))
    Env.stub(
      .get("/home").host("xn--bcher-kva.example"),
      .response {
        .text("\($0.header("Authorization") ?? "none") \($0.header("Cookie") ?? "none")")
      })
    var request = URLRequest(url: try #require(URL(string: "http://\(from)/login")))
    request.setValue("Bearer 1", forHTTPHeaderField: "Authorization")
    #expect(String(decoding: try await Env.http(request).0, as: UTF8.self) == "Bearer 1 sid=1")
  }

  @Test(arguments: [
    "http://bucher.example", "https://bücher.example", "http://bücher.example:81", "http://b\u{F6}cher.example",
  ])
  func `another origin gets no credentials`(root: String) async throws {
    Env.stub(.get("/old"), .redirect(to: "\(root)/new"))
    Env.stub(.get("/new"), .response { .text($0.header("Authorization") ?? "none") })
    var request = URLRequest(url: try #require(URL(string: "http://bücher.example/old")))
    request.setValue("Bearer 1", forHTTPHeaderField: "Authorization")
    #expect(String(decoding: try await Env.http(request).0, as: UTF8.self) == "none")
  }

  @Test(
    arguments: [
      "/a/../b", "/a/./b", "/../b", "/a//b", "/a/..", "/a/.", "/..", "/a/b/../../../c/",
      "/.hidden/..x/...",
      "/a/.?x=/../y", "/./a/",
    ])
  func `a path goes to a stub as it goes to a server`(path: String) async throws {
    let server = try LoopbackServer { _ in .empty() }
    let url = try #require(URL(string: server.url("/").absoluteString.dropLast() + path))
    _ = try await Environment.live.http(URLRequest(url: url))
    let sent = try #require(server.requests.first?.target)
    Env.stub(.get(String(sent.prefix { $0 != "?" }).replacing("%2E", with: "%252E")), .text("found")).optional()
    Env.stub(.get(String(sent.prefix { $0 != "?" })), .text("found")).optional()
    let (data, _) = try await Env.http(URLRequest(url: url))
    #expect(String(decoding: data, as: UTF8.self) == "found")
  }

  @Test func `values of header fields have no spaces around them`() async throws {
    let response = StubResponse.text("", type: " text/plain ").header("X-A", " \ta b\t ").header("Location", " /x")
    Env.stub(.get("/"), response)
    let head = try await Env.http(URLRequest(url: try #require(URL(string: "http://h.example/")))).1
    #expect(head.value(forHTTPHeaderField: "X-A") == "a b")
    #expect(head.value(forHTTPHeaderField: "Location") == "/x")
    #expect(head.value(forHTTPHeaderField: "Content-Type") == "text/plain")
  }

  // MARK: Cookies

  /// Cookies that Foundation on Linux keeps and sends by other rules than RFC 6265, each with what is sent by the RFC.
  static let cookies = [
    ("sid=1; Max-Age=0", "none"), ("sid=1; Max-Age=-1", "none"), ("sid=1; Path=/elsewhere", "none"),
    ("sid=1; Secure", "none"),
    ("sid=1; Expires=Sun, 06 Nov 2039 08:49:37 GMT", "sid=1"),
    ("sid=1; Expires=Sunday, 06-Nov-39 08:49:37 GMT", "sid=1"),
    ("sid=1; Expires=Sun, 06-Nov-39 08:49:37 GMT", "sid=1"), ("sid=1", "sid=1"), ("sid=1; Path=/", "sid=1"),
    ("sid=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT", "none"), ("sid=1; HttpOnly; SameSite=Lax", "sid=1"),
  ]

  @Test(arguments: cookies)
  func `a mock keeps cookies by RFC 6265`(cookie: String, sent: String) async throws {
    #expect(try await cookieSent(after: cookie) == sent)
  }

  #if canImport(FoundationNetworking)
    @Test(arguments: cookies)
    func `a mock keeps cookies as the live network does, if it is told to`(cookie: String, _: String) async throws {
      let server = try LoopbackServer { request in
        request.path == "/set" ? .empty().header("Set-Cookie", cookie) : .text(request["Cookie"] ?? "none")
      }
      let session = URLSession(configuration: .ephemeral)
      defer { session.invalidateAndCancel() }
      _ = try await session.data(from: server.url("/set"))
      let live = String(decoding: try await session.data(from: server.url("/")).0, as: UTF8.self)
      Env.cookies(.linuxFoundation)
      #expect(try await cookieSent(after: cookie) == live)
    }
  #endif

  private func cookieSent(after cookie: String) async throws -> String {
    Env.stub(.get("/set"), .text("").header("Set-Cookie", cookie))
    Env.stub(.get("/"), .response { .text($0.header("Cookie") ?? "none") })
    for path in ["/set", "/"] {
      let request = URLRequest(url: try #require(URL(string: "http://h.example\(path)")))
      let (data, _) = try await Env.http(request)
      if path == "/" { return String(decoding: data, as: UTF8.self) }
    }
    return ""
  }
}
