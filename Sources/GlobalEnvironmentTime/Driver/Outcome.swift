import GlobalEnvironment

/// A value that one task waits for, once. The first call of ``settle(_:)`` decides it.
package final class Outcome<Value: Sendable>: Sendable {
  private let state = Locked<(value: Value?, waiter: UnsafeContinuation<Value, Never>?)>((nil, nil))

  package init() {}

  /// Waits for the value. May be read once.
  package var value: Value {
    get async {
      await withUnsafeContinuation { continuation in
        let value = state.withLock { state in
          if state.value == nil { state.waiter = continuation }
          return state.value
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }

  package func settle(_ value: Value) {
    let waiter = state.withLock { state -> UnsafeContinuation<Value, Never>? in
      if state.value != nil { return nil }
      state.value = value
      return state.waiter.take()
    }
    waiter?.resume(returning: value)
  }
}
