import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironment

/// Schedulers of which each use is an issue, whenever they were asked for.
@Suite(.hidesKnownIssues, .environment(.unimplemented))
struct UnimplementedSchedulerTests {
  private let scheduler = Env.scheduler()

  @Test func `to hold one is no issue`() {
    _ = Env.backgroundScheduler()
    _ = EnvironmentClock(of: scheduler)
    _ = scheduler.timer(every: .seconds(1))
  }

  @Test func `each piece of work is one issue, and never runs`() {
    let first = EnvironmentClock.Instant(offset: .zero)
    for _ in 0..<2 {
      expectIssue("Env.scheduler was given work at") { scheduler.schedule { Issue.record("It ran.") } }
    }
    expectIssue("given work at") { scheduler.schedule(after: .seconds(1)) { Issue.record("It ran.") }.cancel() }
    expectIssue("given work,") { _ = scheduler.schedule(at: first, tolerance: .zero, place: nil) {} }
    expectIssue("given work that repeats at") { scheduler.schedule(every: .seconds(1)) { Issue.record("It ran.") } }
    expectIssue("given work that repeats at") {
      scheduler.schedule(every: .seconds(1), startingAt: first) { Issue.record("It ran.") }.cancel()
    }
  }

  @Test func `each sleep is one issue, and throws`() async {
    await expectIssue("Env.scheduler was given a task that sleeps at") {
      await #expect(throws: UnimplementedError(name: "Env.scheduler")) { try await scheduler.sleep(for: .seconds(1)) }
    }
    await expectIssue("given a task that sleeps at") {
      let deadline = EnvironmentClock.Instant(offset: .zero)
      await #expect(throws: UnimplementedError.self) { try await scheduler.sleep(until: deadline) }
    }
    await expectIssue("given a task that sleeps,") {
      await #expect(throws: UnimplementedError.self) { try await Env.clock.sleep(for: .seconds(1)) }
    }
  }

  @Test func `to ask for the moment is one issue`() {
    expectIssue("Env.scheduler was asked for its moment") { #expect(scheduler.now.offset == .zero) }
    expectIssue("Env.scheduler was asked for its moment") { _ = Env.clock.now }
    expectIssue("Env.scheduler was asked for its moment") { _ = EnvironmentClock(of: scheduler).now }
  }

  @Test func `a timer is one issue, and ends`() async {
    let timer = scheduler.timer(every: .seconds(1))
    await expectIssue("given a task that sleeps at") {
      for await _ in timer { Issue.record("It ticked.") }
    }
  }

  @Test func `a timeout is one issue, and does not end what it limits`() async {
    await expectIssue("given a task that sleeps at") {
      let value = try? await Env.timeout(after: .seconds(1)) { 7 }
      #expect(value == 7)
    }
  }

  @Test func `the one of the background has its own name`() async {
    let scheduler = Env.backgroundScheduler()
    expectIssue("Env.backgroundScheduler was given work at") { scheduler.schedule {} }
    await expectIssue("Env.backgroundScheduler = …") {
      await #expect(throws: UnimplementedError(name: "Env.backgroundScheduler")) {
        try await scheduler.sleep(for: .seconds(1))
      }
    }
  }

  @Test func `the issue stands where the environment was made, and tells where it was used`() {
    let line: Int = #line + 1
    Env = .unimplemented { $0.date = { .distantPast } }
    let scheduler = Env.scheduler()
    withKnownIssue {
      _ = scheduler.schedule {}
    } matching: {
      $0.sourceLocation?.line == line
        && $0.description.contains(
          "given work at GlobalEnvironmentMocksTests/UnimplementedSchedulerTests.swift:\(line + 3),")
    }
  }

  @Test func `one that was assigned is implemented`() {
    let time = VirtualTime(startingAt: .distantPast)
    Env.scheduler = { time }
    let count = Locked(0)
    Env.scheduler().schedule { count.withLock { $0 += 1 } }
    Env.time.advance(by: .zero)
    #expect(count.withLock { $0 } == 1)
  }
}
