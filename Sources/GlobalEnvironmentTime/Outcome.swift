import GlobalEnvironment

/// The outcome of a run, for the task that waits for it.
final class Outcome<Value: Sendable>: Sendable {
  fileprivate struct State {
    var result: Result<Value, any Error>?
    var isSettled = false
    var continuation: UnsafeContinuation<Value, any Error>?
  }

  private let state = Locked(State())

  /// Waits for the outcome. May be read once.
  var value: Value {
    get async throws {
      try await withUnsafeThrowingContinuation { continuation in
        let settled = state.withLock { state in
          state.continuation = continuation
          return state.takeSettled()
        }
        if let settled { settled.continuation.resume(with: settled.result) }
      }
    }
  }

  /// Whether it is an error other than `CancellationError`.
  var hasFailed: Bool {
    if case .failure(let error) = state.withLock({ $0.result }) { !(error is CancellationError) } else { false }
  }

  /// Sets what the outcome will be, unless it is settled already.
  func prepare(_ result: Result<Value, any Error>) {
    state.withLock { if !$0.isSettled { $0.result = result } }
  }

  /// Settles the outcome: `result`, or what was prepared where that is nil. The first call decides.
  func settle(_ result: Result<Value, any Error>? = nil) {
    let settled = state.withLock { state -> State.Settled? in
      guard !state.isSettled else { return nil }
      state.result = result ?? state.result
      state.isSettled = true
      return state.takeSettled()
    }
    if let settled { settled.continuation.resume(with: settled.result) }
  }
}

extension Outcome.State {
  fileprivate typealias Settled = (continuation: UnsafeContinuation<Value, any Error>, result: Result<Value, any Error>)

  /// Takes the continuation that waits, with the outcome, if both are there.
  fileprivate mutating func takeSettled() -> Settled? {
    guard isSettled, let result, let continuation = continuation.take() else { return nil }
    return (continuation, result)
  }
}
