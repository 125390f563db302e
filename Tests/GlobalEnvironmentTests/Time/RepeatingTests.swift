import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironment

/// Work that comes again and again, from a first moment on.
@Suite(.hidesKnownIssues, .environment(.mock))
struct RepeatingTests {
  private let runs = Locked<[Duration]>([])

  private func note() {
    let now = Env.clock.now.offset
    runs.withLock { $0.append(now) }
  }

  private func expectRuns(_ expected: [Duration], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(runs.withLock { $0 } == expected, sourceLocation: sourceLocation)
  }

  // MARK: Unhappy paths

  @Test func `what is cancelled before its first moment never runs`() {
    let first = Env.clock.now.advanced(by: .seconds(5))
    Env.scheduler().schedule(every: .seconds(1), startingAt: first, note).cancel()
    Env.time.advance(by: .seconds(10))
    expectRuns([])
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `a run may cancel those that would follow`() {
    let timer = Locked<EnvironmentCancellation?>(nil)
    let work = Env.scheduler().schedule(every: .seconds(1), startingAt: Env.clock.now) {
      note()
      timer.withLock { $0 }?.cancel()
    }
    timer.withLock { $0 = work }
    Env.time.advance(by: .seconds(10))
    expectRuns([.zero])
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `what has run before it is known how to cancel it can be cancelled nevertheless`() {
    let scheduler = HastyScheduler()
    let work = scheduler.schedule(every: .seconds(1), startingAt: scheduler.now, note)
    expectRuns([.zero])
    work.cancel()
    scheduler.runAll()
    expectRuns([.zero])
    #expect(scheduler.waiting == 0)
  }

  @Test func `the run after that one is cancelled at once, and does not hold what it uses`() {
    let scheduler = HastyScheduler()
    let work = scheduler.schedule(every: .seconds(1), startingAt: scheduler.now, note)
    #expect(scheduler.waiting == 1)
    work.cancel()
    #expect(scheduler.cancelled.withLock { $0 } == 1)
  }

  @Test func `what is cancelled lets go of its work, though the token is kept`() {
    final class Model: Sendable {}
    for scheduler in [Env.scheduler(), QueueScheduler.main] as [any WorkScheduler] {
      weak var model: Model?
      let token: EnvironmentCancellation
      do {
        let object = Model()
        model = object
        token = scheduler.schedule(every: .seconds(3_600)) { withExtendedLifetime(object) {} }
      }
      token.cancel()
      #expect(model == nil)
      token.cancel()
    }
  }

  @Test func `while a run takes its time on one thread, another thread begins none`() {
    let scheduler = HastyScheduler()
    let count = Locked(0)
    let (hasBegun, mayEnd, hasEnded) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    scheduler.schedule(every: .seconds(1), startingAt: scheduler.now) {
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number == 2 else { return }
      hasBegun.signal()
      mayEnd.wait()
    }
    Thread.detachNewThread {
      scheduler.runNext()
      hasEnded.signal()
    }
    hasBegun.wait()
    scheduler.runNext()
    #expect(count.withLock { $0 } == 2 && scheduler.waiting == 1)
    mayEnd.signal()
    hasEnded.wait()
    scheduler.runNext()
    #expect(count.withLock { $0 } == 3)
  }

  @Test func `work that moves time itself runs inside itself`() {
    let isInside = Locked(false)
    Env.scheduler().schedule(every: .seconds(1)) {
      note()
      if !isInside.replace(with: true) { Env.time.advance(by: .seconds(2)) }
    }
    Env.time.advance(by: .seconds(4))
    expectRuns([.seconds(1), .seconds(2), .seconds(3), .seconds(4)])
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min) * 18])
  func `an interval that is not positive is an issue, and nothing runs, not even at the first moment`(
    interval: Duration
  ) {
    let lines = [#line + 2, #line + 3]
    withKnownIssue {
      Env.scheduler().schedule(every: interval, startingAt: Env.clock.now, note)
      Env.scheduler().schedule(every: interval, startingAt: Env.date(), note)
    } matching: {
      $0.description.contains("longer than zero") && lines.contains($0.sourceLocation?.line ?? 0)
    }
    Env.time.advance(by: .seconds(1))
    expectRuns([])
  }

  @Test func `of the runs before now, when the first moment has passed, one is made up for`() {
    Env.time.advance(by: .seconds(10))
    let first = Env.clock.now.advanced(by: .seconds(-7))
    Env.scheduler().schedule(every: .seconds(3), startingAt: first, note)
    expectRuns([])
    Env.time.advance(by: .seconds(6))
    expectRuns([.seconds(10), .seconds(12), .seconds(15)])
  }

  @Test(arguments: [Duration.seconds(Int64.min), .seconds(Int64.min) * 18])
  func `a first moment before all time runs once at once, and then by its multiples`(offset: Duration) {
    let first = EnvironmentClock.Instant(offset: offset)
    Env.scheduler().schedule(every: .seconds(1 << 40), startingAt: first, note)
    Env.time.advance(by: .seconds(1))
    expectRuns([.zero])
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.max) * 18])
  func `a first moment beyond all measure never comes, and traps nothing`(offset: Duration) {
    let first = EnvironmentClock.Instant(offset: offset)
    Env.scheduler().schedule(every: .seconds(Int64.max) * 18, startingAt: first, note)
    Env.scheduler().schedule(every: .nanoseconds(1), startingAt: first, note)
    Env.time.advance(by: .seconds(1 << 40))
    expectRuns([])
  }

  // As numbers: Foundation cannot describe all of them as dates.
  @Test(arguments: [1e11, 1e300, TimeInterval.infinity])
  func `a date in the far future does not come, and traps nothing`(seconds: TimeInterval) {
    Env.scheduler().schedule(every: .seconds(1), startingAt: Date(timeIntervalSince1970: seconds), note)
    Env.time.advance(by: .seconds(1_000_000))
    expectRuns([])
  }

  @Test(arguments: [-1e11, -1e300, -TimeInterval.infinity, .nan])
  func `a date in the far past, or none at all, makes it begin at once`(seconds: TimeInterval) {
    let date = Date(timeIntervalSince1970: seconds)
    Env.scheduler().schedule(every: .seconds(1_000_000), startingAt: date, note)
    Env.time.advance(by: .zero)
    expectRuns([.zero])
  }

  // MARK: Happy paths

  @Test func `it begins at its first moment, and goes on by its interval`() {
    let first = Env.clock.now.advanced(by: .seconds(5))
    Env.scheduler().schedule(every: .seconds(2), startingAt: first, note)
    Env.time.advance(by: .seconds(10))
    expectRuns([.seconds(5), .seconds(7), .seconds(9)])
  }

  @Test func `a first moment that is now runs as soon as possible, but not before returning`() {
    Env.scheduler().schedule(every: .seconds(2), startingAt: Env.clock.now, note)
    expectRuns([])
    Env.time.advance(by: .seconds(4))
    expectRuns([.zero, .seconds(2), .seconds(4)])
  }

  @Test func `a date is as good as a moment`() throws {
    Env.time.advance(by: .milliseconds(300))
    let midnight = try Date(year: 2019, month: 11, day: 13)
    Env.scheduler().schedule(every: .seconds(86_400), startingAt: midnight, note)
    Env.time.advance(to: midnight)
    expectRuns([.seconds(21 * 3600 + 900)])
    Env.time.advance(by: .seconds(86_400))
    expectRuns([.seconds(21 * 3600 + 900), .seconds(45 * 3600 + 900)])
  }

  @Test func `a scheduler learns the first deadline, the tolerance and the place`() {
    let scheduler = NotedScheduler(standingAt: .seconds(10))
    let line = UInt(#line + 1)
    scheduler.schedule(every: .seconds(5), tolerance: .seconds(1)) {}
    scheduler.schedule(every: .seconds(5), startingAt: scheduler.now.advanced(by: .seconds(3))) {}
    scheduler.schedule(every: .seconds(5), startingAt: Env.date() + 4, tolerance: .seconds(2)) {}
    #expect(scheduler.calls.map(\.deadline.offset) == [.seconds(15), .seconds(13), .seconds(14)])
    #expect(scheduler.calls.map(\.tolerance) == [.seconds(1), .zero, .seconds(2)])
    #expect(scheduler.calls.map(\.place?.line) == [line, line + 1, line + 2])
  }
}

/// A scheduler whose first work has run when it says how to cancel it, as on a queue of many threads; the rest waits.
private final class HastyScheduler: WorkScheduler {
  private let work = Locked<[@Sendable () -> Void]?>(nil)
  /// How much of what waits was cancelled.
  let cancelled = Locked(0)

  let now = EnvironmentClock.Instant(offset: .zero)

  /// How much waits to be run.
  var waiting: Int { work.withLock { $0?.count ?? 0 } }

  /// Runs what waits, and what that schedules.
  func runAll() {
    for _ in 0..<10 { runNext() }
  }

  /// Runs the last that waits.
  func runNext() { work.withLock { $0?.popLast() }?() }

  func schedule(
    at deadline: EnvironmentClock.Instant, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    let isFirst = self.work.withLock { waiting in
      defer { waiting = (waiting ?? []) + (waiting == nil ? [] : [work]) }
      return waiting == nil
    }
    if isFirst { work() }
    return EnvironmentCancellation { [cancelled] in if !isFirst { cancelled.withLock { $0 += 1 } } }
  }

  func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {}
}
