import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import greeter

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.environment(.mock))
struct PostsTests {
  private let url: URL

  init() throws {
    url = try #require(URL(string: "https://example.com/posts"))
  }

  private func answer(_ body: String, status: Int = 200) {
    Env.http = { request in
      guard
        let url = request.url,
        let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
      else { throw URLError(.badURL) }
      return (Data(body.utf8), response)
    }
  }

  @Test func `titles come in the order of the answer`() async throws {
    answer(#"[{"id": 1, "title": "First"}, {"title": "Second\nline", "body": null}]"#)
    #expect(try await postTitles(at: url) == ["First", "Second"])
  }

  @Test func `an empty array has no titles`() async throws {
    answer("[]")
    #expect(try await postTitles(at: url) == [])
  }

  @Test(arguments: ["", "{}", "[1]", #"[{"name": "no title"}]"#, "<html>", #"[{"title": 3}]"#, "[[[["])
  func `what is no array of posts is an error on one line`(body: String) async {
    answer(body)
    let error = await #expect(throws: EnvironmentHTTPError.self) { try await postTitles(at: url) }
    let expected = "GET https://example.com/posts answered with a body that does not decode"
    #expect(error?.description.hasPrefix(expected) == true)
    #expect(error?.description.contains("\n") == false)
  }

  @Test func `a status that is no success is an error that tells it`() async {
    answer("[]", status: 503)
    let error = await #expect(throws: EnvironmentHTTPError.self) { try await postTitles(at: url) }
    #expect(error?.description == "GET https://example.com/posts answered with status 503: []")
  }

  @Test func `the error of an address that does not answer has no secrets`() async throws {
    Env.http = { _ in throw URLError(.timedOut) }
    let url = try #require(URL(string: "https://anna:hidden@example.com/posts?token=hidden#hidden"))
    let error = await #expect(throws: SilenceError.self) { try await postTitles(at: url) }
    #expect(error?.description.hasPrefix("https://example.com/posts does not answer") == true)
    #expect(error?.description.contains("hidden") == false)
  }

  @Test func `an address that does not answer is an error on one line`() async {
    Env.http = { _ in throw URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "Too\nlate"]) }
    let error = await #expect(throws: SilenceError.self) { try await postTitles(at: url) }
    #expect(error?.description.hasSuffix("does not answer (Too)") == true)
  }
}
