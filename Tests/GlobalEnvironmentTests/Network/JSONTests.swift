import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `Env.json`, and what its errors say.
@Suite(.environment(.mock))
struct JSONTests {
  private struct Post: Codable, Equatable {
    var title: String
    var author: Author?
    struct Author: Codable, Equatable { var name: String }
  }

  private let url: URL

  init() throws {
    url = try #require(URL(string: "https://api.example.com/posts?page=2"))
  }

  private func answer(_ body: String, status: Int = 200) {
    answer(Data(body.utf8), status: status)
  }

  private func answer(_ body: Data, status: Int = 200) {
    Env.http = { request in
      let response = HTTPURLResponse(
        url: try #require(request.url), statusCode: status, httpVersion: nil, headerFields: nil)
      return (body, try #require(response))
    }
  }

  /// What is said when the posts at `url` cannot be had.
  private func failure(at url: URL? = nil) async throws -> String {
    let url = url ?? self.url
    let error = await #expect(throws: EnvironmentHTTPError.self) { try await Env.json([Post].self, from: url) }
    return try #require(error).description
  }

  @Test func `it decodes what the address answers`() async throws {
    answer(#"[{"title": "First"}]"#)
    let posts: [Post] = try await Env.json(from: url)
    #expect(posts == [Post(title: "First")])
  }

  @Test func `it sends a request as it is, and takes any status of success`() async throws {
    Env.http = { request in
      #expect(request.httpMethod == "POST")
      let response = HTTPURLResponse(
        url: try #require(request.url), statusCode: 201, httpVersion: nil, headerFields: nil)
      return (request.httpBody ?? Data(), try #require(response))
    }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"title": "New"}"#.utf8)
    #expect(try await Env.json(Post.self, for: request).title == "New")
  }

  @Test func `it decodes with the decoder that it is given`() async throws {
    answer("[86400]")
    let decoder = EnvironmentDecoder.json { $0.dateDecodingStrategy = .secondsSince1970 }
    #expect(try await Env.json([Date].self, from: url, decoder: decoder) == [Date(timeIntervalSince1970: 86_400)])
  }

  @Test func `what http throws goes through`() async {
    Env.http = { _ in throw URLError(.timedOut) }
    await #expect(throws: URLError.self) { try await Env.json([Post].self, from: url) }
  }

  // MARK: Statuses

  @Test(arguments: [300, 304, 404, 500]) func `a status that is no success is an error`(status: Int) async throws {
    answer("[]", status: status)
    let error = await #expect(throws: EnvironmentHTTPError.self) { try await Env.json([Post].self, from: url) }
    #expect(error?.status == status)
    #expect(error?.body == Data("[]".utf8))
    #expect(error?.decodingError == nil)
  }

  @Test func `it says what was asked, the status and the beginning of the body`() async throws {
    answer(#"{"error": "busy"}"#, status: 503)
    #expect(
      try await failure()
        == #"GET https://api.example.com/posts?page=… answered with status 503: {"error": "busy"}"#)
  }

  @Test func `it says nothing of an empty body`() async throws {
    answer("", status: 404)
    #expect(try await failure() == "GET https://api.example.com/posts?page=… answered with status 404")
  }

  @Test func `its localized description is the same`() async throws {
    answer("", status: 404)
    let error = await #expect(throws: EnvironmentHTTPError.self) { try await Env.json([Post].self, from: url) }
    #expect(error?.localizedDescription == error?.description)
  }

  // MARK: Secrets and hostile bodies

  @Test(arguments: [
    ("https://user:password@example.com/a", "https://example.com/a"),
    ("https://user@example.com:8080/", "https://example.com:8080/"),
    ("https://example.com/?token=secret&x=secret&flag", "https://example.com/?token=…&x=…&…"),
    ("https://example.com/?secret", "https://example.com/?…"),
    ("https://example.com/#secret", "https://example.com/"),
    ("https://example.com/?", "https://example.com/"),
  ])
  func `no secret of the address is told`(address: String, told: String) async throws {
    answer("", status: 404)
    let url = try #require(URL(string: address))
    let failure = try await failure(at: url)
    #expect(failure == "GET \(told) answered with status 404")
  }

  @Test func `secrets of the request are not told by printing or interpolating`() async throws {
    answer("", status: 404)
    var request = URLRequest(url: try #require(URL(string: "https://example.com/?token=password")))
    request.setValue("password", forHTTPHeaderField: "Authorization")
    request.httpBody = Data("password".utf8)
    let sent = request
    let error = await #expect(throws: EnvironmentHTTPError.self) { try await Env.json([Post].self, for: sent) }
    let thrown = try #require(error)
    #expect(!"\(thrown) \(String(reflecting: thrown)) \(thrown as NSError)".contains("password"))
  }

  @Test func `a long body is cut after 200 bytes, and no character in two`() async throws {
    answer("x" + String(repeating: "ü", count: 5000), status: 500)
    #expect(try await failure().hasSuffix(": x" + String(repeating: "ü", count: 99) + "…"))
  }

  @Test func `a body that is no text is counted`() async throws {
    answer(Data([0xFF, 0xD8, 0xFF, 0xE0]), status: 500)
    #expect(try await failure().hasSuffix(": 4 bytes that are not text"))
    answer(Data(repeating: 0, count: 1000), status: 500)
    #expect(try await failure().hasSuffix(": 1000 bytes that are not text"))
  }

  @Test func `a body cannot give orders to a terminal, or begin a line`() async throws {
    answer("a\u{1B}[31mb\r\nc\u{2028}d\u{202E}e", status: 500)
    #expect(try await failure().hasSuffix(": a [31mb  c d e"))
  }

  // MARK: Decoding

  @Test(arguments: [
    (#"[{"title": "a"}, {"title": 3}]"#, " at [1].title: "),
    (#"[{"title": "a"}, {"name": "b"}]"#, " at [1].title: "),
    (#"[{"title": "a", "author": {"name": null}}]"#, " at [0].author.name: "),
    (#"{"title": "a"}"#, "does not decode: "),
    ("<html>", "does not decode: The given data was not valid JSON"),
    ("", "does not decode: "),
    (#"[{"title": "a"},"#, "does not decode: The given data was not valid JSON"),
  ])
  func `it says where the JSON does not decode`(body: String, told: String) async throws {
    answer(body)
    let failure = try await failure()
    #expect(failure.hasPrefix("GET https://api.example.com/posts?page=… answered with a body that does not decode"))
    #expect(failure.contains(told), "\(failure)")
    #expect(failure.hasSuffix(body.isEmpty ? "It is empty" : "It begins with: \(body)"))
    #expect(!failure.contains("\n") && !failure.contains(".."), "\(failure)")
  }

  @Test func `it says what a value's own decoding throws`() async throws {
    struct Refused: Error {}
    struct Picky: Decodable {
      init(from decoder: any Decoder) throws { throw Refused() }
    }
    answer("{}")
    let error = await #expect(throws: EnvironmentHTTPError.self) { try await Env.json(Picky.self, from: url) }
    #expect(error?.decodingError is Refused)
    #expect(error?.description.contains("Refused") == true)
  }
}
