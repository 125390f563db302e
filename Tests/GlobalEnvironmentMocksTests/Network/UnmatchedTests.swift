import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import LoopbackServer
import Testing

@testable import GlobalEnvironmentMocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.environment(.mock))
struct UnmatchedTests {

  @Test func `a request without a stub is answered with status 500, and is an issue that names it`() async throws {
    let messages = try await issues {
      let answer = try await send("/posts?page=2#top")
      #expect(answer == Received(status: 500, text: #"{"stub":"This request has been stubbed"}"#))
    }
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    #expect(message.contains("No stub matches GET https://api.example.com/posts?page=2."))
    #expect(message.contains("There is none."))
    #expect(message.contains(#"Env.stub(.get("/posts"), …)"#))
    #expect(Env.requests.count == 1 && Env.requests[0].stub == nil)
  }

  @Test func `one that is tried again and again is reported once, and another as well`() async throws {
    let messages = try await issues {
      for _ in 0..<3 { try await send("/posts") }
      try await send("/users")
    }
    #expect(messages.count == 2)
  }

  @Test func `the nearest stubs are named, with what of each did not match`() async throws {
    Env.stub(.get("/nothing/in/common").header("X").query("y"), .ok).optional()
    let near = Env.stub(.post("/users").json(containing: ["name": "B"]), .ok).optional()
    let used = Env.stub(.post("/users"), .ok).once()
    Env.stub(.post("/user"), .ok).optional()
    try await send("POST /users", body: #"{"name":"A"}"#)
    let messages = try await issues { try await send("POST /users", body: #"{"name":"A"}"#) }
    let message = try #require(messages.first)
    #expect(message.contains("\(near.place): POST, path /users, JSON containing"))
    #expect(message.contains(#"in the body, name is "A", not "B""#))
    #expect(message.contains("\(used.place): POST, path /users: it has answered as often as it may"))
    #expect(message.contains("path is /users, not /user"))
    #expect(!message.contains("/nothing"))
  }

  @Test func `an issue tells no secrets`() async throws {
    Env.stub(.any.header("Authorization", "Bearer expected").header("Cookie", "session=expected"), .ok).optional()
    let messages = try await issues {
      try await send(
        "https://user:password@api.example.com/", headers: ["Authorization": "Bearer own", "Cookie": "session=own"])
    }
    let message = try #require(messages.first)
    #expect(message.contains("GET https://api.example.com/"))
    for secret in ["password", "own", "session=expected", "Bearer expected"] { #expect(!message.contains(secret)) }
  }

  @Test func `status 500 may be silent`() async throws {
    Env = .mock.unmatched(.respond500)
    #expect(try await send("/posts").status == 500)
    #expect(try await send("HEAD /posts").text == "")
  }

  @Test func `a request without a stub may fail`() async throws {
    Env = .mock.unmatched(.fail(.notConnectedToInternet))
    let error = await #expect(throws: URLError.self) { try await send("/posts") }
    #expect(error?.code == .notConnectedToInternet && error?.failingURL?.path == "/posts")
    Env.unmatched(.fail(URLError(.timedOut)))
    #expect(await failure { try await send("/posts") } == .timedOut)
    Env.stub(.any, .ok)
    #expect(try await send("/posts").status == 200)
  }

  @Test func `requests to hosts that are let through reach the network, others do not`() async throws {
    let server = try LoopbackServer { request in .text("\(request.method) \(request.path)") }
    defer { server.stop() }
    Env = .mock.unmatched(.passthrough(["127.0.0.1", "LOCALHOST"]))
    let url = server.url("/posts")
    #expect(try await send("PUT \(url)") == Received(status: 200, text: "PUT /posts"))
    #expect(try await Env.urlSession().data(for: URLRequest(url: url)).0 == Data("GET /posts".utf8))
    // Nobody listens on port 1, so this is an error of the real network.
    #expect(await failure { try await send("http://localhost:1/") } == .cannotConnectToHost)
    #expect(await issues { _ = try? await send("http://example.com/") }.count == 1)
    #expect(server.requests.count == 2)
  }

  @Test func `a policy may answer, and its redirects are followed and its cookies kept`() async throws {
    Env.unmatched(
      UnmatchedRequests(
        answer: { request in
          guard let url = request.url, url.path == "/recorded" else { return nil }
          let head = HTTPURLResponse(
            url: url, statusCode: 302, httpVersion: nil, headerFields: ["Location": "/to", "Set-Cookie": "a=b, c=d"])
          return head.map { (Data("recorded".utf8), $0) }
        }, nearest: { _ in ["a recording of /recorded"] }))
    Env.stub(.get("/to"), .text("there"))
    #expect(try await send("/recorded").text == "there")
    let messages = await issues { _ = try? await send("/other") }
    #expect(messages.first?.contains("- a recording of /recorded") == true)
    #expect(Env.requests.last?.header("Cookie") == "a=b; c=d")
  }
}
