/// Work that runs at each of some ticks until it is cancelled.
final class Repetition: Sendable {
  private let scheduler: @Sendable () -> (any WorkScheduler)?
  private let work: @Sendable () -> Void
  private let tolerance: Duration
  private let place: SourcePlace?
  private let state: Locked<State>

  private struct State {
    var ticks: Ticks
    /// How many runs have been scheduled.
    var count = 0
    var next: EnvironmentCancellation?
    var isCancelled = false
  }

  /// Schedules the first run.
  ///
  /// - Returns: A token that ends it.
  static func begin(
    on scheduler: some WorkScheduler, every interval: Duration, startingAt first: EnvironmentClock.Instant?,
    tolerance: Duration, place: SourcePlace?, _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    guard let ticks = Ticks(every: interval, startingAt: first, now: scheduler.now, place: place) else {
      return EnvironmentCancellation {}
    }
    let repetition = Repetition(of: work, on: scheduler, ticks: ticks, tolerance: tolerance, place: place)
    repetition.scheduleNext()
    return EnvironmentCancellation { repetition.cancel() }
  }

  private init(
    of work: @escaping @Sendable () -> Void, on scheduler: some WorkScheduler, ticks: Ticks, tolerance: Duration,
    place: SourcePlace?
  ) {
    if let holder = scheduler as? any WorkHolder {
      self.scheduler = holder.weakly
    } else {
      self.scheduler = { scheduler }
    }
    self.work = work
    self.tolerance = tolerance
    self.place = place
    state = Locked(State(ticks: ticks))
  }

  /// Schedules the next run; that run schedules the one after it before it does its work, which may cancel it.
  private func scheduleNext() {
    guard let scheduler = scheduler() else { return }
    let now = scheduler.now
    let run = state.withLock { state -> (tick: EnvironmentClock.Instant, number: Int)? in
      if state.isCancelled { return nil }
      state.count += 1
      return (state.ticks.next(after: now), state.count)
    }
    guard let run else { return }
    let next = scheduler.schedule(at: run.tick, tolerance: tolerance, place: place) {
      self.scheduleNext()
      if !self.state.withLock({ $0.isCancelled }) { self.work() }
    }
    // Meanwhile it may have been cancelled, or may have run and scheduled the one after it.
    let (isCancelled, last) = state.withLock { state -> (Bool, EnvironmentCancellation?) in
      guard !state.isCancelled, run.number == state.count else { return (state.isCancelled, nil) }
      defer { state.next = next }
      return (false, state.next)
    }
    // Released here, outside of the lock.
    withExtendedLifetime(last) {}
    if isCancelled { next.cancel() }
  }

  private func cancel() {
    let next = state.withLock { state in
      state.isCancelled = true
      return state.next.take()
    }
    next?.cancel()
  }
}

/// A scheduler that holds the work it is given, so that repeating work must not hold the scheduler in turn.
package protocol WorkHolder: WorkScheduler {
  /// Returns the scheduler as long as it is held elsewhere.
  var weakly: @Sendable () -> (any WorkScheduler)? { get }
}
