import GlobalEnvironment

/// Cancels a stuck task from elsewhere, for as long as the task waits here.
///
/// `@unchecked` holds because only `cancel()` of the task is called, which other tasks may call while it lives, and
/// because ``end()``, which the task itself calls, does not return while that is under way.
final class Rescue: @unchecked Sendable {
  private enum State {
    case running
    case cancelling(StuckError, waiting: UnsafeContinuation<Void, Never>?)
    case cancelled(StuckError)
    case over
  }

  private let task: UnsafeCurrentTask?
  private let state = Locked(State.running)

  init(of task: UnsafeCurrentTask?) {
    self.task = task
  }

  var isOver: Bool {
    state.withLock { if case .over = $0 { true } else { false } }
  }

  /// Cancels the task, unless it has ended.
  func cancel(because error: StuckError) {
    let mustCancel = state.withLock { state in
      guard case .running = state else { return false }
      state = .cancelling(error, waiting: nil)
      return true
    }
    guard mustCancel else { return }
    task?.cancel()
    let waiting = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      guard case .cancelling(_, let waiting) = state else { return nil }
      state = .cancelled(error)
      return waiting
    }
    waiting?.resume()
  }

  /// Ends the time in which the task may be cancelled. Called by the task.
  ///
  /// - Returns: Why it was cancelled, if it was.
  func end() async -> StuckError? {
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
