import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.hidesKnownIssues, .environment(.mock))
struct PathRegexTests {
  @Test func `an expression finds what it finds`() async throws {
    Env.stub(.path(matching: /^\/posts\/\d+$/), .text("found"))
    Env.stub(.path(matching: /never/), .text("never")).optional()
    #expect(try await send("/posts/1").text == "found")
    #expect(try await Env.urlSession().data(for: request("/posts/22")).0 == Data("found".utf8))
  }

  @Test func `in a path of more than 2,000 bytes it does not search, and the message says so`() async throws {
    let path = "/" + String(repeating: "a", count: 1_999)
    Env.stub(.path(matching: /^\/a+$/), .text("found"))
    #expect(try await send(path).text == "found")
    let message = try await issues { _ = try await send(path + "a") }.first
    #expect(message?.contains("longer than the 2000 bytes in which a regular expression searches") == true)
  }
}
