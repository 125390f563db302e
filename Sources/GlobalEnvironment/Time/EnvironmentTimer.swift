extension WorkScheduler {

  /// Returns a timer of this scheduler's time, as `Env.timer(every:)` does of the environment's.
  ///
  /// ```swift
  /// for await _ in scheduler.timer(every: .seconds(60)) { await refresh() }
  /// ```
  public func timer(
    every interval: Duration, tolerance: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> EnvironmentTimer {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return EnvironmentTimer(interval: interval, tolerance: tolerance, scheduler: self, place: place)
  }
}

extension Environment {

  /// Returns a timer: a sequence that gives the present moment at each multiple of `interval`, counted from when a loop over
  /// it begins.
  ///
  /// ```swift
  /// for await _ in Env.timer(every: .seconds(60)) { await refresh() }
  /// ```
  ///
  /// It does not drift. When several ticks pass while the loop's body runs, only the last comes. It ends when the task is
  /// cancelled. An interval of zero or less is an error, and gives no tick.
  public func timer(
    every interval: Duration, tolerance: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> EnvironmentTimer {
    scheduler().timer(
      every: interval, tolerance: tolerance, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A sequence of moments that lie an interval apart; made by `Env.timer(every:)`, or by a scheduler.
public struct EnvironmentTimer: AsyncSequence, Sendable {
  fileprivate let interval: Duration
  fileprivate let tolerance: Duration?
  fileprivate let scheduler: any WorkScheduler
  fileprivate let place: SourcePlace

  /// Starts the timer.
  public func makeAsyncIterator() -> Iterator {
    let now = scheduler.deadline(after: .zero)
    return Iterator(timer: self, ticks: Ticks(every: interval, startingAt: nil, now: now, place: place))
  }

  /// One run of a timer.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let timer: EnvironmentTimer
    fileprivate var ticks: Ticks?

    /// Waits for the next tick; nil when the task is cancelled.
    public mutating func next() async -> EnvironmentClock.Instant? {
      await next(isolation: #isolation)
    }

    /// Waits for the next tick; nil when the task is cancelled.
    public mutating func next(isolation: isolated (any Actor)?) async -> EnvironmentClock.Instant? {
      let now = timer.scheduler.deadline(after: .zero)
      guard let tick = ticks?.next(after: now) else { return nil }
      do {
        try await timer.scheduler.sleep(until: tick, tolerance: timer.tolerance, place: timer.place)
        return tick
      } catch {
        ticks = nil
        return nil
      }
    }
  }
}
