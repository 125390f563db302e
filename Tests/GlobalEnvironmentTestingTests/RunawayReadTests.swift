import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// Endpoints that ask for themselves.
@Suite(.hidesKnownIssues, .environment(.mock))
struct RunawayReadTests {

  @Test func `an endpoint that asks for itself is an issue that names it and the cure`() {
    Env.date = { Env.date() + 60 }
    expectIssue(naming: "Env.date") { _ = Env.date() }
  }

  @Test func `endpoints that ask for each other are an issue`() {
    Env.hostName = { Env.locale().identifier }
    Env.locale = { Locale(identifier: Env.hostName()) }
    expectIssue(naming: "asks for itself") { _ = Env.hostName() }
  }

  @Test func `one that asks for itself twice comes to its end, too`() {
    Env.uptime = { Env.uptime() + Env.uptime() }
    expectIssue(naming: "Env.uptime") { _ = Env.uptime() }
  }

  @Test func `each of two calls is an issue`() {
    Env.date = { Env.date() + 60 }
    for _ in 0..<2 { expectIssue(naming: "Env.date") { _ = Env.date() } }
    // What is assigned then is read again.
    Env.date = { .distantPast }
    #expect(Env.date() == .distantPast)
    Env.hostName = { Env.hostName() + "!" }
    expectIssue(naming: "Env.hostName") { _ = Env.hostName() }
  }

  @Test func `what the mock asks in its place is not accused`() {
    Env.preferredLanguages = { Env.preferredLanguages().suffix(1) + ["en"] }
    expectIssue(naming: "Env.preferredLanguages") { _ = Env.preferredLanguages() }
  }

  // MARK: The innocent

  @Test func `an environment that comes to stand where such a one stood in memory is not taken for it`() {
    withKnownIssue {
      withEnvironment {
        $0.uptime = { Env.uptime() + Env.uptime() }
      } perform: {
        _ = Env.uptime()
      }
    }
    // The first of these gets the memory that was let go of last.
    for _ in 0..<10 {
      withEnvironment {
        $0.date = { .distantPast }
      } perform: {
        #expect(Env.date() == .distantPast)
      }
    }
  }

  @Test func `a deep recursion of the test's own may read Env`() {
    #expect(depth(2_000) == 2_000)
  }

  @Test func `an endpoint may ask for the one before it, many times over`() {
    for _ in 0..<200 { Env.date = { [before = Env.date] in before() + 1 } }
    #expect(Env.date() == Environment.mock.date() + 200)
  }

  private func depth(_ rest: Int) -> Int {
    rest == 0 || Env.date() != Environment.mock.date() ? 0 : depth(rest - 1) + 1
  }

  private func expectIssue(naming text: String, _ body: () -> Void) {
    withKnownIssue {
      body()
    } matching: {
      $0.description.contains(text) && $0.description.contains("before() + 60")
    }
  }
}
