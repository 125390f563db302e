import GlobalEnvironmentTesting
import Testing

@testable import NewsReader

/// What a real server once answered. To record again: start one, remove the file, and say
/// `recording(to: "Fixtures/localhost.har", recordsFailures: true)`.
@Suite(.environment(.mock.replaying("Fixtures/localhost.har"))) struct RecordingTests {

  init() {
    Env.environmentVariable = { ["NEWS_SERVER": "http://localhost:8766"][$0] }
  }

  @Test func `what a server answered is listed`() async {
    #expect(await news("login", "s3cret") == .success)
    #expect(await news() == .success)
    #expect(Env.output.standardOutput.contains("* 2. Clocks go back (21 hours ago, comments: 7)\n"))
  }

  @Test func `what a server refused is told`() async {
    Env.environmentVariable = { ["NEWS_SERVER": "http://localhost:8766/nowhere"][$0] }
    #expect(await news() == .unavailable)
    #expect(
      Env.output.standardError.hasPrefix("news: GET http://localhost:8766/nowhere/stories answered with status 404"))
  }
}
