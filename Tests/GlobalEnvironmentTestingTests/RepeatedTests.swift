import Foundation
import GlobalEnvironmentTesting
import Testing

/// Runs a test twice in the same task, as traits do that try again.
private struct RunningTwice: TestTrait, TestScoping {
  var inScopes = false

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    for _ in 0..<2 {
      if inScopes { try await withEnvironment(Env) { try await function() } } else { try await function() }
    }
  }
}

extension Trait where Self == RunningTwice {
  fileprivate static var runningTwice: Self { RunningTwice() }
  fileprivate static var runningTwiceInScopes: Self { RunningTwice(inScopes: true) }
}

/// Tests that are run again in the task that has run them.
struct RepeatedTests {

  @Test(.runningTwiceInScopes) func `a trait that gives each run a scope lets it begin as the first one did`() {
    expectLiveWorld()
    Env = .mock
  }

  @Test(.runningTwiceInScopes, arguments: 0..<3)
  func `so does each case`(days: Int) {
    expectLiveWorld()
    Env = .mock
    Env.time.advance(by: .seconds(days * 86_400))
  }

  @Test(.runningTwice, .environment(.live), arguments: 0..<3)
  func `an environment inside of it is new in each run`(days: Int) {
    expectLiveWorld()
    Env = .mock
    Env.time.advance(by: .seconds(days * 86_400))
  }

  private func expectLiveWorld() {
    #expect(abs(Env.date().timeIntervalSinceNow) < 3_600)
  }
}
