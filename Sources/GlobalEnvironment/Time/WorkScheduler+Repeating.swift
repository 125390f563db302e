public import Foundation

extension WorkScheduler {

  /// Runs `work` again and again: at `first`, and at each multiple of `interval` after it, or up to `tolerance` later.
  ///
  /// Without `first`, it begins an interval from now.
  ///
  /// ```swift
  /// let refreshing = Env.scheduler().schedule(every: .seconds(60), startingAt: Env.clock.now) { refresh() }
  /// ```
  ///
  /// It does not drift. One run replaces all that were missed: those before now, when `first` has passed, and those during
  /// which the machine slept or another thread was still at the run before. An interval of zero or less is an error: nothing runs.
  /// `work` runs on the actor of the code that writes it, as with `schedule(after:)`.
  ///
  /// - Returns: A token that ends it.
  @discardableResult
  public func schedule(
    every interval: Duration, startingAt first: EnvironmentClock.Instant? = nil, tolerance: Duration = .zero,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @_inheritActorContext _ work: @escaping @isolated(any) @Sendable () -> Void
  ) -> EnvironmentCancellation {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return onItsActor(work) {
      schedule(every: interval, startingAt: first, tolerance: tolerance, place: place, $0)
    }
  }

  /// Runs `work` again and again: at `date`, and at each multiple of `interval` after it, or up to `tolerance` later.
  ///
  /// ```swift
  /// let daily = Env.scheduler().schedule(every: .seconds(86_400), startingAt: midnight) { startNewDay() }
  /// ```
  ///
  /// The time until `date` is computed from `Env.date()` once, here, to the microsecond: a clock that is set later changes
  /// nothing. All else is as with a moment of the scheduler's time.
  ///
  /// - Returns: A token that ends it.
  @discardableResult
  public func schedule(
    every interval: Duration, startingAt date: Date, tolerance: Duration = .zero,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @_inheritActorContext _ work: @escaping @isolated(any) @Sendable () -> Void
  ) -> EnvironmentCancellation {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let ahead = Duration(microsecondsNearestTo: date.timeIntervalSince(Env.date()))
    let first = deadline(after: ahead)
    return onItsActor(work) {
      schedule(every: interval, startingAt: first, tolerance: tolerance, place: place, $0)
    }
  }

  /// Runs `work` at `first` and at each multiple of `interval` after it, by scheduling each run in the one before.
  ///
  /// - Returns: A token that ends it.
  public func schedule(
    every interval: Duration,
    startingAt first: EnvironmentClock.Instant?,
    tolerance: Duration,
    place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    Repetition.begin(on: self, every: interval, startingAt: first, tolerance: tolerance, place: place, work)
  }
}
