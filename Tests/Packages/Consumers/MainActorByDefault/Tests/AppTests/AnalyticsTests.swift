import App
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock)) struct AnalyticsTests {
  @Test func tracksEvents() async {
    track("nobody listens to this")
    let (events, continuation) = AsyncStream<String>.makeStream()
    Env.analytics = { continuation.yield($0) }
    track("appeared")
    continuation.finish()
    var tracked: [String] = []
    for await event in events { tracked.append(event) }
    #expect(tracked == ["appeared"])
  }

  @Test func spiesOnEvents() {
    let spy = Env.spy(on: \.analytics)
    track("appeared")
    #expect(spy.calls.map(\.arguments) == ["appeared"])
    Env = .unimplemented { $0.analytics = unimplemented("analytics") }
    withKnownIssue { track("unexpected") }
  }

  @Test func fakesAListener() async throws {
    let listener = FakeListener()
    listener.hear.stub(1, 2)
    #expect(try await listener.hear("first") == 1)
    listener.stop()
    #expect(listener.hear.count == 1)
    #expect(listener.stopping.count == 1)
    let word = EnvironmentReader<String, Int> { $0.count }.map { $0 * 2 }
    #expect(try await word.run("four") == 8)
  }
}

private struct FakeListener {
  let hear = ThrowingSpy<String, Int>()
  let stopping = Spy<Void, Void>()

  func hear(_ event: String) async throws -> Int { try await hear.call(event) }
  func stop() { stopping.call() }
}
