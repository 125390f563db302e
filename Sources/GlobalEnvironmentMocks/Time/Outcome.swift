// audit:allow-file scheduling – what is outside of virtual time goes on in real time.

import Dispatch
import GlobalEnvironment

/// What a run comes to, for one who waits for it.
final class Outcome<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(UnsafeContinuation<Value, any Error>)
    case settled(Result<Value, any Error>)
  }

  private let state = Locked(State.open)

  /// Waits for the outcome. May be asked for once.
  var value: Value {
    get async throws {
      try await withUnsafeThrowingContinuation { continuation in
        let settled = state.withLock { state -> Result<Value, any Error>? in
          if case .settled(let result) = state { return result }
          state = .awaited(continuation)
          return nil
        }
        if let settled { continuation.resume(with: settled) }
      }
    }
  }

  /// The first call decides.
  func settle(_ result: Result<Value, any Error>) {
    let continuation = state.withLock { state -> UnsafeContinuation<Value, any Error>? in
      switch state {
      case .open:
        state = .settled(result)
        return nil
      case .awaited(let continuation):
        state = .settled(result)
        return continuation
      case .settled:
        return nil
      }
    }
    // Not from the lane: who waits for the run is not part of it.
    if let continuation { DispatchQueue.global().async { continuation.resume(with: result) } }
  }
}
