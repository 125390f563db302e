import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which of the requests that fail a mock and its stubs count.
@Suite(.virtualTime, .environment(.mock))
struct RefusedRequestsTests {

  @Test(
    arguments: [
      (.timedOut, 1), (.tooManyRequests, 1), (.serverError, 1), (.unavailable, 1), (.redirectLoop, 1),
      (.connectionLost, 1), (.emptyBody, 1), (.offline, 0), (.unknownHost, 0), (.untrustedServer, 0),
    ] as [(EnvironmentFault, Int)], ["http", "httpBytes", "urlSession"])
  func `a request is counted if it has left the program, by the mock and by its stub`(
    fault: (EnvironmentFault, count: Int), endpoint: String
  ) async throws {
    let posts = Env.stub(.post("/posts").json(["id": 1]), .ok).optional()
    Env.fail(\.http, with: fault.0)
    var request = try request("POST /posts")
    request.httpBody = Data(#"{"id": 1}"#.utf8)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    switch endpoint {
    case "http": _ = try? await Env.http(request)
    case "httpBytes": _ = try? await Env.bytes(for: request).0.whole()
    default: _ = try? await Env.urlSession().data(for: request)
    }
    #expect(Env.requests.count == fault.count && Env.requestCount == fault.count && posts.calls.count == fault.count)
  }

  @Test func `a request that the server refuses takes no answer from its stub`() async throws {
    let posts = Env.stub(.get("/posts"), .sequence([.text("first")])).once().expect(calls: 2)
    Env.fail(\.http, with: .serverError)
    #expect(try await send("/posts").status == 500)
    #expect(try await send("/posts").text == "first")
    #expect(posts.calls.count == 2)
  }

  @Test func `a slow answer is that of the moment when the request was sent`() async throws {
    Env.stub(.get("/posts"), .text("Posts"))
    Env.fail(\.http, with: .slow)
    let start = Env.date()
    _ = try await send("/posts")
    #expect(Env.requests.map(\.date) == [start])
  }
}
