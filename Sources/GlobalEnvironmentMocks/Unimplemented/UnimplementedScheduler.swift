import GlobalEnvironment

/// A scheduler that does nothing: work never runs, and a task that would sleep gets an error instead.
struct UnimplementedScheduler: WorkScheduler {
  var now: EnvironmentClock.Instant { EnvironmentClock.Instant(offset: .zero) }

  func schedule(
    at deadline: EnvironmentClock.Instant, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    ScheduledWork {}
  }

  func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    throw UnimplementedError(name: "Env.scheduler")
  }
}
