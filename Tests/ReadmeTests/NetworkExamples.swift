// The examples of the article “Testing the network”, each as it stands there.

import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

func postTitlesTryingTwice() async throws -> [String] {
  do {
    return try await postTitles()
  } catch let error as EnvironmentHTTPError where error.status == 503 {
    try await Env.sleep(for: .seconds(60))
    return try await postTitles()
  }
}

@Suite(.environment(.mock)) struct NetworkTests {
  @Test(.environment(.mock)) func showsPosts() async throws {
    Env.stub(.get("/posts"), .json([["title": "First"], ["title": "Second"]]))
    #expect(try await postTitles() == ["First", "Second"])
  }

  @Test(.virtualTime) func triesAgain() async throws {
    Env.stub(.get("/posts"), .sequence([.status(503), .json([["title": "First"]]).delay(.seconds(2))])).expect(calls: 2)
    #expect(try await postTitlesTryingTwice() == ["First"])
  }

  @Test(.environment(.mock)) func asksOnce() async throws {
    let posts = Env.stub(.get("/posts"), .json([]))
    _ = try await postTitles()
    #expect(posts.calls.count == 1)
    #expect(Env.requests.first?.header("Authorization") == nil)
  }

  @Test func keepsCookiesAsLinuxDoes() async throws {
    Env = .mock.cookies(.linuxFoundation)
    Env.stub(.get("/logout"), .text("").cookie("sid", "", maxAge: 0))
    let url = try #require(URL(string: "https://example.com/logout"))
    for _ in 1...2 { _ = try await Env.http(URLRequest(url: url)) }
    #if canImport(FoundationNetworking)
      #expect(Env.requests.last?.header("Cookie") == "sid=")
    #endif
  }

  @Test(.environment(.mock)) func `a session of one's own has the stubs' configuration`() {
    let delegate: (any URLSessionDelegate)? = nil
    let session = URLSession(configuration: HTTPStubs.configuration(), delegate: delegate, delegateQueue: nil)
    session.invalidateAndCancel()
  }

  /// Only compiled, for it would make a file.
  private func records() {
    Env = .mock.recording(to: "posts.har", hiding: [.query("token")])
    Env = .mock.replaying("posts.har")
  }
}
