import GlobalEnvironment

/// Cancels a task from elsewhere, for as long as the task waits here.
///
/// `@unchecked` holds because the state is touched under its lock alone, and because only `cancel()` is called on the task,
/// which other tasks may call while it lives. The reference to it must not outlive it: a child task's memory is its
/// parent's. So ``end()``, which the task itself calls, releases it, and waits while it is being cancelled.
final class Rescue: @unchecked Sendable {
  private enum State {
    case running(UnsafeCurrentTask?)
    case cancelling(StuckError?, waiting: UnsafeContinuation<Void, Never>?)
    case cancelled(StuckError?)
    case over
  }

  private let state: Locked<State>

  init(of task: UnsafeCurrentTask?) {
    state = Locked(.running(task))
  }

  var isOver: Bool {
    state.withLock { if case .over = $0 { true } else { false } }
  }

  /// Cancels the task, unless it has ended.
  func cancel(because error: StuckError?) {
    guard cancelTask(because: error) else { return }
    let waiting = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      guard case .cancelling(_, let waiting) = state else { return nil }
      state = .cancelled(error)
      return waiting
    }
    waiting?.resume()
  }

  /// A function of its own: when it has returned, no reference to the task is left.
  ///
  /// - Returns: False when the task has ended, or another thread cancels it.
  @inline(never)
  private func cancelTask(because error: StuckError?) -> Bool {
    let (task, isFirst) = state.withLock { state -> (UnsafeCurrentTask?, Bool) in
      guard case .running(let task) = state else { return (nil, false) }
      state = .cancelling(error, waiting: nil)
      return (task, true)
    }
    task?.cancel()
    return isFirst
  }

  /// Ends the time in which the task may be cancelled. Called by the task.
  ///
  /// - Returns: Why it was cancelled, if it was.
  @discardableResult func end() async -> StuckError? {
    await withUnsafeContinuation { continuation in
      let mustWait = state.withLock { state in
        switch state {
        case .running:
          state = .over
          return false
        case .cancelling(let error, _):
          state = .cancelling(error, waiting: continuation)
          return true
        case .cancelled, .over:
          return false
        }
      }
      if !mustWait { continuation.resume() }
    }
    return state.withLock { state in
      guard case .cancelled(let error) = state else { return nil }
      state = .over
      return error
    }
  }
}
