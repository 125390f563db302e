import GlobalEnvironment

/// A value that one task waits for, once. The first call of ``settle(_:)`` decides it.
package final class Outcome<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(UnsafeContinuation<Value, Never>)
    case settled(Value)
    case taken
  }

  private let state = Locked(State.open)

  package init() {}

  /// Waits for the value. May be read once.
  package var value: Value {
    get async {
      await withUnsafeContinuation { continuation in
        let settled = state.withLock { state -> Value? in
          guard case .settled(let value) = state else {
            state = .awaited(continuation)
            return nil
          }
          state = .taken
          return value
        }
        if let settled { continuation.resume(returning: settled) }
      }
    }
  }

  package func settle(_ value: Value) {
    let continuation = state.withLock { state -> UnsafeContinuation<Value, Never>? in
      switch state {
      case .open:
        state = .settled(value)
        return nil
      case .awaited(let continuation):
        state = .taken
        return continuation
      case .settled, .taken:
        return nil
      }
    }
    continuation?.resume(returning: value)
  }
}
