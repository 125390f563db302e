/// Work that runs at each of some ticks until it is cancelled.
final class Repetition: Sendable {
  private let scheduler: @Sendable () -> (any WorkScheduler)?
  private let work: @Sendable () -> Void
  private let tolerance: Duration
  private let place: SourcePlace?
  private let state: Locked<State>

  private struct State {
    var ticks: Ticks
    var next: ScheduledWork?
    var isCancelled = false
  }

  /// Schedules the first run.
  ///
  /// - Returns: A token that ends it.
  static func begin(
    on scheduler: some WorkScheduler, every interval: Duration, startingAt first: EnvironmentClock.Instant?,
    tolerance: Duration, place: SourcePlace?, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    guard let ticks = Ticks(every: interval, startingAt: first, now: scheduler.now, place: place) else {
      return ScheduledWork {}
    }
    let repetition = Repetition(of: work, on: scheduler, ticks: ticks, tolerance: tolerance, place: place)
    repetition.scheduleNext()
    return ScheduledWork { repetition.cancel() }
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
    let tick = state.withLock { $0.isCancelled ? nil : $0.ticks.next(after: now) }
    guard let tick else { return }
    let next = scheduler.schedule(at: tick, tolerance: tolerance, place: place) {
      self.scheduleNext()
      if !self.state.withLock({ $0.isCancelled }) { self.work() }
    }
    // It may have been cancelled while it was being scheduled.
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.next = next }
      return state.isCancelled
    }
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
