import GlobalEnvironment

/// Serializes tests that need what the process has only once: its own environment, the shared session.
///
/// One lock guards all of it. A test that holds the lock takes one thing after the other, in any order and without waiting. With
/// a lock for each, two tests that take two things in different orders would wait for each other forever.
///
/// Waiting holds no thread.
package enum ExclusiveAccess {
  private static let state = Locked(State())

  /// Whether the running code holds the lock.
  @TaskLocal private static var isHeld = false

  /// Runs `body` when no other test holds the lock, in the order of the calls.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `CancellationError` when the task is cancelled while it waits.
  package static func run<Result>(_ body: () async throws -> Result) async throws -> Result {
    if isHeld { return try await body() }
    // While another test runs, this one's time is not stuck.
    if let time = OwnQuestion.virtualTime {
      try await time.standingStill { try await enter() }
    } else {
      try await enter()
    }
    defer { leave() }
    return try await $isHeld.withValue(true) { try await body() }
  }

  private static func enter() async throws {
    let number = state.withLock { $0.newNumber() }
    let isAdmitted = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isAdmitted = state.withLock { state -> Bool? in
          if !state.isTaken {
            state.isTaken = true
            return true
          }
          // A task is marked before its handler, below, waits for this lock.
          if Task.isCancelled { return false }
          state.waiting.append((number, continuation))
          return nil
        }
        if let isAdmitted { continuation.resume(returning: isAdmitted) }
      }
    } onCancel: {
      state.withLock { $0.remove(number) }?.resume(returning: false)
    }
    guard isAdmitted else { throw CancellationError() }
  }

  private static func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.isTaken = false }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }

  private struct State {
    var isTaken = false
    var waiting: [(number: UInt64, continuation: UnsafeContinuation<Bool, Never>)] = []
    private var count: UInt64 = 0

    mutating func newNumber() -> UInt64 {
      count += 1
      return count
    }

    mutating func remove(_ number: UInt64) -> UnsafeContinuation<Bool, Never>? {
      guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return waiting.remove(at: index).continuation
    }
  }
}
