import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.environment(.mock))
struct RedirectTests {

  /// Sends a request to `/from`, which is redirected to `location`, and returns what is sent there.
  private func next(
    after text: String = "GET /from", body: String? = nil, headers: [String: String] = [:], status: Int = 302,
    to location: String = "/to"
  ) async throws -> SentRequest {
    Env.stub(.any, .text("There"))
    Env.stub(.path(prefix: "/from"), .redirect(to: location, status: status))
    let (received, response) = try await receive(request(text, body: body, headers: headers))
    #expect(received.status == 200)
    let last = try #require(Env.requests.last)
    #expect(response.url == last.url)
    return last
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is followed, each hop a request of its own`(status: Int) async throws {
    #expect(try await next(status: status).url?.absoluteString == "https://api.example.com/to")
    #expect(Env.requests.map(\.path) == ["/from", "/to"])
  }

  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"), (308, "POST", "POST"),
    (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (303, "PUT", "GET"), (307, "PATCH", "PATCH"),
    (301, "HEAD", "HEAD"), (303, "HEAD", "HEAD"), (303, "GET", "GET"),
  ])
  func `a method becomes GET or stays, with the body`(status: Int, method: String, next: String) async throws {
    let hasBody = !["GET", "HEAD"].contains(method)
    let headers = ["Content-Type": "text/plain", "content-language": "de", "Accept": "*/*"]
    let last = try await self.next(
      after: "\(method) /from", body: hasBody ? "body" : nil, headers: headers, status: status)
    #expect(last.method == next)
    let keepsBody = hasBody && next == method
    #expect(last.body == Data(keepsBody ? "body".utf8 : "".utf8))
    #expect((last.header("Content-Type") != nil) == (next == method))
    #expect((last.header("Content-Language") != nil) == (next == method))
    #expect(last.header("Accept") == "*/*")
  }

  @Test(arguments: [(302, 200), (307, 307)])
  func `a body that was a stream is not sent again, as in the live world`(status: Int, last: Int) async throws {
    Env.stub(.path("/from"), .redirect(to: "/to", status: status))
    Env.stub(.path("/to"), .ok).optional()
    var streamed = try request("POST /from")
    streamed.httpBodyStream = InputStream(data: Data("body".utf8))
    #expect(try await receive(streamed).0.status == last)
  }

  @Test(arguments: [
    ("/to", true), ("https://API.example.com:443/to", true), ("http://api.example.com/to", false),
    ("https://api.example.com:8443/to", false), ("https://other.example/to", false), ("//other.example/to", false),
    ("https://sub.api.example.com/to", false),
  ])
  func `credentials stay within their origin`(location: String, staysWithin: Bool) async throws {
    let secrets = ["Authorization": "Bearer 1", "Cookie": "a=b", "Proxy-Authorization": "Basic x"]
    let last = try await next(headers: secrets.merging(["Accept": "*/*"]) { $1 }, to: location)
    for (name, value) in secrets { #expect(last.header(name) == (staysWithin ? value : nil)) }
    #expect(last.header("Accept") == "*/*")
  }

  @Test(arguments: [
    ("to", "https://api.example.com/from/to"), ("../to", "https://api.example.com/to"),
    ("?page=2", "https://api.example.com/from/here?page=2"), ("/to#new", "https://api.example.com/to#new"),
    ("/to", "https://api.example.com/to#old"),
  ])
  func `a location may be relative, and a fragment stays unless there is a new one`(
    location: String, target: String
  ) async throws {
    Env.stub(.any, .ok)
    Env.stub(.path("/from/here"), .redirect(to: location)).once()
    _ = try await receive(request("/from/here#\(target.hasSuffix("#old") ? "old" : "")"))
    let url = try #require(Env.requests.last?.url?.absoluteString)
    #expect(url == target || url == target + "#")
  }

  @Test(arguments: ["", "mailto:someone@example.com", "https://", "ftp://example.com/to", "http:"])
  func `what leads nowhere is answered as it is`(location: String) async throws {
    Env.stub(.any, .redirect(to: location))
    #expect(try await send("/from").status == 302)
    #expect(Env.requests.count == 1)
  }

  @Test func `a redirect without a location is answered as it is`() async throws {
    Env.stub(.any, .text("Moved", status: 301))
    #expect(try await send("/from") == Received(status: 301, text: "Moved"))
  }

  @Test(arguments: [200, 300, 304, 305, 306, 404])
  func `other statuses with a location are answers`(status: Int) async throws {
    Env.stub(.any, .status(status).header("Location", "/to"))
    #expect(try await send("/from").status == status)
    #expect(Env.requests.count == 1)
  }

  @Test func `a redirect that is not followed reaches the code under test`() async throws {
    Env.stub(.any, .redirect(to: "/to", status: 301).unfollowed())
    let (received, response) = try await receive(request("/from"))
    #expect(received.status == 301)
    #expect(response.value(forHTTPHeaderField: "Location") == "/to")
    #expect(Env.requests.count == 1)
  }

  @Test func `twenty redirects are followed, and no more`() async throws {
    Env.stub(
      .get("/:number"),
      .response { request in
        let number = Int(request.parameters["number"] ?? "") ?? 0
        return number == 0 ? .text("There") : .redirect(to: "/\(number - 1)")
      })
    #expect(try await send("/20").text == "There")
    #expect(await failure { try await send("/21") } == .httpTooManyRedirects)
    #expect(Env.requestCount == 21 + 21)
  }

  @Test func `a loop ends`() async throws {
    Env.stub(.any, .redirect(to: "/"))
    let error = await #expect(throws: URLError.self) { try await send("/") }
    #expect(error?.code == .httpTooManyRedirects && error?.failingURL != nil)
  }

  @Test(.virtualTime) func `each hop takes its time`() async throws {
    Env = .mock
    let start = Env.date()
    Env.stub(.get("/from"), .redirect(to: "/to").delay(.seconds(1)))
    Env.stub(.get("/to"), .ok.delay(.seconds(2)))
    try await send("/from")
    #expect(Env.date() == start + 3)
    #expect(Env.requests.map(\.date) == [start, start + 1])
  }
}
