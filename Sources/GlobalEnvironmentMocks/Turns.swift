/// Lets tasks have something one after another, in the order in which they come, without holding a thread.
package final class Turns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  package init() {}

  /// Runs `body` when nobody else is inside.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  package func take<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    await enter()
    defer { leave() }
    return try await body()
  }

  private func enter() async {
    await withUnsafeContinuation { continuation in
      let isFirst = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFirst { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      // Taken still, when it is handed on.
      state.isTaken = !state.waiting.isEmpty
      return state.isTaken ? state.waiting.removeFirst() : nil
    }
    next?.resume()
  }
}
