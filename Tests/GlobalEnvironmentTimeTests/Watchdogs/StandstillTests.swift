import Dispatch
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// The report of a time that does not move.
@Suite(.environment(.mock))
struct StandstillTests {

  @Test func `a task that sleeps in a time that stands still is reported, with its place`() async throws {
    let line = #line + 1
    let task = Task { try? await Env.sleep(for: .seconds(1)) }
    while Env.time.pending.isEmpty { await Task.yield() }
    let (messages, continuation) = AsyncStream.makeStream(of: String.self)
    StandstillWatch(patience: .nanoseconds(1), isQuiet: { _ in true }, tell: { continuation.yield($0) })
      .begin(on: Env.time.timeline)
    let message = try #require(await messages.first { _ in true })
    #expect(message.contains("A task sleeps at GlobalEnvironmentTimeTests/StandstillTests.swift:\(line)"))
    #expect(message.contains("Env.time.advance(by:)") && message.contains(".virtualTime"))
    task.cancel()
    await task.value
  }

  @Test func `a test that sleeps in a time that nobody moves fails at that line, and ends`() async throws {
    let line = #line + 4
    await withKnownIssue {
      watch(afterSleeps: 1)
      await expectCancellation {
        try await Env.sleep(for: .seconds(1))
      }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.description.contains("A task sleeps at")
        && issue.description.contains(".virtualTime")
    }
  }

  @Test func `so does one that sleeps in a timeout, and in a child task`() async throws {
    let places = Locked<Set<Int>>([])
    let line = #line + 4
    await withKnownIssue {
      watch(afterSleeps: 3)
      await expectCancellation {
        async let other: Void = Env.sleep(for: .seconds(2))
        async let slow: Void = Env.timeout(after: .seconds(1)) {
          try await Env.sleep(for: .seconds(5))
        }
        _ = try await (other, slow)
      }
    } matching: { issue in
      guard let line = issue.sourceLocation?.line else { return false }
      places.withLock { _ = $0.insert(line) }
      return true
    }
    #expect(places.withLock { $0 } == [line, line + 2])
  }

  @Test func `so does one that waits for a task that sleeps, after a longer time`() async throws {
    let line = #line + 4
    await withKnownIssue {
      watch(afterSleeps: 1, patienceWithOthers: .nanoseconds(1))
      await expectCancellation {
        try await Task { try await Env.sleep(for: .seconds(1)) }.value
      }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.description.contains("A task sleeps at")
    }
  }

  @Test func `a sleep that began later than the watch is left alone`() async throws {
    let timeline = Env.time.timeline
    let count = timeline.additions
    async let sleep: Void = Env.sleep(for: .seconds(1))
    while Env.time.pending.isEmpty { await Task.yield() }
    #expect(timeline.takeSleeps(ofAll: true, amongFirst: count).isEmpty)
    await Env.time.advance(by: .seconds(1))
    try await sleep
  }

  @Test func `a timeout around real waiting is left alone`() async throws {
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    try await Env.timeout(after: .seconds(1)) {
      while Env.time.pending.isEmpty { await Task.yield() }
      StandstillWatch(patience: .nanoseconds(1), isQuiet: { _ in true }, tell: { tell.yield($0) })
        .begin(on: Env.time.timeline)
      _ = await told.first { _ in true }
    }
  }

  @Test func `a time has one watch, and no more once nobody sleeps`() async {
    let timeline = Timeline()
    #expect(timeline.beginWatch() && !timeline.beginWatch())
    StandstillWatch(patience: .nanoseconds(1), tell: { Issue.record("\($0)") }).begin(on: timeline)
    // The watch ends, and another may begin.
    while !timeline.beginWatch() { await Task.yield() }
  }

  @Test func `a task that sleeps beside other work is reported once that work is done`() async throws {
    let task = Task { try? await Env.sleep(for: .seconds(1)) }
    while Env.time.pending.isEmpty { await Task.yield() }
    let (looks, isBusy) = (Locked(0), Locked(true))
    let (messages, continuation) = AsyncStream.makeStream(of: String.self)
    StandstillWatch(
      patience: .milliseconds(1),
      isQuiet: { _ in
        looks.withLock { $0 += 1 }
        return isBusy.withLock { !$0 }
      },
      mostTimes: .max,
      tell: { message in
        #expect(isBusy.withLock { !$0 })
        continuation.yield(message)
      }
    ).begin(on: Env.time.timeline)
    while looks.withLock({ $0 < 3 }) { await Task.yield() }
    isBusy.withLock { $0 = false }
    _ = await messages.first { _ in true }
    task.cancel()
    await task.value
  }

  @Test func `a task that sleeps while something spins for long is reported as well`() async throws {
    let task = Task { try? await Env.sleep(for: .seconds(1)) }
    while Env.time.pending.isEmpty { await Task.yield() }
    let (messages, continuation) = AsyncStream.makeStream(of: String.self)
    StandstillWatch(
      patience: .milliseconds(1), isQuiet: { _ in false }, mostTimes: 3, tell: { continuation.yield($0) }
    ).begin(on: Env.time.timeline)
    #expect(await messages.first { _ in true } != nil)
    task.cancel()
    await task.value
  }

  /// A macro would take the lines of what is in it.
  private func expectCancellation(_ body: () async throws -> Void) async {
    do {
      try await body()
      Issue.record("Nothing was thrown.")
    } catch {
      #expect(error is CancellationError)
    }
  }

  /// Watches the time of the test as soon as so many tasks sleep.
  private func watch(afterSleeps count: Int, patienceWithOthers: DispatchTimeInterval = .seconds(20)) {
    Task {
      while Env.time.pending.count < count { await Task.yield() }
      StandstillWatch(patience: .nanoseconds(1), patienceWithOthers: patienceWithOthers, isQuiet: { _ in true })
        .begin(on: Env.time.timeline)
    }
  }

  @Test func `a time that a run moves by itself has none`() {
    #expect(!Timeline(isOfRun: true).beginWatch())
  }

  @Test func `a time that goes is not kept by its watch`() {
    weak var timeline: Timeline?
    do {
      let short = Timeline()
      timeline = short
      StandstillWatch(patience: .seconds(3_600), tell: { _ in }).begin(on: short)
    }
    #expect(timeline == nil)
  }
}
