import Diary
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
}
