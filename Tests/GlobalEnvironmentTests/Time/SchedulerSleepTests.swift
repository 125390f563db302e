import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironment

/// Sleeping, and timers, on a scheduler that is not the environment's.
@Suite(.hidesKnownIssues, .virtualTime)
struct SchedulerSleepTests {

  @Test func `a sleep that is cancelled before it begins throws`() async {
    let time = VirtualTime(startingAt: .distantPast)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await time.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(time.date == .distantPast)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min), .seconds(Int64.min) * 18])
  func `a sleep that is over before it began returns at once`(duration: Duration) async throws {
    let time = VirtualTime(startingAt: .distantPast)
    try await time.sleep(for: duration)
    try await time.sleep(until: time.now.advanced(by: duration))
    #expect(time.date == .distantPast)
  }

  @Test func `a sleep ends in that scheduler's time, whatever the environment's is`() async throws {
    let time = VirtualTime(startingAt: .distantPast)
    let other = NotedScheduler()
    Env.scheduler = { other }
    let start = time.now
    try await time.sleep(for: .seconds(5))
    try await time.sleep(until: start.advanced(by: .seconds(7)))
    #expect(time.date == .distantPast + 7)
    #expect(other.calls.isEmpty)
  }

  @Test func `a scheduler learns the deadline, the tolerance and the place of a sleep`() async throws {
    let scheduler = NotedScheduler(standingAt: .seconds(10))
    let line = UInt(#line + 1)
    try await scheduler.sleep(for: .seconds(5), tolerance: .seconds(1))
    try await scheduler.sleep(until: scheduler.now)
    #expect(scheduler.calls.map(\.deadline.offset) == [.seconds(15), .seconds(10)])
    #expect(scheduler.calls.map(\.tolerance) == [.seconds(1), nil])
    #expect(scheduler.calls.map(\.place?.line) == [line, line + 1])
  }

  @Test func `the longest sleep there can be ends at the end of time, and traps nothing`() async throws {
    let scheduler = NotedScheduler(standingAt: .farthest)
    try await scheduler.sleep(for: .seconds(Int64.max) * 18)
    #expect(scheduler.calls.map(\.deadline.offset) == [.farthest])
  }

  @Test func `a timer ticks in that scheduler's time`() async throws {
    let time = VirtualTime(startingAt: .distantPast)
    Env.scheduler = { NotedScheduler() }
    var ticks: [Duration] = []
    for await tick in time.timer(every: .milliseconds(500)) {
      ticks.append(tick.offset)
      if ticks.count == 3 { break }
    }
    #expect(ticks == [.milliseconds(500), .seconds(1), .milliseconds(1_500)])
  }

  @Test func `a timer without a positive interval is an issue at its line, and gives no tick`() async {
    let line: Int = #line + 2
    await withKnownIssue {
      for await _ in NotedScheduler().timer(every: .seconds(-1)) { Issue.record("It ticked.") }
    } matching: {
      $0.description.contains("longer than zero") && $0.sourceLocation?.line == line
    }
  }
}
