import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import LoopbackServer
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.hidesKnownIssues, .environment(.mock))
struct StubExtrasTests {

  // MARK: Passing through

  @Test func `what a matcher matches goes to the real network, and nothing else`() async throws {
    do {
      let server = try LoopbackServer { _ in .text("real") }
      defer { server.stop() }
      let url = server.url("/real").absoluteString
      Env = .mock.unmatched(.passthrough(.path(prefix: "/real") && .method("GET")))
      #expect(try await send(url).text == "real")
      #expect(try await Env.urlSession().data(for: request(url)).0 == Data("real".utf8))
      let reported = try await issues { try await send("POST \(url)") }
      #expect(reported.count == 1)
    }
  }

  // MARK: Speed

  @Test(
    .virtualTime,
    arguments: [
      (StubResponse.Speed.edge, 32_000, 2.0), (.wifi, 150_000, 0.1), (.bytesPerSecond(2), 3, 1.5), (.gprs, 7_000, 1.0),
      (.threeG, 400_000, 1.0), (.bytesPerSecond(15), 15, 1.0),
    ])
  func `a named speed takes its time`(speed: StubResponse.Speed, size: Int, seconds: Double) async throws {
    Env = .mock
    Env.stub(.get("/file"), .data(Data(count: size)).pace(speed))
    let start = Env.date()
    let (data, _) = try await Env.http(request("/file"))
    #expect(data.count == size)
    #expect(abs(Env.date().timeIntervalSince(start) - seconds) < 0.000_001)
  }

  @Test(.virtualTime) func `the delegate of a session gets a body at a named speed`() async throws {
    Env = .mock
    Env.stub(.get("/file"), .text("abc").pace(.bytesPerSecond(2)))
    let start = Env.date()
    #expect(try await DelegateLog.of(request("/file")).filter { $0 != "" }.joined() == "200abcend")
    #expect(Env.date() == start + 1.5)
  }

  @Test(arguments: [0, -1, .min]) func `a speed that is none is an issue`(speed: Int) async {
    let reported = await issues { Env.stub(.any, .ok.pace(.bytesPerSecond(speed))).optional() }
    #expect(reported.count == 1)
  }

  @Test func `the greatest speed is no trap`() async throws {
    Env.stub(.any, .text("fast").pace(.bytesPerSecond(.max)))
    let answer = Task { try await send("/") }
    while Env.time.pending.isEmpty { await Task.yield() }
    await Env.time.advance(by: .seconds(1))
    #expect(try await answer.value.text == "fast")
  }

  // MARK: Hearing of answers

  @Test func `a stub tells when it has answered`() async throws {
    let heard = Locked<[String]>([])
    let stub = Env.stub(.get("/posts"), .text("Hello")).onAnswer { request in
      heard.withLock { $0.append(request.path) }
    }
    try await send("/posts")
    _ = try await Env.urlSession().data(for: request("/posts"))
    #expect(heard.withLock { $0 } == ["/posts", "/posts"])
    #expect(stub.calls.count == 2)
  }

  @Test func `it tells of redirects and failures, in order`() async throws {
    let heard = Locked<[String]>([])
    Env.stub(.get("/from"), .redirect(to: "/to")).onAnswer { _ in heard.withLock { $0.append("from") } }
    Env.stub(.get("/to"), .error(.timedOut)).onAnswer { _ in heard.withLock { $0.append("to") } }
    #expect(await failure { try await send("/from") } == .timedOut)
    #expect(heard.withLock { $0 } == ["from", "to"])
  }

  // On the main actor, as in `VirtualTimeAsyncTests`: the answer has three pauses.
  @MainActor @Test func `it tells when the last byte has come, and several hear of it`() async throws {
    let heard = Locked<[Date]>([])
    Env.stub(.get("/posts"), .text("abc").pace(bytes: 1, every: .seconds(1)))
      .onAnswer { _ in heard.withLock { $0.append(Env.date()) } }
      .onAnswer { _ in heard.withLock { $0.append(Env.date()) } }
    let start = Env.date()
    let answer = Task { try await send("/posts") }
    while Env.time.pending.isEmpty { await Task.yield() }
    await Env.time.advance(by: .seconds(3))
    _ = try await answer.value
    #expect(heard.withLock { $0 } == [start + 3, start + 3])
  }

  @Test func `it tells of an error that a closure throws`() async throws {
    let heard = Locked(0)
    Env.stub(.get("/posts"), .response { _ in throw URLError(.dnsLookupFailed) }).onAnswer { _ in
      heard.withLock { $0 += 1 }
    }
    #expect(await failure { try await send("/posts") } == .dnsLookupFailed)
    #expect(heard.withLock { $0 } == 1)
  }

  @Test func `it does not tell of what is cancelled on its way`() async throws {
    let heard = Locked(0)
    Env.stub(.get("/posts"), .text("abc").pace(bytes: 1, every: .seconds(1))).onAnswer { _ in heard.withLock { $0 += 1 }
    }
    let answer = Task { try await send("/posts") }
    while Env.time.pending.isEmpty { await Task.yield() }
    await Env.time.advance(by: .seconds(1))
    answer.cancel()
    _ = await answer.result
    #expect(heard.withLock { $0 } == 0)
  }
}
