import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Endpoints that ask for themselves by a detour.
@Suite(.hidesKnownIssues, .environment(.mock))
struct RunawayDetourTests {

  @Test func `an endpoint that calls itself in a scope of its own is an issue`() {
    Env.date = {
      withEnvironment {
        $0.locale = { Locale(identifier: "ja_JP") }
      } perform: {
        Env.date() + 60
      }
    }
    expectIssue(naming: "Env.date calls itself") { _ = Env.date() }
  }

  @Test func `so are two that ask for each other, one of them in a scope of its own`() {
    Env.hostName = {
      withEnvironment {
        $0.uuid = { UUID() }
      } perform: {
        Env.locale().identifier
      }
    }
    Env.locale = { Locale(identifier: Env.hostName()) }
    expectIssue(naming: "calls itself (Env.") { _ = Env.hostName() }
  }

  @Test func `so is an asynchronous one that calls itself in a scope of its own`() async throws {
    let request = URLRequest(url: try #require(URL(string: "https://example.com")))
    Env.http = { request in
      try await withEnvironment {
        $0.locale = { Locale(identifier: "ja_JP") }
      } perform: {
        try await Env.http(request)
      }
    }
    await expectIssue(naming: "Env.http calls itself") { _ = try? await Env.http(request) }
  }

  @Test func `so is one that calls itself for a value of JSON`() async throws {
    let url = try #require(URL(string: "https://example.com/token"))
    Env.http = { request in
      _ = try await Env.json(String.self, from: url)
      return try await Environment.mock.http(request)
    }
    await expectIssue(naming: "Env.http calls itself") { _ = try? await Env.http(URLRequest(url: url)) }
  }

  // MARK: The innocent

  @Test func `a deep recursion that makes a scope each time, and comes to its end, may read Env`() async {
    #expect(await scopedDepth(2_000) == 2_000)
    for rest in 0..<500 { #expect(await scopedDepth(rest % 20) == rest % 20) }
  }

  private func scopedDepth(_ rest: Int) async -> Int {
    guard rest > 0, Env.date() == Environment.mock.date() else { return 0 }
    return await withEnvironment {
      $0.hostName = { "\(rest)" }
    } perform: {
      await scopedDepth(rest - 1)
    } + 1
  }

  private func expectIssue(naming text: String, _ body: () -> Void) {
    withKnownIssue {
      body()
    } matching: {
      $0.description.contains(text)
    }
  }

  private func expectIssue(naming text: String, _ body: () async -> Void) async {
    await withKnownIssue {
      await body()
    } matching: {
      $0.description.contains(text)
    }
  }
}
