/// Runs work later: on a queue in the live world, on a timeline in a test.
///
/// ```swift
/// let reminder = Env.scheduler().schedule(after: .seconds(3)) { remind() }
/// reminder.cancel()
/// ```
///
/// All of it may be used from any thread. To make one of your own, implement the first three requirements; what users call
/// is built on them.
public protocol WorkScheduler: Sendable {

  /// The present moment of this scheduler's time.
  var now: EnvironmentClock.Instant { get }

  /// Runs `work` once, at `deadline` or up to `tolerance` later; as soon as possible when that has passed.
  ///
  /// Never runs it before returning, except on schedulers that are made for that: ``QueueScheduler/userInterface``, and
  /// `.immediate` of the mocks.
  ///
  /// - Returns: A token that cancels the work as long as it has not begun.
  func schedule(
    at deadline: EnvironmentClock.Instant,
    tolerance: Duration,
    place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation

  /// Suspends until `deadline` or up to `tolerance` later; returns at once when that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws

  /// Returns the moment that lies `delay` after now. Every scheduler has this.
  ///
  /// Code that schedules work asks this rather than ``now``: so a scheduler can distinguish a use from a look at the time.
  func deadline(after delay: Duration) -> EnvironmentClock.Instant

  /// Runs `work` at `first` and at each multiple of `interval` after it, or up to `tolerance` later, until it is cancelled.
  ///
  /// Without `first`, it begins an interval from now. Every scheduler has this, built on the others: each run is scheduled
  /// by the one before. A scheduler that runs work before returning must implement it, as that would never end.
  ///
  /// - Returns: A token that ends it.
  func schedule(
    every interval: Duration,
    startingAt first: EnvironmentClock.Instant?,
    tolerance: Duration,
    place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation
}

extension WorkScheduler {

  /// Returns the moment that lies `delay` after ``now``; beyond the end of time, the end.
  public func deadline(after delay: Duration) -> EnvironmentClock.Instant {
    now.advanced(by: delay)
  }

  /// Runs `work` once, `delay` from now or up to `tolerance` later.
  ///
  /// Without a delay, and with one of zero or less, it runs as soon as possible: on most schedulers after this has returned.
  ///
  /// ```swift
  /// @MainActor final class Banner {
  ///   var text = ""
  ///   func show() { Env.scheduler().schedule(after: .seconds(3)) { self.text = "" } }
  /// }
  /// ```
  ///
  /// `work` runs on the actor of the code that writes it, as the body of a `Task` does: work of the main actor at once where
  /// this scheduler's queue is the main queue, else in a task of the actor. Work without an actor runs where the scheduler
  /// runs it.
  ///
  /// - Returns: A token that cancels the work as long as it has not begun.
  @discardableResult
  public func schedule(
    after delay: Duration = .zero, tolerance: Duration = .zero,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @_inheritActorContext _ work: @escaping @isolated(any) @Sendable () -> Void
  ) -> EnvironmentCancellation {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return onItsActor(work) { schedule(at: deadline(after: delay), tolerance: tolerance, place: place, $0) }
  }
}
