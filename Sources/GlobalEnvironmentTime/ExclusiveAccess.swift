import GlobalEnvironment

/// Serializes tests that need what the process has only once: its own environment, the shared session.
///
/// One lock guards all of it. A test that holds the lock takes one thing after the other, in any order and without waiting. With
/// a lock for each, two tests that take two things in different orders would wait for each other forever.
///
/// Waiting holds no thread.
package enum ExclusiveAccess {
  /// Whether a test holds the lock, and those that wait for it.
  private static let state = Locked((isTaken: false, waiting: [Outcome<Bool>]()))

  /// Whether the running code holds the lock.
  @TaskLocal private static var isHeld = false

  /// Runs `body` when no other test holds the lock, in the order of the calls.
  ///
  /// - Throws: What `body` throws; `CancellationError` when the task is cancelled while it waits.
  package static func run<Result>(_ body: () async throws -> Result) async throws -> Result {
    if isHeld { return try await body() }
    // While another test runs, this one's time is not stuck.
    if let time = UnobservedRead.virtualTime {
      try await time.standingStill { try await enter() }
    } else {
      try await enter()
    }
    defer { leave() }
    return try await $isHeld.withValue(true) { try await body() }
  }

  private static func enter() async throws {
    let turn = Outcome<Bool>()
    state.withLock { state in
      if state.isTaken { state.waiting.append(turn) } else { turn.settle(true) }
      state.isTaken = true
    }
    let isAdmitted = await withTaskCancellationHandler {
      await turn.value
    } onCancel: {
      let waited = state.withLock { state in
        state.waiting.firstIndex { $0 === turn }.map { state.waiting.remove(at: $0) }
      }
      waited?.settle(false)
    }
    guard isAdmitted else { throw CancellationError() }
  }

  private static func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.isTaken = false }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.settle(true)
  }
}
