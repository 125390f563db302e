import Foundation
import GlobalEnvironmentTesting
import Testing

/// Makes a task around the whole test, which makes another whenever the test asks for that: as a watchdog does.
private struct Heart: TestTrait, TestScoping {
  typealias Beat = AsyncStream<Void>.Continuation

  @TaskLocal private static var asked: AsyncStream<Beat>.Continuation?

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? self : nil }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let (beats, asked) = AsyncStream.makeStream(of: Beat.self)
    let beating = Task {
      for await beat in beats {
        await Task {}.value
        beat.finish()
      }
    }
    try await Self.$asked.withValue(asked) { try await function() }
    asked.finish()
    await beating.value
  }

  /// Returns when another task was made, and has ended.
  static func beat() async {
    let (beats, beat) = AsyncStream.makeStream(of: Void.self)
    asked?.yield(beat)
    for await _ in beats {}
  }
}

/// Tasks that a user's trait makes around a test do not begin it again.
struct TasksAroundTests {
  @Test(Heart()) func `what a test has assigned stays`() async {
    Env.hostName = { "mine" }
    await Heart.beat()
    #expect(Env.hostName() == "mine")
    await Heart.beat()
    #expect(await Task.detached { Env.hostName() }.value == "mine")
  }

  @Test(Heart(), arguments: 0..<2) func `what a case has assigned stays`(number: Int) async {
    Env.hostName = { "\(number)" }
    await Heart.beat()
    #expect(Env.hostName() == "\(number)")
  }

  @Test(Heart(), .environment(.mock)) func `what a trait has assigned stays`() async {
    await Heart.beat()
    #expect(Env.hostName() == Environment.mock.hostName())
  }
}
