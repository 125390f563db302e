public import GlobalEnvironment

/// A scheduler on which nothing takes time: work runs before `schedule` returns, and time jumps to its deadline.
///
/// ```swift
/// Env.scheduler = { .immediate }
/// ```
///
/// It is for code where only the outcome counts. Its time never goes back: work that was due earlier runs at the moment
/// that has been reached. A sleeping task continues after it has let others run. Repeating work runs once, at its first
/// moment. A timer that is looped over never rests, so leave the loop or cancel its task.
///
/// Timeouts and debounces, which need an order in time, have none here: use ``VirtualTime`` for them. Work runs on the
/// thread of the caller, and all of it may be used from any thread.
public final class ImmediateWorkScheduler: WorkScheduler {
  /// Deep enough for any use, and within the stack of any thread.
  private static let deepest = 100

  private let state = Locked(State())

  private struct State {
    var now = EnvironmentClock.Instant(offset: .zero)
    /// The threads on which work runs.
    var threads: [UInt: Nesting] = [:]
  }

  private struct Nesting {
    /// How many pieces of work run inside one another.
    var depth = 0
    /// Whether they were nested too deep, so that no more of them run.
    var isEndless = false
  }

  /// Creates a scheduler whose time stands at its beginning.
  public init() {}

  /// The latest moment for which there was anything to do.
  public var now: EnvironmentClock.Instant { state.withLock { $0.now } }

  /// Runs `work` on the thread of the caller, before returning, as if time had reached `deadline`.
  ///
  /// Work that schedules itself again and again fails the running test, and ends 100 deep.
  ///
  /// - Returns: A token that has nothing to cancel.
  public func schedule(
    at deadline: EnvironmentClock.Instant,
    tolerance: Duration,
    place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    switch enter(for: deadline) {
    case .run:
      work()
      leave()
    case .report:
      TestHooks.report(
        """
        Work schedules work, \(Self.deepest) deep, on a scheduler that runs it at once. What follows does not run. Give it \
        an end, or let it wait in virtual time: Env = .mock.
        """,
        at: place
      )
    case .refuse: break
    }
    return EnvironmentCancellation {}
  }

  /// Runs `work` once, before returning, as if time had reached `first`, or an interval from now without it.
  ///
  /// - Returns: A token that has nothing to cancel.
  public func schedule(
    every interval: Duration,
    startingAt first: EnvironmentClock.Instant?,
    tolerance: Duration,
    place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    var ticks = Ticks(every: interval, startingAt: first, now: now, place: place)
    guard let tick = ticks?.next(after: now) else { return EnvironmentCancellation {} }
    return schedule(at: tick, tolerance: tolerance, place: place, work)
  }

  /// Moves time to `deadline` and lets other tasks run.
  ///
  /// - Throws: `CancellationError` if the task has been cancelled.
  public func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    try Task.checkCancellation()
    state.withLock { $0.now = max($0.now, deadline) }
    await Task.yield()
  }

  private enum Entry {
    case run, report, refuse
  }

  /// Moves time to `deadline`, unless work is nested too deep.
  private func enter(for deadline: EnvironmentClock.Instant) -> Entry {
    let thread = ThreadState.current
    return state.withLock { state in
      var nesting = state.threads[thread] ?? Nesting()
      if nesting.isEndless { return .refuse }
      nesting.isEndless = nesting.depth >= Self.deepest
      if !nesting.isEndless {
        nesting.depth += 1
        state.now = max(state.now, deadline)
      }
      state.threads[thread] = nesting
      return nesting.isEndless ? .report : .run
    }
  }

  private func leave() {
    let thread = ThreadState.current
    state.withLock { state in
      state.threads[thread]?.depth -= 1
      if state.threads[thread]?.depth == 0 { state.threads[thread] = nil }
    }
  }
}

extension WorkScheduler where Self == ImmediateWorkScheduler {
  /// A scheduler on which nothing takes time: each mock has its own, and the live world has one.
  ///
  /// ```swift
  /// Env = .mock
  /// Env.scheduler = { .immediate }
  /// ```
  ///
  /// `Env.clock` and sleeping tasks follow it; `Env.date()` does not.
  public static var immediate: ImmediateWorkScheduler { Env.immediateScheduler }
}

extension EnvironmentEndpoints {
  var immediateScheduler: EnvironmentEndpoint<ImmediateWorkScheduler> {
    EnvironmentEndpoint(live: ImmediateWorkScheduler(), mock: ImmediateWorkScheduler())
  }
}
