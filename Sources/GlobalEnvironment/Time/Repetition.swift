import Foundation

/// Work that runs at each of some ticks until it is cancelled.
final class Repetition: Sendable {
  private let scheduler: @Sendable () -> (any WorkScheduler)?
  private let tolerance: Duration
  private let place: SourcePlace?
  private let state: Locked<State>

  private struct State {
    var ticks: Ticks
    /// How many runs have been scheduled.
    var count = 0
    var next: EnvironmentCancellation?
    /// Nil once it is cancelled.
    var work: (@Sendable () -> Void)?
    /// The thread on which the work runs.
    var runner: ObjectIdentifier?
  }

  /// Schedules the first run, and returns a token that ends them all.
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
    if let holder = scheduler as? any VirtualScheduler {
      self.scheduler = holder.weakly
    } else {
      self.scheduler = { scheduler }
    }
    self.tolerance = tolerance
    self.place = place
    state = Locked(State(ticks: ticks, work: work))
  }

  /// Schedules the next run; that run schedules the one after it before it does its work, which may cancel it.
  private func scheduleNext() {
    guard let scheduler = scheduler() else { return }
    let now = scheduler.now
    let run = state.withLock { state -> (tick: EnvironmentClock.Instant, number: Int)? in
      if state.work == nil { return nil }
      state.count += 1
      return (state.ticks.next(after: now), state.count)
    }
    guard let run else { return }
    let next = scheduler.schedule(at: run.tick, tolerance: tolerance, place: place) {
      self.scheduleNext()
      self.run()
    }
    // Meanwhile it may have been cancelled, or may have run and scheduled the one after it.
    let (isCancelled, last) = state.withLock { state -> (Bool, EnvironmentCancellation?) in
      guard state.work != nil, run.number == state.count else { return (state.work == nil, nil) }
      defer { state.next = next }
      return (false, state.next)
    }
    // Released here, outside of the lock.
    withExtendedLifetime(last) {}
    if isCancelled { next.cancel() }
  }

  /// Does the work, unless another thread is still at it: on a concurrent queue, slow work would overlap without bound.
  ///
  /// On the thread itself, it runs inside itself where it moves virtual time.
  private func run() {
    let thread = ObjectIdentifier(Thread.current)
    let (work, outer) = state.withLock { state -> ((@Sendable () -> Void)?, ObjectIdentifier?) in
      guard state.runner == nil || state.runner == thread else { return (nil, nil) }
      defer { state.runner = thread }
      return (state.work, state.runner)
    }
    guard let work else { return }
    work()
    state.withLock { $0.runner = outer }
  }

  private func cancel() {
    // The work is released here, outside of the lock.
    let (next, work) = state.withLock { ($0.next.take(), $0.work.take()) }
    withExtendedLifetime(work) { next?.cancel() }
  }
}

/// A scheduler whose time is virtual.
package protocol VirtualScheduler: WorkScheduler {
  /// What several handles of one time have in common.
  var timeIdentity: ObjectIdentifier { get }

  /// Returns the scheduler as long as it is held elsewhere: it holds the work it is given, so repeating work must not hold it in
  /// turn.
  var weakly: @Sendable () -> (any WorkScheduler)? { get }

  /// Returns a sentence about what may have caused a timeout; nil where there is nothing to say.
  ///
  /// - Parameter start: When the work that took too long began.
  func timeoutHint(since start: EnvironmentClock.Instant) -> String?

  /// Sleeps as the part of `Env.timeout` that ends it.
  func awaitTimeout(at deadline: EnvironmentClock.Instant, place: SourcePlace) async throws
}
