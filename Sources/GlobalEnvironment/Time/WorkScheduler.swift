/// Somewhere to put work that runs later: a queue in the live world, a timeline in a test.
///
/// ```swift
/// let reminder = Env.scheduler().schedule(after: .seconds(3)) { remind() }
/// reminder.cancel()
/// ```
///
/// All of it may be used from any thread. To make one of your own, give the three requirements; what users call is built
/// on them.
public protocol WorkScheduler: Sendable {

  /// The present moment of this scheduler's time.
  var now: EnvironmentClock.Instant { get }

  /// Runs `work` once, at `deadline` or up to `tolerance` later; as soon as possible when that has passed, but never
  /// before returning.
  ///
  /// - Returns: A token that cancels the work as long as it has not begun.
  func schedule(
    at deadline: EnvironmentClock.Instant,
    tolerance: Duration,
    place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork

  /// Suspends until `deadline` or up to `tolerance` later; returns at once when that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws
}

extension WorkScheduler {

  /// Runs `work` once, as soon as possible, but never before returning.
  ///
  /// - Returns: A token that cancels the work as long as it has not begun.
  @discardableResult
  public func schedule(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return schedule(at: now, tolerance: .zero, place: place, work)
  }

  /// Runs `work` once, `delay` from now or up to `tolerance` later; a delay of zero or less means as soon as possible.
  ///
  /// - Returns: A token that cancels the work as long as it has not begun.
  @discardableResult
  public func schedule(
    after delay: Duration, tolerance: Duration = .zero,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return schedule(at: now.advanced(by: delay), tolerance: tolerance, place: place, work)
  }

  /// Runs `work` again and again: the n-th time `interval × n` from now, or up to `tolerance` later.
  ///
  /// It does not drift. Runs that were missed, because the machine slept for instance, are made up for by one. An interval
  /// of zero or less is an error: nothing runs.
  ///
  /// - Returns: A token that ends it.
  @discardableResult
  public func schedule(
    every interval: Duration, tolerance: Duration = .zero,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let ticks = Ticks(from: now, every: interval, place: place) else { return ScheduledWork {} }
    let repetition = Repetition(of: work, on: self, ticks: ticks, tolerance: tolerance, place: place)
    repetition.scheduleNext()
    return ScheduledWork { repetition.cancel() }
  }
}

/// Work that was scheduled, and the way to take it back. Letting go of a token does not cancel.
public struct ScheduledWork: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Creates a token.
  ///
  /// - Parameter onCancel: Called at each ``cancel()``, on the thread of the caller; the second call must do nothing.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Takes the work back. Does nothing once the work has begun.
  public func cancel() {
    onCancel()
  }
}
