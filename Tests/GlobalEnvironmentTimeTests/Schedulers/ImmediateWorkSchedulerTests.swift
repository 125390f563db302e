import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironment

/// The scheduler on which nothing takes time.
@Suite(.hidesKnownIssues, .environment(.mock))
struct ImmediateWorkSchedulerTests {
  private let scheduler = ImmediateWorkScheduler()
  private let runs = Locked<[Duration]>([])

  private func note() {
    let now = scheduler.now.offset
    runs.withLock { $0.append(now) }
  }

  private func expectRuns(_ expected: [Duration], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(runs.withLock { $0 } == expected, sourceLocation: sourceLocation)
  }

  // MARK: Unhappy paths

  @Test func `work that schedules itself forever is one issue, and ends`() {
    let line: Int = #line + 4
    @Sendable func work() {
      note()
      // Twice, so that not even the depth alone is an end.
      for _ in 0..<2 { scheduler.schedule(after: .seconds(1), work) }
    }
    withKnownIssue {
      scheduler.schedule(work)
    } matching: {
      $0.description.contains("100 deep") && $0.sourceLocation?.line == line
    }
    #expect(runs.withLock { $0.count } == 100)
  }

  @Test func `work runs again after an endless one has ended`() {
    @Sendable func work() { scheduler.schedule(work) }
    withKnownIssue { _ = scheduler.schedule(work) }
    scheduler.schedule(note)
    expectRuns([.zero])
  }

  @Test func `work on many threads at once is not deep`() {
    let (gate, hasBegun, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup())
    for _ in 0..<101 {
      hasEnded.enter()
      Thread.detachNewThread {
        scheduler.schedule {
          hasBegun.signal()
          gate.wait()
        }
        hasEnded.leave()
      }
    }
    for _ in 0..<101 { hasBegun.wait() }
    for _ in 0..<101 { gate.signal() }
    hasEnded.wait()
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `an interval that is not positive is an issue, and nothing runs`(interval: Duration) {
    let line: Int = #line + 2
    withKnownIssue {
      _ = scheduler.schedule(every: interval, startingAt: scheduler.now, note)
    } matching: {
      $0.description.contains("longer than zero") && $0.sourceLocation?.line == line
    }
    expectRuns([])
  }

  @Test func `a task that is cancelled does not sleep, and moves no time`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await scheduler.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(scheduler.now.offset == .zero)
  }

  @Test func `a timer lets others run, and ends when its task is cancelled`() async {
    let ticks = Locked(0)
    let task = Task { for await _ in scheduler.timer(every: .seconds(1)) { ticks.withLock { $0 += 1 } } }
    while ticks.withLock({ $0 }) < 10 { await Task.yield() }
    task.cancel()
    await task.value
  }

  @Test func `what was due earlier runs at the moment that has been reached`() {
    scheduler.schedule(after: .seconds(5), note)
    scheduler.schedule(at: EnvironmentClock.Instant(offset: .seconds(1)), tolerance: .zero, place: nil, note).cancel()
    scheduler.schedule(after: .seconds(-1), note)
    scheduler.schedule(every: .seconds(2), startingAt: EnvironmentClock.Instant(offset: .seconds(2)), note)
    expectRuns([.seconds(5), .seconds(5), .seconds(5), .seconds(5)])
  }

  @Test func `the end of time is reached, and nothing traps`() async throws {
    scheduler.schedule(after: .seconds(Int64.max) * 18, note)
    scheduler.schedule(after: .seconds(Int64.max), note)
    scheduler.schedule(every: .seconds(Int64.max) * 18, note)
    try await scheduler.sleep(for: .seconds(Int64.max) * 18)
    expectRuns([.farthest, .farthest, .farthest])
  }

  @Test func `work of many threads runs once each, and time is the latest of all deadlines`() async {
    let total = Locked(0)
    await withTaskGroup { group in
      for number in 0..<1_000 {
        group.addTask { [scheduler] in
          scheduler.schedule(at: EnvironmentClock.Instant(offset: .seconds(number)), tolerance: .zero, place: nil) {
            total.withLock { $0 += 1 }
          }.cancel()
          try? await scheduler.sleep(until: EnvironmentClock.Instant(offset: .seconds(number + 1)))
        }
      }
    }
    #expect(total.withLock { $0 } == 1_000)
    #expect(scheduler.now.offset == .seconds(1_000))
  }

  // MARK: Happy paths

  @Test func `work runs before the call returns, and time jumps to where it was due`() {
    scheduler.schedule(note)
    scheduler.schedule(after: .seconds(3), note)
    scheduler.schedule(after: .seconds(3_600), note)
    expectRuns([.zero, .seconds(3), .seconds(3_603)])
  }

  @Test func `work that work schedules runs inside it`() {
    scheduler.schedule(after: .seconds(1)) {
      scheduler.schedule(after: .seconds(1), note)
      note()
    }
    expectRuns([.seconds(2), .seconds(2)])
  }

  @Test func `repeating work runs once, at its first moment`() {
    scheduler.schedule(every: .seconds(60), note)
    scheduler.schedule(every: .seconds(60), startingAt: scheduler.now.advanced(by: .seconds(5)), note).cancel()
    expectRuns([.seconds(60), .seconds(65)])
  }

  @Test func `a sleeping task goes on, and time with it`() async throws {
    try await scheduler.sleep(for: .seconds(3_600))
    try await scheduler.sleep(until: EnvironmentClock.Instant(offset: .seconds(1)))
    #expect(scheduler.now.offset == .seconds(3_600))
  }

  // MARK: As the environment's

  @Test func `the environment's clock and sleeps follow it, from call to call`() async throws {
    Env.scheduler = { .immediate }
    let taken = try await Env.clock.measure {
      try await Env.sleep(for: .seconds(2))
      try await Env.clock.sleep(for: .seconds(3))
      Env.scheduler().schedule(after: .seconds(5), note)
    }
    #expect(taken == .seconds(10))
    #expect(runs.withLock { $0.count } == 1)
  }

  @Test func `a loop until a deadline comes to its end`() async throws {
    Env.scheduler = { .immediate }
    let deadline = Env.clock.now.advanced(by: .seconds(5))
    while Env.clock.now < deadline { try await Env.sleep(for: .seconds(1)) }
    #expect(Env.clock.now == deadline)
  }

  @Test func `each mock has its own, which scopes inside it share`() async throws {
    Env.scheduler = { .immediate }
    try await withEnvironment {
      $0.date = { .distantPast }
    } perform: {
      try await Env.sleep(for: .seconds(5))
    }
    #expect(Env.clock.now.offset == .seconds(5))
    Env = .mock
    Env.scheduler = { .immediate }
    #expect(Env.clock.now.offset == .zero)
  }

  @Test(.environment(.unimplemented { $0.scheduler = { .immediate } }))
  func `it implements the scheduler where nothing else is`() async throws {
    try await Env.sleep(for: .seconds(5))
    #expect(Env.clock.now.offset == .seconds(5))
  }

  @Test func `a clock of it tells its time to code that takes any clock`() async throws {
    func twice(on clock: some Clock<Duration>) async throws {
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(1))
    }
    let clock = EnvironmentClock(of: scheduler)
    let taken = try await clock.measure { try await twice(on: clock) }
    #expect(taken == .seconds(2))
    #expect(scheduler.now.offset == .seconds(2))
    try await twice(on: EnvironmentClock(of: .immediate))
    #expect(Env.time.now.offset == .zero)
  }
}
