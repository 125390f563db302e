import Foundation
import GlobalEnvironment
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How the live `http` follows redirections (RFC 9110, 15.4).
struct RedirectionTests {

  /// Sends a request to a server that redirects `/from` and repeats what it got elsewhere.
  private func follow(_ response: Response, method: String = "GET", body: String? = nil) async throws -> Request {
    let server = try LoopbackServer { $0.path == "/a/from" ? response : .empty() }
    var request = URLRequest(url: server.url("/a/from?b=c"))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.setValue("secret", forHTTPHeaderField: "Authorization")
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    let (_, answer) = try await Environment.live.http(request)
    #expect(answer.statusCode == 200)
    return try #require(server.requests.last)
  }

  @Test(arguments: [301, 302, 303]) func `a POST becomes a GET without a body`(status: Int) async throws {
    let request = try await follow(.redirect(to: "/to", status: status), method: "POST", body: "hello")
    #expect(request.method == "GET")
    #expect(request.target == "/to")
    #expect(request.body.isEmpty)
    #expect(request["Content-Type"] == nil)
  }

  @Test(arguments: [307, 308], ["POST", "PUT"])
  func `method and body stay`(status: Int, method: String) async throws {
    let request = try await follow(.redirect(to: "/to", status: status), method: method, body: "hello")
    #expect(request.method == method)
    #expect(request.body == Data("hello".utf8))
    #expect(request["Content-Type"] == "text/plain")
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func `a HEAD stays one`(status: Int) async throws {
    #expect(try await follow(.redirect(to: "/to", status: status), method: "HEAD").method == "HEAD")
  }

  @Test(arguments: [("to", "/a/to"), ("../to", "/to"), ("?d=e", "/a/from2?d=e"), ("/to?d=e#f", "/to?d=e")])
  func `a relative address is resolved`(location: String, target: String) async throws {
    let location = location == "?d=e" ? "from2?d=e" : location
    #expect(try await follow(.redirect(to: location)).target == target)
  }

  @Test func `credentials stay at their origin`() async throws {
    #expect(try await follow(.redirect(to: "/to"))["Authorization"] == "secret")

    let elsewhere = try LoopbackServer { _ in .empty() }
    let server = try LoopbackServer { _ in .redirect(to: elsewhere.url("/to").absoluteString) }
    var request = URLRequest(url: server.url("/from"))
    request.setValue("secret", forHTTPHeaderField: "Authorization")
    request.setValue("mine=1", forHTTPHeaderField: "Cookie")
    request.setValue("en", forHTTPHeaderField: "Accept-Language")
    _ = try await Environment.live.http(request)
    let arrived = try #require(elsewhere.requests.first)
    #expect(arrived["Authorization"] == nil)
    #expect(arrived["Cookie"]?.contains("mine=1") != true)
    #expect(arrived["Accept-Language"] == "en")
  }

  @Test func `a cookie that is set on the way goes along`() async throws {
    let redirection = Response.redirect(to: "/to").cookie("redirection-tests=1; Path=/")
    #expect(try await follow(redirection)["Cookie"]?.contains("redirection-tests=1") == true)
  }

  @Test func `the response is of the last address`() async throws {
    let server = try LoopbackServer { $0.path == "/from" ? .redirect(to: "/to") : .empty() }
    let (_, response) = try await Environment.live.http(URLRequest(url: server.url("/from")))
    #expect(response.url == server.url("/to"))
  }

  @Test func `a loop ends with an error after 20 redirections`() async throws {
    let server = try LoopbackServer { _ in .redirect(to: "/again") }
    let error = await #expect(throws: URLError.self) {
      try await Environment.live.http(URLRequest(url: server.url("/")))
    }
    #expect(error?.code == .httpTooManyRedirects)
    #expect(error?.failingURL == server.url("/again"))
    #expect(server.requests.count == 21)
  }

  @Test func `a redirection without an address is an answer`() async throws {
    let server = try LoopbackServer { _ in .empty(status: 302) }
    let (_, response) = try await Environment.live.http(URLRequest(url: server.url("/")))
    #expect(response.statusCode == 302)
  }

  #if canImport(FoundationNetworking)
    @Test(arguments: ["file:///etc/hosts", "mailto:a@b", "http://", "javascript:alert()", "http://[/"])
    func `a redirection to where nobody can follow is an answer`(location: String) async throws {
      let server = try LoopbackServer { _ in .redirect(to: location) }
      let (_, response) = try await Environment.live.http(URLRequest(url: server.url("/")))
      #expect(response.statusCode == 302)
      #expect(server.requests.count == 1)
    }
  #endif
}
