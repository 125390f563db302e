/// Somewhere to put work that runs later: a queue in the live world, a timeline in a test.
///
/// ```swift
/// let reminder = Env.scheduler().schedule(after: .seconds(3)) { remind() }
/// reminder.cancel()
/// ```
public protocol WorkScheduler: Sendable {

  /// Runs `work` once, `delay` from now; a delay of zero or less means as soon as possible, never before returning.
  ///
  /// - Returns: A token that cancels the work as long as it has not begun.
  @discardableResult
  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork
}

extension WorkScheduler {
  /// Runs `work` once, as soon as possible, never before returning.
  ///
  /// - Returns: A token that cancels the work as long as it has not begun.
  @discardableResult
  public func schedule(_ work: @escaping @Sendable () -> Void) -> ScheduledWork {
    schedule(after: .zero, work)
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
