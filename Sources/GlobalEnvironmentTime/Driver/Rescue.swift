import GlobalEnvironment

/// Cancels a task from elsewhere, for as long as the task waits here.
///
/// No reference to a task may outlive it: a child task's memory is its parent's. So ``end()``, which the task itself calls,
/// waits while it is being cancelled.
final class Rescue: Sendable {
  private enum State {
    /// In that scope, which code that is called when the task is cancelled sees.
    case running(in: EnvironmentScope)
    case cancelled, over
  }

  private let task = SleepingTask.current
  private let state = Locked(State.running(in: .current))
  /// Why the task was cancelled; settled when that is done.
  private let cancellation = Outcome<StuckError?>()

  var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

  /// The scope in which the task waits; nil once it does not.
  var scope: EnvironmentScope? { state.withLock { if case .running(let scope) = $0 { scope } else { nil } } }

  /// Cancels the task, unless it has ended.
  func cancel(because error: StuckError?) {
    let scope: EnvironmentScope? = state.withLock { state in
      guard case .running(let scope) = state else { return nil }
      state = .cancelled
      return scope
    }
    guard let scope else { return }
    scope.call(task.cancel)
    cancellation.settle(error)
  }

  /// Ends the time in which the task may be cancelled. Called by the task, once.
  ///
  /// - Returns: Why it was cancelled, if it was.
  @discardableResult func end() async -> StuckError? {
    let before = state.withLock { state in
      defer { if case .running = state { state = .over } }
      return state
    }
    guard case .cancelled = before else { return nil }
    let error = await cancellation.value
    state.replace(with: .over)
    return error
  }
}
