import GlobalEnvironment

/// A scheduler that does nothing but report each use: work never runs, and a task that would sleep gets an error instead.
///
/// To hold one is no use of it: a model may be given its scheduler and not need it in this test.
struct UnimplementedScheduler: WorkScheduler {
  /// What issues call it.
  let name: String
  /// Called with what it was asked to do, once for each use.
  let report: @Sendable (_ use: String) -> Void

  var now: EnvironmentClock.Instant {
    report("asked for its moment")
    return EnvironmentClock.Instant(offset: .zero)
  }

  /// Not reported: the caller will use the scheduler, and that is reported.
  func deadline(after delay: Duration) -> EnvironmentClock.Instant {
    EnvironmentClock.Instant(offset: .zero).advanced(by: delay)
  }

  func schedule(
    at deadline: EnvironmentClock.Instant, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    reportUse("given work", at: place)
    return ScheduledWork {}
  }

  func schedule(
    every interval: Duration, startingAt first: EnvironmentClock.Instant?, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    reportUse("given work that repeats", at: place)
    return ScheduledWork {}
  }

  func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    reportUse("given a task that sleeps", at: place)
    throw UnimplementedError(name: name)
  }

  private func reportUse(_ use: String, at place: SourcePlace?) {
    report(place.map { "\(use) at \($0)" } ?? use)
  }
}
