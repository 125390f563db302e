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
    /// How deep work is nested on each thread. Above the limit, no more work runs there until the outermost has ended.
    var depths: [UInt: Int] = [:]
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
    at deadline: EnvironmentClock.Instant, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    let thread = ThreadState.current
    let depth = state.withLock { state in
      let depth = state.depths[thread, default: 0]
      if depth <= Self.deepest { state.depths[thread] = depth + 1 }
      if depth < Self.deepest { state.now = max(state.now, deadline) }
      return depth
    }
    if depth < Self.deepest {
      work()
      state.withLock { state in
        let isTooDeep = state.depths[thread].map { $0 > Self.deepest } ?? false
        if depth == 0 { state.depths[thread] = nil } else if !isTooDeep { state.depths[thread] = depth }
      }
    } else if depth == Self.deepest {
      TestHooks.report(
        """
        Work schedules work, \(Self.deepest) deep, on a scheduler that runs it at once. What follows does not run. Give it \
        an end, or let it wait in virtual time: Env = .mock.
        """,
        at: place
      )
    }
    return EnvironmentCancellation {}
  }

  /// Runs `work` once, before returning, as if time had reached `first`, or an interval from now without it.
  ///
  /// - Returns: A token that has nothing to cancel.
  public func schedule(
    every interval: Duration, startingAt first: EnvironmentClock.Instant?, tolerance: Duration, place: SourcePlace?,
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
