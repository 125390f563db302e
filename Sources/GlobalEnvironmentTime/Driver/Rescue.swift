import GlobalEnvironment

/// Cancels a task from elsewhere, for as long as the task waits here.
///
/// No reference to a task may outlive it: a child task's memory is its parent's. So ``end()``, which the task itself calls,
/// waits while it is being cancelled.
final class Rescue: Sendable {
  private enum State {
    case running, cancelled, over
  }

  private let task = SleepingTask.current
  private let state = Locked(State.running)
  /// Why the task was cancelled; settled when that is done.
  private let cancellation = Outcome<StuckError?>()

  var isOver: Bool { state.withLock { $0 == .over } }

  /// Cancels the task, unless it has ended.
  func cancel(because error: StuckError?) {
    let isFirst = state.withLock { state in
      guard state == .running else { return false }
      state = .cancelled
      return true
    }
    guard isFirst else { return }
    task.cancel()
    cancellation.settle(error)
  }

  /// Ends the time in which the task may be cancelled. Called by the task, once.
  ///
  /// - Returns: Why it was cancelled, if it was.
  @discardableResult func end() async -> StuckError? {
    let isCancelled = state.withLock { state in
      if state == .running { state = .over }
      return state == .cancelled
    }
    guard isCancelled else { return nil }
    let error = await cancellation.value
    state.replace(with: .over)
    return error
  }
}
