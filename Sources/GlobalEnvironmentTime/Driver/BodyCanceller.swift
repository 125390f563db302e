import GlobalEnvironment

/// Cancels a task from elsewhere, for as long as the task waits here.
///
/// No reference to a task may outlive it: a child task's memory is its parent's. So ``end()``, which the task itself calls,
/// waits while it is being cancelled.
final class BodyCanceller: Sendable {
  private let task = SleepingTask.current
  private let state = Locked((scope: EnvironmentScope?.some(.current), isOver: false))
  /// Why the task was cancelled; settled when that is done.
  private let cancellation = Outcome<StuckError?>()

  var isOver: Bool { state.withLock { $0.isOver } }

  /// The scope in which the task waits, which code that is called when the task is cancelled sees; nil once it does not wait.
  var scope: EnvironmentScope? { state.withLock { $0.scope } }

  /// Cancels the task, unless it has ended.
  func cancel(because error: StuckError?) {
    guard let scope = state.withLock({ $0.scope.take() }) else { return }
    scope.call(task.cancel)
    cancellation.settle(error)
  }

  /// Ends the time in which the task may be cancelled, and returns why it was, if it was. Called by the task, once.
  @discardableResult func end() async -> StuckError? {
    let isCancelled = state.withLock { $0.scope.take() } == nil
    let error = isCancelled ? await cancellation.value : nil
    state.withLock { $0.isOver = true }
    return error
  }
}
