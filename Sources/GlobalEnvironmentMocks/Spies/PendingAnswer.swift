import GlobalEnvironment
import GlobalEnvironmentTime

/// An answer that a test gives later; made by ``FunctionSpy/stubPending(fileID:filePath:line:column:)``.
///
/// All calls that wait for it get its outcome, and later ones get it at once. A call whose answer is never resolved waits
/// forever: cancel its task, which makes the call throw `CancellationError` where the spy may throw anything.
public final class PendingAnswer<Result: Sendable, Failure: Error>: Sendable {
  typealias Outcome = Swift.Result<Result, Failure>

  private struct State {
    var resolved: Outcome?
    var waiting: [UInt64: UnsafeContinuation<Outcome, Never>] = [:]
    /// Calls that were cancelled before they waited.
    var cancelled: Set<UInt64> = []
    var nextCall: UInt64 = 0
  }

  private let state = Locked(State())
  private let place: SourcePlace

  /// Creates an answer for ``SpyAnswer/waits(for:)``.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// How many calls wait for it now.
  public var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Makes the calls return `result`.
  public func resolve(
    returning result: Result,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    resolve(.success(result), SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes the calls throw `error`.
  public func resolve(
    throwing error: Failure,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    resolve(.failure(error), SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func resolve(_ outcome: Outcome, _ place: SourcePlace) {
    let waiting = state.withLock { state -> [UInt64: UnsafeContinuation<Outcome, Never>]? in
      guard state.resolved == nil else { return nil }
      state.resolved = outcome
      defer { state.waiting = [:] }
      return state.waiting
    }
    guard let waiting else {
      return TestHooks.report(
        """
        This answer has been resolved before, and calls have what it was resolved with first. Resolve it once, and let later \
        calls wait for another: spy.stubPending().
        """,
        at: place
      )
    }
    for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume(returning: outcome) }
  }

  // MARK: Calls

  var resolved: Outcome? { state.withLock { $0.resolved } }

  /// Waits until it is resolved, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - spy: The spy that is called, in words.
  ///   - call: Where it is called.
  func outcome(of spy: String, at call: SourcePlace) async -> Outcome {
    let run = TimelineDriver.ofRun
    let noted = run?.beginWait(
      for: """
        a call at \(call) of \(spy), whose answer of \(place) nobody has resolved. Keep that, \
        let answer = spy.stubPending(), and say answer.resolve(returning: …).
        """)
    defer { if let noted { run?.endWait(noted) } }
    // Where this error cannot be thrown, a cancelled call continues to wait.
    let cancellation = CancellationError() as? Failure
    let call = state.withLock { state in
      state.nextCall += 1
      return state.nextCall
    }
    let outcome = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if let outcome = wait(call, continuation, cancellation) { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      guard let cancellation else { return }
      let continuation = state.withLock { state in
        let continuation = state.waiting.removeValue(forKey: call)
        if continuation == nil { state.cancelled.insert(call) }
        return continuation
      }
      continuation?.resume(returning: .failure(cancellation))
    }
    // The call may have been cancelled after it had stopped waiting.
    state.withLock { _ = $0.cancelled.remove(call) }
    return outcome
  }

  /// Adds a call to those that wait; returns the outcome if it need not wait.
  private func wait(
    _ call: UInt64, _ continuation: UnsafeContinuation<Outcome, Never>, _ cancellation: Failure?
  ) -> Outcome? {
    state.withLock { state in
      if let resolved = state.resolved { return resolved }
      if let cancellation, state.cancelled.contains(call) { return .failure(cancellation) }
      state.waiting[call] = continuation
      return nil
    }
  }
}
