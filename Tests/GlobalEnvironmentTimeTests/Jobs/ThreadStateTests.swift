import Foundation
import GlobalEnvironment
import Testing

@testable import GlobalEnvironmentTime

/// What threads and the process do, as watchdogs see it.
struct ThreadStateTests {
  @Test func `a thread that works is runnable, and one that waits is not`() {
    let (number, mayWait, mayEnd) = (Locked<UInt>(0), Locked(false), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      number.withLock { $0 = ThreadState.current }
      while !mayWait.withLock({ $0 }) {}
      mayEnd.wait()
    }
    defer { mayEnd.signal() }
    func waits(until isRunnable: Bool) -> Bool {
      // It may take a while, on a busy machine.
      for _ in 0..<10_000 where ThreadState.isRunnable(number.withLock { $0 }) != isRunnable { usleep(1_000) }
      return ThreadState.isRunnable(number.withLock { $0 }) == isRunnable
    }
    #expect(waits(until: true))
    mayWait.withLock { $0 = true }
    #expect(waits(until: false))
  }

  @Test func `no thread is not runnable`() {
    #expect(!ThreadState.isRunnable(0))
  }

  @Test func `a process is busy that uses all processors, and quiet when it does hardly anything`() {
    let start = ContinuousClock.now
    let all = Double(ProcessInfo.processInfo.activeProcessorCount)
    let before = ProcessorTime(at: start, used: 5)
    func later(_ used: Double) -> ProcessorTime { ProcessorTime(at: start + .seconds(10), used: 5 + used) }
    #expect(later(10 * all).isBusy(since: before) && !later(5 * all).isBusy(since: before))
    #expect(later(0.1).isQuiet(since: before) && !later(1).isQuiet(since: before))
  }

  @Test func `waiting counts less while the process is busy, or its queues or the watch itself run late`() {
    let start = ContinuousClock.now
    let all = Double(ProcessInfo.processInfo.activeProcessorCount)
    let before = ProcessorTime(at: start, used: 5)
    func patience(after elapsed: Duration = .milliseconds(300), used: Double, _ areQueuesLate: Bool) -> Duration {
      let now = ProcessorTime(at: start + elapsed, used: 5 + used)
      return PassedTime(from: before, to: now, areQueuesLate: areQueuesLate).patience
    }
    #expect(patience(used: 0, false) == .milliseconds(300))
    #expect(patience(used: 0, true) == .milliseconds(75))
    #expect(patience(used: 0.3 * all, false) == .milliseconds(75))
    #expect(patience(after: .milliseconds(400), used: 0, false) == .milliseconds(100))
    #expect(patience(after: .seconds(60), used: 0, false) == .milliseconds(125))
  }
}
