import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Redirects of schemes that only stubs answer.
@Suite(.environment(.mock))
struct AppSchemeRedirectTests {

  @Test(arguments: ["foo://h/new", "bar://other/new", "https://api.example.com/new", "/new"])
  func `a redirect is followed to another scheme`(location: String) async throws {
    Env.stub(.path("foo://h/old"), .redirect(to: location))
    Env.stub(.path("/new"), .text("There"))
    #expect(try await send("foo://h/old").text == "There")
    #expect(try await Env.urlSession().data(for: request("foo://h/old")).0 == Data("There".utf8))
  }

  @Test(arguments: ["foo://h/new", "ftp://example.com/new"])
  func `from the web, no redirect leads out of it`(location: String) async throws {
    Env.stub(.any, .redirect(to: location))
    #expect(try await send("/from").status == 302)
    #expect(Env.requestCount == 1)
  }

  @Test func `secrets do not go along to another scheme`() async throws {
    Env.stub(.path("foo://h/old"), .redirect(to: "bar://h/new"))
    Env.stub(.path("/new"), .ok)
    try await send("foo://h/old", headers: ["Authorization": "Bearer 1"])
    #expect(Env.requests.last?.header("Authorization") == nil)
  }
}
