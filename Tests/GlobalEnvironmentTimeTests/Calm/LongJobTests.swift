import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// What takes long in one test does not hold up the time of another.
@Suite(.environment(.mock))
struct LongJobTests {
  @Test func `a job that blocks its thread holds up nobody`() async throws {
    let gate = DispatchSemaphore(value: 0)
    try await beside(other: { gate.signal() }) { gate.wait() }
  }

  @Test func `a job that computes for long holds up nobody`() async throws {
    let isOver = Locked(false)
    try await beside(other: { isOver.replace(with: true) }) {
      let begin = ContinuousClock.now
      // Others need the processor, too.
      while !isOver.withLock({ $0 }) { if begin.duration(to: .now) > .seconds(1) { usleep(1_000) } }
    }
  }

  @Test func `one that waits for the real world holds up nobody`() async throws {
    let (over, end) = AsyncStream.makeStream(of: Void.self)
    try await beside(other: { end.finish() }) {
      await Env.time.standingStill { for await _ in over {} }
    }
  }

  @Test func `one that yields without end holds up nobody`() async throws {
    let isOver = Locked(false)
    try await beside(other: { isOver.replace(with: true) }) {
      while !isOver.withLock({ $0 }) { await Task.yield() }
    }
  }

  @Test func `one that ticks without end holds up nobody`() async throws {
    let isOver = Locked(false)
    try await beside(other: { isOver.replace(with: true) }) {
      for await _ in Env.timer(every: .milliseconds(100)) where isOver.withLock({ $0 }) { break }
    }
  }

  @Test func `a task of no run that yields without end holds up nobody`() async throws {
    let isOver = Locked(false)
    let poll = Task { while !isOver.withLock({ $0 }) { await Task.yield() } }
    try await withVirtualTime { for _ in 0..<3 { try await Env.sleep(for: .seconds(10)) } }
    isOver.replace(with: true)
    await poll.value
  }

  @Test func `a timeout meanwhile says who is busy`() async throws {
    let (isTold, gate) = (Locked(""), DispatchSemaphore(value: 0))
    try await beside(other: {
      do {
        try await Env.timeout(after: .seconds(5)) { for await _ in AsyncStream<Int>.makeStream().stream {} }
      } catch { isTold.replace(with: "\(error)") }
      gate.signal()
    }) { gate.wait() }
    #expect(isTold.withLock { $0.contains("another test that is busy for long") || !Jobs.showYields }, "\(isTold)")
  }

  /// Runs `body`, which waits for the end of the other test, beside one that sleeps before it calls `end`.
  private func beside(
    other end: @escaping @Sendable () async -> Void, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup { group in
      group.addTask {
        // In a busy process, the other one takes its time.
        try await withVirtualTime(patience: .seconds(60)) {
          begin.finish()
          try await body()
        }
      }
      group.addTask {
        for await _ in begun {}
        try await withVirtualTime {
          for _ in 0..<3 { try await Env.sleep(for: .seconds(10)) }
          await end()
        }
      }
      try await group.waitForAll()
    }
  }
}
