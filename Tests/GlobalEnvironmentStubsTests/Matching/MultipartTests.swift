import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.hidesKnownIssues, .environment(.mock))
struct MultipartTests {
  private static let type = "multipart/form-data; boundary=\"-x y-\""
  private static let body = """
    preamble\r\n---x y-\r\nContent-Disposition: form-data; name="title"\r\n\r\nHello\r\n---x y- \t\r\n\
    content-disposition: form-data; name="photo"; filename="a\\"; b.png"\r\nContent-Type: image/png\r\n\r\n\0\r\n--\r\n\
    ---x y---\r\nepilogue
    """

  private func sent(_ body: String, type: String = type) async throws -> SentRequest {
    Env.stub(.any, .ok).optional()
    try await send("POST /", body: body, headers: ["Content-Type": type])
    return try #require(Env.requests.last)
  }

  @Test func `fields and files are read`() async throws {
    let parts = try await sent(Self.body).parts
    #expect(parts.map(\.name) == ["title", "photo"])
    #expect(parts.map(\.filename) == [nil, "a\"; b.png"])
    #expect(parts.map(\.type) == [nil, "image/png"])
    #expect(parts.map(\.text) == ["Hello", "\0\r\n--"])
  }

  @Test func `a matcher compares fields`() async throws {
    Env.stub(.any.multipart(containing: ["title": "Hello"]), .text("matched"))
    let headers = ["Content-Type": Self.type]
    #expect(try await send("POST /", body: Self.body, headers: headers).text == "matched")
    let session = Env.urlSession()
    let (data, _) = try await session.data(for: request("POST /", body: Self.body, headers: headers))
    #expect(data == Data("matched".utf8))
  }

  @Test(
    arguments: [
      (["title": "Bye"], "field title is \"Hello\"|field title is Hello"),
      (["photo": ""], "field photo is missing"), (["other": "1"], "field other is missing"),
    ] as [(KeyValuePairs<String, String>, String)])
  func `what does not match is named`(fields: KeyValuePairs<String, String>, words: String) async throws {
    Env.stub(.any.multipart(containing: fields), .ok).optional()
    let reported = try await issues {
      try await send("POST /", body: Self.body, headers: ["Content-Type": Self.type])
    }
    #expect(reported.count == 1)
    #expect(words.components(separatedBy: "|").contains { reported.first?.contains($0) == true })
  }

  @Test(arguments: [
    "", "-", "---x y-", "---x y-\r\n", "---x y---", "---x y-\r\n\r\n---x y---", "---x y-\r\nA: b\r\n\r\n---x y---",
    "---x y-\r\nContent-Disposition: form-data\r\n\r\nHello\r\n---x y---",
    "---x y-\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nHello",
    "---x y-junk\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nHello\r\n---x y---",
  ])
  func `a damaged body has no parts`(body: String) async throws {
    #expect(try await sent(body).parts.isEmpty)
  }

  @Test(arguments: [
    "", "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"",
    "text/plain; boundary=x",
    "multipart/form-data; boundary=\"", ";;;", "multipart/mixed; boundary=\"-x y-\"",
  ])
  func `another type has no parts`(type: String) async throws {
    #expect(try await sent(Self.body, type: type).parts.isEmpty)
  }

  @Test func `a backslash that no quote follows is itself`() async throws {
    let body =
      "---x y-\r\nContent-Disposition: form-data; name=\"\u{301}a\"; filename=\"C:\\temp\\new.txt\"\r\n\r\n1\r\n---x y---"
    let part = try #require(try await sent(body).parts.first)
    #expect(part.filename == "C:\\temp\\new.txt")
    #expect(Array(part.name.unicodeScalars) == ["\u{301}", "a"])
  }
}
