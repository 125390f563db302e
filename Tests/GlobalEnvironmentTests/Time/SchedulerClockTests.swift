import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironment

/// A clock that is made of a scheduler.
@Suite(.environment(.mock))
struct SchedulerClockTests {

  @Test func `it tells the scheduler's time, whatever the environment's is`() {
    let clock = EnvironmentClock(of: NotedScheduler(standingAt: .seconds(7)))
    #expect(clock.now.offset == .seconds(7))
    Env.time.advance(by: .seconds(60))
    #expect(clock.now.offset == .seconds(7))
  }

  @Test func `it sleeps on the scheduler`() async throws {
    let scheduler = NotedScheduler(standingAt: .seconds(7))
    func nap(on clock: some Clock<Duration>) async throws {
      try await clock.sleep(for: .seconds(2), tolerance: .seconds(1))
    }
    try await nap(on: EnvironmentClock(of: scheduler))
    #expect(scheduler.calls.map(\.deadline.offset) == [.seconds(9)])
    #expect(scheduler.calls.map(\.tolerance) == [.seconds(1)])
  }

  @Test func `it follows no scope`() {
    let clock = EnvironmentClock(of: NotedScheduler(standingAt: .seconds(7)))
    #expect(clock.following(.current).now.offset == .seconds(7))
    #expect(Env.clock.following(.current).now.offset == .zero)
  }

  @Test func `clocks of one time have one identity, those of two have two`() {
    let (one, other) = (NotedScheduler(), NotedScheduler())
    #expect(EnvironmentClock(of: one).id == EnvironmentClock(of: one).id)
    #expect(EnvironmentClock(of: one).id != EnvironmentClock(of: other).id)
    #expect(EnvironmentClock(of: QueueScheduler.main).id == EnvironmentClock(of: QueueScheduler.background).id)

    let clock = Env.clock
    #expect(clock.id == EnvironmentClock(of: Env.scheduler()).id)
    #expect(clock.id == EnvironmentClock(of: Env.backgroundScheduler()).id)
    let mine = clock.id
    withEnvironment(.mock) { #expect(clock.id != mine) }
    withEnvironment(.live) { #expect(clock.id == EnvironmentClock(of: QueueScheduler.main).id) }
  }

  @Test func `it is a clock that deadlines of the standard library can take`() async throws {
    func deadline<C: Clock & Identifiable>(after duration: C.Duration, of clock: C) -> C.Instant {
      clock.now.advanced(by: duration)
    }
    #expect(deadline(after: .seconds(1), of: Env.clock).offset == .seconds(1))
  }
}
