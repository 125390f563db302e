import Foundation
import GlobalEnvironment
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the live `http` makes of the answers of a real server.
struct LiveHTTPTests {
  private let http = Environment.live.http

  /// Asks a server that gives `response` to everything.
  private func answer(_ response: Response, method: String = "GET") async throws -> (Data, HTTPURLResponse) {
    let server = try LoopbackServer { _ in response }
    var request = URLRequest(url: server.url("/"))
    request.httpMethod = method
    return try await http(request)
  }

  @Test func `it returns the body, the status and the header fields`() async throws {
    let (data, response) = try await answer(.text("hello", status: 418).header("X-Pot", "tea"))
    #expect(data == Data("hello".utf8))
    #expect(response.statusCode == 418)
    #expect(response.value(forHTTPHeaderField: "x-pot") == "tea")
    #expect(response.url?.path() == "/")
  }

  @Test func `it sends the method, the header fields and the body`() async throws {
    let server = try LoopbackServer { _ in .empty() }
    var request = URLRequest(url: server.url("/a%20b?c=d"))
    request.httpMethod = "PUT"
    request.httpBody = Data("body".utf8)
    request.setValue("1", forHTTPHeaderField: "X-One")
    _ = try await http(request)
    let sent = try #require(server.requests.first)
    #expect(sent.method == "PUT")
    #expect(sent.target == "/a%20b?c=d")
    #expect(sent["x-one"] == "1")
    #expect(sent.body == Data("body".utf8))
  }

  @Test func `a body that comes in chunks is put together`() async throws {
    #expect(try await answer(.text("hello chunks").chunked(of: 5)).0 == Data("hello chunks".utf8))
  }

  @Test func `a compressed body is unpacked`() async throws {
    let long = String(repeating: "gzip ", count: 20_000)
    #expect(try await answer(.text(long).gzipped()).0 == Data(long.utf8))
  }

  @Test func `a body that ends with the connection is whole`() async throws {
    #expect(try await answer(.text("until the end").closing()).0 == Data("until the end".utf8))
  }

  @Test func `a body of 10 MB comes whole`() async throws {
    let part = Data((0..<10_007).map { UInt8(truncatingIfNeeded: $0 / 7) })
    let body = (0..<1_000).reduce(into: Data()) { body, _ in body += part }
    #expect(try await answer(.data(body)).0 == body)
  }

  @Test func `a body of 10 MB goes whole`() async throws {
    let server = try LoopbackServer { .text("\($0.body.count)") }
    var request = URLRequest(url: server.url("/"))
    request.httpMethod = "POST"
    request.httpBody = Data(repeating: 7, count: 10_000_000)
    #expect(try await http(request).0 == Data("10000000".utf8))
  }

  @Test(arguments: [204, 304]) func `a status without a body has none`(status: Int) async throws {
    let (data, response) = try await answer(.empty(status: status))
    #expect(data.isEmpty)
    #expect(response.statusCode == status)
  }

  @Test func `a HEAD request has the length and no body`() async throws {
    let (data, response) = try await answer(.text("hello"), method: "HEAD")
    #expect(data.isEmpty)
    #expect(response.value(forHTTPHeaderField: "Content-Length") == "5")
  }

  @Test func `an empty body is empty`() async throws {
    #expect(try await answer(.text("")).0.isEmpty)
  }

  @Test(arguments: ["Basic realm=\"x\"", "Basic", "Digest realm=\"x\", nonce=\"1\"", "Bearer", "", "Basic realm="])
  func `a challenge that nobody can meet is an answer`(challenge: String) async throws {
    let (data, response) = try await answer(
      .text("who are you?", status: 401).header("WWW-Authenticate", challenge))
    #expect(response.statusCode == 401)
    #expect(data == Data("who are you?".utf8))
  }

  @Test func `many requests at once each have their own answer`() async throws {
    let server = try LoopbackServer { .text($0.query) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        let request = URLRequest(url: server.url("/?\(number)"))
        group.addTask { try await http(request).0 == Data("\(number)".utf8) }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(server.requests.count == 64)
  }

  @Test func `connections are used again`() async throws {
    let server = try LoopbackServer { _ in .text("hello") }
    for _ in 0..<10 { _ = try await http(URLRequest(url: server.url("/"))) }
    #expect(server.log.connections < 10)
  }

  @Test func `a cookie comes back with the next request`() async throws {
    let server = try LoopbackServer { _ in .empty().cookie("live-http-tests=1; Path=/") }
    for _ in 0..<2 { _ = try await http(URLRequest(url: server.url("/"))) }
    #expect(server.requests.last?["Cookie"]?.contains("live-http-tests=1") == true)
  }

  @Test func `the live URL session is the shared one, and works`() async throws {
    let session = Environment.live.urlSession()
    #expect(session === URLSession.shared)
    let server = try LoopbackServer { _ in .text("hello") }
    #expect(try await session.data(from: server.url("/")).0 == Data("hello".utf8))
  }
}
