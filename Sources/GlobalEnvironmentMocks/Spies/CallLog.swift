import Foundation
import GlobalEnvironment

/// The calls that a spy has seen; any thread may add to them.
final class CallLog<Arguments: Sendable, Result: Sendable, Failure: Error>: Sendable {
  typealias Call = SpyCall<Arguments, Result, Failure>

  /// Identifies a call as long as the log lives.
  typealias ID = Int

  private struct State {
    var calls: [Call] = []
    /// How many calls were cleared.
    var cleared = 0

    /// Where a call is; nil when it was cleared.
    func index(of id: ID) -> Int? { id < cleared ? nil : id - cleared }
  }

  private let state = Locked(State())

  var calls: [Call] { state.withLock { $0.calls } }

  func begin(_ arguments: Arguments, at date: Date) -> ID {
    let call = Call(arguments: arguments, date: date)
    return state.withLock { state in
      state.calls.append(call)
      return state.cleared + state.calls.count - 1
    }
  }

  func end(_ id: ID, _ outcome: Swift.Result<Result, Failure>, isCancelled: Bool) {
    state.withLock { state in
      guard let index = state.index(of: id) else { return }
      state.calls[index].outcome = outcome
      if isCancelled { state.calls[index].isCancelled = true }
    }
  }

  /// Notes that the task of a call was cancelled, unless the call had ended.
  func cancel(_ id: ID) {
    state.withLock { state in
      guard let index = state.index(of: id), state.calls[index].outcome == nil else { return }
      state.calls[index].isCancelled = true
    }
  }

  func clear() {
    // What the calls hold is released outside the lock.
    _ = state.withLock { state in
      defer { state.calls = [] }
      state.cleared += state.calls.count
      return state.calls
    }
  }
}
