import GlobalEnvironment

/// A scheduler that is five seconds late with everything; given to one call.
struct LateScheduler: WorkScheduler {
  let base: any WorkScheduler

  private static let delay = Duration.seconds(5)

  var now: EnvironmentClock.Instant { base.now }

  func deadline(after delay: Duration) -> EnvironmentClock.Instant { base.deadline(after: delay) }

  func schedule(
    at deadline: EnvironmentClock.Instant, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    base.schedule(at: deadline.advanced(by: Self.delay), tolerance: tolerance, place: place, work)
  }

  func schedule(
    every interval: Duration, startingAt first: EnvironmentClock.Instant?, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    let first = (first ?? base.deadline(after: interval)).advanced(by: Self.delay)
    return base.schedule(every: interval, startingAt: first, tolerance: tolerance, place: place, work)
  }

  func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    try await base.sleep(until: deadline.advanced(by: Self.delay), tolerance: tolerance, place: place)
  }
}

extension FaultRun {
  /// Returns a scheduler that is late with everything.
  func late(_ scheduler: () -> any WorkScheduler) -> any WorkScheduler {
    LateScheduler(base: inside(scheduler))
  }
}
