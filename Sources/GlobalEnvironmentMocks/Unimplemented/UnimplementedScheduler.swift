import GlobalEnvironment

/// A scheduler that only reports each use: work never runs, and a task that would sleep gets an error instead.
///
/// Holding one does not count as a use: a model may get its scheduler and not need it in this test.
struct UnimplementedScheduler: WorkScheduler {
  /// Its name in issues.
  let name: String
  /// Called with a description of the use, once for each use.
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
  ) -> EnvironmentCancellation {
    reportUse("given work", at: place)
    return EnvironmentCancellation {}
  }

  func schedule(
    every interval: Duration, startingAt first: EnvironmentClock.Instant?, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    reportUse("given work that repeats", at: place)
    return EnvironmentCancellation {}
  }

  func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    reportUse("given a task that sleeps", at: place)
    throw UnimplementedError(name: name)
  }

  private func reportUse(_ use: String, at place: SourcePlace?) {
    report(place.map { "\(use) at \($0)" } ?? use)
  }
}
