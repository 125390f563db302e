import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// Which tasks of a run may have yielded, where that does not show.
struct UnseenTasksTests {

  #if os(Linux) || os(macOS)
    @Test(.enabled(if: !Jobs.showYields))
    func `while tasks only sleep, no turns of queues are waited for`() async {
      // In a process of its own: tasks that other tests make meanwhile count, too.
      await #expect(processExitsWith: .success) {
        Env = .mock
        try await withVirtualTime {
          let driver = try #require(TimelineDriver.ofRun)
          try await Env.sleep(for: .seconds(1))
          let before = driver.passes
          let other = Task { @MainActor in
            for _ in 0..<100 { try await Env.sleep(for: .seconds(1)) }
          }
          var ticks = 0
          for await _ in Env.timer(every: .seconds(1)) {
            ticks += 1
            if ticks == 99 { break }
          }
          try #require(driver.passes - before < 50)
          try await other.value
        }
      }
    }
  #endif

  @Test(.virtualTime, .enabled(if: !Jobs.showYields))
  func `for a task that waits for something else, they are`() async throws {
    let driver = try #require(TimelineDriver.ofRun)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let reader = Task { for await _ in stream {} }
    let before = driver.passes
    for _ in 0..<10 {
      continuation.yield()
      try await Env.sleep(for: .seconds(1))
    }
    #expect(driver.passes - before >= 10)
    continuation.finish()
    await reader.value
  }

  @Test(.virtualTime, .enabled(if: !Jobs.showYields))
  func `and for a task that runs at once where it is made`() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let driver = try #require(TimelineDriver.ofRun)
    try await Env.sleep(for: .seconds(1))
    let before = driver.passes
    for _ in 0..<10 {
      let task = Task.immediate { await Task.yield() }
      try await Env.sleep(for: .seconds(1))
      task.cancel()
    }
    #expect(driver.passes - before >= 10)
  }
}

extension TimelineDriver {
  /// How often turns have passed for this run.
  fileprivate var passes: Int { state.withLock { $0.unseen.passes } }
}
