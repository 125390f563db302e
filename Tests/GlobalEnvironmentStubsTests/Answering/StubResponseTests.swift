import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.hidesKnownIssues, .environment(.mock))
struct StubResponseTests {

  /// Returns what a stub with this response answers.
  private func answer(_ response: StubResponse, to text: String = "/") async throws -> (Received, HTTPURLResponse) {
    Env.removeAllStubs()
    Env.stub(.any, response).optional()
    return try await receive(request(text))
  }

  private func type(_ response: StubResponse) async throws -> String? {
    try await answer(response).1.value(forHTTPHeaderField: "content-type")
  }

  // MARK: Bodies

  @Test func `each kind of body has its type and length`() async throws {
    #expect(try await answer(.data(Data([65]))).0 == Received(status: 200, text: "A"))
    #expect(try await type(.data(Data())) == "application/octet-stream")
    #expect(try await type(.text("é")) == "text/plain; charset=utf-8")
    #expect(try await type(.json([1])) == "application/json")
    #expect(try await type(.text("<a/>", type: "application/xml")) == "application/xml")
    #expect(try await type(.json([]).header("content-type", "application/vnd.api+json")) == "application/vnd.api+json")
    #expect(try await type(.status(200)) == nil)
    #expect(try await answer(.text("é")).1.expectedContentLength == 2)
  }

  @Test func `an Encodable is answered as JSON`() async throws {
    struct Post: Encodable { var id = 1 }
    #expect(try await answer(.json(encoding: [Post()], status: 201)).0 == Received(status: 201, text: #"[{"id":1}]"#))
  }

  @Test func `what cannot be encoded is an issue at the stub's line`() async {
    let line = #line + 2
    let messages = await issues {
      Env.stub(.any, .json(encoding: [Double.nan])).optional()
      #expect(await failure { try await send("/") } == .resourceUnavailable)
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("cannot be encoded") == true)
    #expect(messages.first?.contains("StubResponseTests.swift:\(line): ") == true, "\(messages)")
  }

  @Test(arguments: [204, 205, 304, 100])
  func `some statuses have no body`(status: Int) async throws {
    let (received, response) = try await answer(.json([1], status: status))
    #expect(received == Received(status: status, text: ""))
    #expect(response.value(forHTTPHeaderField: "Content-Length") == nil)
  }

  @Test func `HEAD has the head of GET and no body`() async throws {
    let (received, response) = try await answer(.text("abc"), to: "HEAD /")
    #expect(received == Received(status: 200, text: ""))
    #expect(response.value(forHTTPHeaderField: "Content-Length") == "3")
  }

  @Test func `the response has the URL of its request`() async throws {
    Env.stub(.any, .ok)
    for path in ["/a", "/b", "/a"] { #expect(try await receive(request(path)).1.url?.path == path) }
  }

  @Test func `a large body arrives whole`() async throws {
    let data = Data(repeating: 7, count: 10_000_000)
    Env.stub(.any, .response { .data($0.body) })
    var large = try request("POST /")
    large.httpBody = data
    #expect(try await Env.http(large).0 == data)
  }

  // MARK: Header fields

  @Test func `a header field replaces one of that name in any case, and joins its values`() async throws {
    let response = StubResponse.ok.header("X-A", "1").header("x-a", "2", "3").header("ETag", "\"1\"")
    let head = try await answer(response).1
    #expect(head.value(forHTTPHeaderField: "X-A") == "2, 3")
    #expect(head.value(forHTTPHeaderField: "etag") == "\"1\"")
  }

  @Test(arguments: [
    StubResponse.ok.header("X A", "1"), .ok.header("", "1"), .ok.header("X", "1\r\nSet-Cookie: a=b"),
    .ok.cookie("a b", "1"),
    .ok.cookie("a", "1; Secure"), .status(99), .ok.status(600), .ok.pace(bytes: 0, every: .seconds(1)), .sequence([]),
    .redirect(to: "/", status: 200), .sequence([.ok, .status(0)]), .ok.pace(bytes: 1, every: .seconds(-1)),
  ])
  func `a response that cannot be is an issue, and an error`(response: StubResponse) async {
    let messages = await issues {
      Env.stub(.any, response).optional()
      _ = try? await send("/")
    }
    #expect(messages.count == 1)
  }

  @Test func `a misuse inside a closure is an issue at the stub's line`() async {
    Env.stub(.any, .response { _ in .status(1_000) }.delay(.zero))
    let messages = await issues {
      #expect(await failure { try await send("/") } == .resourceUnavailable)
    }
    #expect(messages.count == 1)
  }

  @Test func `a type with a line break or a zero is an issue, and an error`() async {
    let messages = await issues {
      Env.stub(.get("/a"), .text("x", type: "text/plain\r\nSet-Cookie: a=1")).optional()
      Env.stub(.get("/b"), .response { _ in .data(Data(), type: "a\u{0}b") })
      for path in ["/a", "/b"] { #expect(await failure { try await send(path) } == .resourceUnavailable) }
    }
    #expect(messages.count == 2)
    #expect(messages.allSatisfy { $0.contains("\"Content-Type\" with its value is not a header field") })
  }

  // MARK: Errors

  @Test func `an error of URLSession keeps its code, and is given the URL`() async throws {
    Env.stub(.any, .error(.notConnectedToInternet))
    let error = await #expect(throws: URLError.self) { try await send("/posts") }
    #expect(error?.code == .notConnectedToInternet)
    #expect(error?.failingURL?.path == "/posts")
  }

  @Test func `an error keeps what it says`() async throws {
    let url = try #require(URL(string: "https://other.example"))
    let stubbed = URLError(
      .cannotFindHost, userInfo: [NSLocalizedDescriptionKey: "No such host.", NSURLErrorFailingURLErrorKey: url])
    Env.stub(.any, .error(stubbed))
    let error = await #expect(throws: URLError.self) { try await send("/posts") }
    #expect(error?.localizedDescription == "No such host.")
    #expect(error?.failingURL == url)
  }

  @Test func `any other error arrives as it is`() async throws {
    struct Own: Error, Equatable { var code = 7 }
    Env.stub(.any, .error(Own()))
    await #expect(throws: Own()) { try await send("/") }
    Env.stub(.any, .error(NSError(domain: "D", code: 3)))
    await #expect(performing: { try await send("/") }, throws: { ($0 as NSError).domain == "D" })
  }

  // MARK: Closures

  @Test func `a closure sees parameters, query, body, header fields`() async throws {
    Env.stub(
      .post("/users/:id"),
      .response { request in
        .json([
          "id": "\(request.parameters["id"] ?? "")", "page": "\(request.query["page"] ?? "")",
          "name": request.json?["name"] ?? nil, "version": "\(request.header("x-version") ?? "")",
        ])
      }.status(201))
    let received = try await send("POST /users/a%20b?page=2", body: #"{"name":"B"}"#, headers: ["X-Version": "3"])
    #expect(received == Received(status: 201, text: #"{"id":"a b","name":"B","page":"2","version":"3"}"#))
  }

  @Test func `a closure that throws fails the request`() async {
    Env.stub(.any, .response { _ in throw URLError(.badServerResponse) })
    let error = await #expect(throws: URLError.self) { try await send("/") }
    #expect(error?.code == .badServerResponse && error?.failingURL != nil)
  }

  @Test func `a closure may suspend, stub, and send`() async throws {
    Env.stub(.get("/inner"), .text("inner"))
    Env.stub(
      .get("/outer"),
      .response { _ in
        await Task.yield()
        Env.stub(.get("/later"), .text("later"))
        return .text(try await send("/inner").text + "!")
      })
    #expect(try await send("/outer").text == "inner!")
    #expect(try await send("/later").text == "later")
  }

  @Test func `closures that return closures without end are an issue`() async {
    @Sendable func again() -> StubResponse { .response { _ in again() } }
    Env.stub(.any, again())
    #expect(await issues { _ = try? await send("/") }.count == 1)
  }

  @Test func `the usual answers have names`() async throws {
    let statuses: [(StubResponse, Int)] = [
      (.ok, 200), (.created, 201), (.noContent, 204), (.notModified, 304), (.unauthorized, 401), (.forbidden, 403),
      (.notFound, 404), (.tooManyRequests(retryAfter: 3), 429), (.serverError, 500),
      (.movedPermanently(to: "/b").unfollowed(), 301),
    ]
    for (response, status) in statuses { #expect(try await answer(response).0.status == status) }
    #expect(await failure { try await answer(.timedOut) } == .timedOut)
    #expect(await failure { try await answer(.offline) } == .notConnectedToInternet)
  }
}
