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

  @Test(arguments: ["foo://h/new", "ftp://example.com/new", "com.example.app:/oauth?code=1", "foo:new"])
  func `from the web, a redirect leads to a scheme that a stub names`(location: String) async throws {
    Env.stub(.get("/old"), .redirect(to: location))
    let target = Env.stub(.path(location), .text("There")).times(3)
    #expect(try await send("/old").text == "There")
    #expect(try await Env.urlSession().data(for: request("/old")).0 == Data("There".utf8))
    #expect(await DelegateLog.of(try request("/old")) == ["200", "There", "end"])
    #expect(target.calls.count == 3)
    #expect(try await send("/old").status == 302)
  }

  @Test(arguments: ["foo://h/new", "ftp://example.com/new"])
  func `from the web, a redirect to a scheme that no stub names is an answer`(location: String) async throws {
    Env.stub(.any, .redirect(to: location))
    #expect(try await send("/from").status == 302)
    #expect(Env.requestCount == 1)
  }

  @Test func `a redirect to a URL without a host is an answer where no stub names it`() async throws {
    Env.stub(.path("foo://h/old"), .redirect(to: "foo:/new"))
    #expect(try await send("foo://h/old").status == 302)
    Env.stub(.path("foo:/new"), .text("There"))
    #expect(try await send("foo://h/old").text == "There")
  }

  @Test func `secrets do not go along to another scheme`() async throws {
    Env.stub(.path("foo://h/old"), .redirect(to: "bar://h/new"))
    Env.stub(.path("/new"), .ok)
    try await send("foo://h/old", headers: ["Authorization": "Bearer 1"])
    #expect(Env.requests.last?.header("Authorization") == nil)
  }
}
