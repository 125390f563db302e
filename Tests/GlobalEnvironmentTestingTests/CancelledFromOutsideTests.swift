import Foundation
import GlobalEnvironmentTesting
import Testing

/// Tests that are cancelled by code outside of their scopes, as a time limit does: what `onCancel` reads there.
struct CancelledFromOutsideTests {
  private static let mockDate = Environment.mock.date()

  @Test(arguments: [.environment(.mock), .virtualTime] as [EnvironmentTrait])
  func `what is called when a test is cancelled sees the environment of the test`(_ trait: EnvironmentTrait)
    async throws
  {
    let test = try #require(Test.current)
    let seen = Locked<Date?>(nil)
    let begun = AsyncStream.makeStream(of: Void.self)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        try? await trait.provideScope(for: test, testCase: nil) {
          await withTaskCancellationHandler {
            begun.continuation.yield()
            try? await Task.sleep(for: .seconds(1_000))
          } onCancel: {
            seen.replace(with: Env.date())
          }
        }
      }
      for await _ in begun.stream { break }
      group.cancelAll()
    }
    #expect(seen.withLock { $0 } == Self.mockDate)
    // The test itself has none.
    #expect(abs(Env.date().timeIntervalSinceNow) < 3_600)
  }

  @Test func `a body that is cancelled as it is stuck sees its environment`() async throws {
    let seen = Locked<Date?>(nil)
    await #expect(throws: StuckError.self) {
      try await withVirtualTime(patience: .milliseconds(10)) {
        try await Env.sleep(for: .seconds(60))
        await waitForever(noting: seen)
      }
    }
    #expect(seen.withLock { $0 } == Self.mockDate + 60)
  }

  @Test func `a body whose task is cancelled elsewhere sees its environment`() async throws {
    let seen = Locked<Date?>(nil)
    let begun = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await withVirtualTime {
        try await Env.sleep(for: .seconds(60))
        begun.continuation.yield()
        await waitForever(noting: seen)
      }
    }
    for await _ in begun.stream { break }
    task.cancel()
    _ = await task.result
    #expect(seen.withLock { $0 } == Self.mockDate + 60)
  }

  /// Waits until the task is cancelled, and notes the date that is seen then.
  private func waitForever(noting seen: Locked<Date?>) async {
    let never = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      for await _ in never.stream {}
    } onCancel: {
      seen.replace(with: Env.date())
    }
  }
}
