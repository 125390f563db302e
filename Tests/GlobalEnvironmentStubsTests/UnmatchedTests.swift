import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import HidingKnownIssues
import LoopbackServer
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// In tests without a trait, where nobody sees which issues are known.
@Suite(.hidesKnownIssues)
struct UnmatchedOnceTests {
  @Test func `its error is no second issue where a part of the test has noticed it already`() async throws {
    let url = try #require(request("/posts").url)
    let messages = await inAMock {
      let issues = RequestIssues(areSeen: false)
      let again = await issues.gathering {
        let thrown = await issues.gathering { _ = try await Env.json(Int.self, from: url) }
        if let thrown { throw thrown }
      }
      #expect(again.map(issues.areSaidAgain) == true)
    }
    #expect(messages.count == 1, "\(messages)")
  }

  @Test func `one that is tried again and again is reported once, and another as well`() async throws {
    let messages = try await inAMock {
      for _ in 0..<3 { try await send("/posts") }
      try await send("/users")
    }
    #expect(messages.count == 2)
  }

  @Test func `a request that is repeated without a stub is compared with the stubs once`() async throws {
    let comparisons = Locked(0)
    let matcher = RequestMatcher.any.and("a condition") { _ in
      false
    } mismatch: { _ in
      comparisons.withLock { $0 += 1 }
      return "it does not hold"
    }
    try await withEnvironment(.mock) {
      Env.stub(matcher, .ok).optional()
      let messages = try await issues { for _ in 0..<10 { try await send("/posts") } }
      #expect(messages.count == 1 && comparisons.withLock { $0 } == 1)
      let later = try await issues {
        try await send("/posts", headers: ["X": "1"])
        Env.stub(.get("/users"), .ok).optional()
        try await send("/posts")
      }
      // The first says the same as before, and is no issue.
      #expect(later.count == 1 && later.first?.contains("/users") == true, "\(later)")
    }
  }

  private func inAMock(_ body: () async throws -> Void) async rethrows -> [String] {
    try await withEnvironment(.mock) { try await issues(of: body) }
  }
}

@Suite(.hidesKnownIssues, .environment(.mock))
struct UnmatchedTests {

  @Test func `a request without a stub is answered with status 500, and is an issue that names it`() async throws {
    let messages = try await issues {
      let answer = try await send("/posts?page=2#top")
      #expect(answer.status == 500)
      #expect(answer.text.contains("No stub matches this request.") && !answer.text.contains("stubbed"))
    }
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    #expect(message.contains("No stub matches GET https://api.example.com/posts?page=2."))
    #expect(message.contains("This mock has no stubs."))
    #expect(message.contains(#"Env.stub(.get("/posts"), …)"#))
    #expect(Env.requests.count == 1 && Env.requests[0].stub == nil)
  }

  @Test(
    arguments: ["/posts", "/lang/c%23", "/a%2541", "/a%3Fb", "/q%22x%22", "/back%5C(x)", "/users/:all", "/caf%C3%A9"]
  )
  func `the stub that the issue writes is one for that request`(path: String) async throws {
    let messages = try await issues { _ = try await send(path) }
    let advice = try #require(messages.first?.firstMatch(of: #/Env\.stub\(\.get\("(.*)"\), …\)/#)?.1)
    #expect(!advice.contains { "\"\\".contains($0) })
    Env.stub(.get(String(advice)), .text("stubbed"))
    #expect(try await send(path).text == "stubbed")
  }

  @Test func `the issue stands where Env.json is called, also through a captured environment`() async throws {
    let url = try #require(request("/posts").url)
    let line = #line + 2
    let messages = await issues {
      _ = try? await Env.json(Int.self, from: url)
      _ = try? await Env.json(Int.self, for: URLRequest(url: url.appending(path: "2")))
      _ = try? await CapturedEnvironment().json(Int.self, from: url.appending(path: "3"))
    }
    #expect(messages.count == 3)
    for (index, message) in messages.enumerated() {
      #expect(message.hasPrefix("UnmatchedTests.swift:\(line + index): "))
    }
  }

  @Test func `a function around Env.http may have the issue stand at its caller`() async throws {
    func load(_ fileID: StaticString = #fileID, line: UInt = #line) async throws {
      let place = SourcePlace(fileID: fileID, filePath: #filePath, line: line, column: 1)
      _ = try await place.asCaller { try await Env.http(request("/posts")) }
    }
    let line = #line + 1
    let messages = await issues { try? await load() }
    #expect(messages.first?.hasPrefix("UnmatchedTests.swift:\(line): ") == true)
  }

  @Test func `the issue of a request by Env.http stands where that is called, or at the test`() async throws {
    let request = try request("/posts")
    let line = #line + 1
    let messages = try await issues { _ = try await Env.http(request) }
    #if os(Linux)
      let expected = line
    #else
      let expected = try #require(Test.current).sourceLocation.line + 0 * line
    #endif
    #expect(messages.first?.hasPrefix("UnmatchedTests.swift:\(expected): ") == true, "\(messages)")
  }

  @Test func `the error of a request without a stub says in one line that there is an issue`() async throws {
    let url = try #require(request("/posts").url)
    let error = Locked<EnvironmentHTTPError?>(nil)
    let messages = await issues {
      let caught = await #expect(throws: EnvironmentHTTPError.self) { try await Env.json(Int.self, from: url) }
      error.withLock { $0 = caught }
    }
    #expect(messages.count == 1)
    let text = try #require(error.withLock { $0 }).description
    #expect(text.contains("No stub matches this request. The issue before this one says more.") && !text.contains("\n"))
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

  @Test func `a stub for the same path is among the nearest, however many others differ less`() async throws {
    let method = Env.stub(.post("/posts"), .ok).optional()
    let elsewhere = Env.stub(.get("http://localhost:8080/:kind").query("page", "1"), .ok).optional()
    let typo = Env.stub(.get("/post"), .ok).optional()
    for name in ["a", "b", "c"] { Env.stub(.get("/\(name)"), .ok).optional() }
    let message = try #require(try await issues { try await send("/posts") }.first)
    let places = message.split(separator: "\n").filter { $0.hasPrefix("- ") }
    #expect(places.count == 3)
    for (line, stub) in zip(places, [method, elsewhere, typo]) { #expect(line.hasPrefix("- \(stub.place): ")) }
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

  @Test(arguments: ["5%3", "%3Fq%3D%E9", "%2525…3F", "?a=?a=…"])
  func `an issue comes for odd escapes, too`(escapes: String) async throws {
    let value =
      switch escapes {
      case "%2525…3F": "%" + String(repeating: "25", count: 50_000) + "3F"
      case "?a=?a=…": String(repeating: "?a=", count: 50_000)
      default: escapes
      }
    let messages = try await issues { try await send("/posts", headers: ["X-Next": value]) }
    #expect(messages.count == 1)
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
        answering: { request, _ in
          guard let url = request.url, url.path == "/recorded" else { return nil }
          let head = HTTPURLResponse(
            url: url, statusCode: 302, httpVersion: nil, headerFields: ["Location": "/to", "Set-Cookie": "a=b, c=d"])
          return head.map { (EnvironmentBytes("recorded"), $0) }
        }, nearest: { _ in ["a recording of /recorded"] }))
    Env.stub(.get("/to"), .text("there"))
    #expect(try await send("/recorded").text == "there")
    let messages = await issues { _ = try? await send("/other") }
    #expect(messages.first?.contains("- a recording of /recorded") == true)
    #expect(Env.requests.last?.header("Cookie") == "a=b; c=d")
  }
}
