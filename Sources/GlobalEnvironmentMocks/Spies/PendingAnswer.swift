import GlobalEnvironment
import GlobalEnvironmentTime

/// An answer that a test gives later; made by ``FunctionSpy/stubPending(fileID:filePath:line:column:)``.
///
/// All calls that wait for it get its outcome, and later ones get it at once. A call whose answer is never resolved waits
/// forever, unless the answer has a fallback: cancel its task, which makes the call throw `CancellationError` where the spy
/// may throw anything.
public final class PendingAnswer<Result: Sendable, Failure: Error>: Sendable {
  typealias Outcome = Swift.Result<Result, Failure>

  private struct State {
    var resolved: Outcome?
    var waiting: [UInt64: UnsafeContinuation<Outcome, Never>] = [:]
    /// Calls that were cancelled before they waited.
    var cancelled: Set<UInt64> = []
    var nextCall: UInt64 = 0
    /// The work that resolves it with its fallback; nil while no call waits.
    var fallingBack: EnvironmentCancellation?
  }

  private let state = Locked(State())
  private let fallback: (outcome: Outcome, delay: Duration)?
  private let place: SourcePlace
  private let maker = TestHooks.Maker.current

  /// Creates an answer for ``FunctionSpy/Answer/waits(for:)``.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    fallback = nil
    place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates an answer that resolves itself if the test does not.
  ///
  /// - Parameters:
  ///   - fallback: What the calls then return or throw.
  ///   - delay: How long after the first call began to wait, in the time of `Env.scheduler()`.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    or fallback: Swift.Result<Result, Failure>, after delay: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.fallback = (fallback, delay)
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
    if settle(outcome) { return }
    TestHooks.report(
      """
      This answer has been resolved before\(fallback == nil ? "" : ", or has fallen back"), and calls have what it was \
      resolved with first. Resolve it once, and let later calls wait for another: spy.stubPending().
      """,
      at: place, madeBy: maker
    )
  }

  /// Gives the calls that wait their outcome.
  ///
  /// - Returns: False where it has been resolved before.
  private func settle(_ outcome: Outcome) -> Bool {
    let settled = state.withLock { state -> State? in
      guard state.resolved == nil else { return nil }
      defer { (state.waiting, state.fallingBack) = ([:], nil) }
      state.resolved = outcome
      return state
    }
    guard let settled else { return false }
    settled.fallingBack?.cancel()
    for (_, continuation) in settled.waiting.sorted(by: { $0.key < $1.key }) { continuation.resume(returning: outcome) }
    return true
  }

  // MARK: Calls

  var resolved: Outcome? { state.withLock { $0.resolved } }

  /// Waits until it is resolved, or the task is cancelled. `spy` says in words what is called at `call`.
  func outcome(of spy: String, at call: SourcePlace) async -> Outcome {
    let run = TimelineDriver.ofRun
    let noted = run?.beginWait(
      for: """
        a call at \(call) of \(spy), whose answer of \(place) is not resolved. Keep that, \
        let answer = spy.stubPending(), and call answer.resolve(returning: …).
        """)
    defer { if let noted { run?.endWait(noted) } }
    // Where this error cannot be thrown, a cancelled call continues to wait.
    let cancellation = CancellationError() as? Failure
    let id = state.withLock { state in
      state.nextCall += 1
      return state.nextCall
    }
    let outcome = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if let outcome = wait(id, continuation, cancellation) { continuation.resume(returning: outcome) }
        startFallback()
      }
    } onCancel: {
      guard let cancellation else { return }
      let (continuation, fallingBack) = state.withLock { state in
        let continuation = state.waiting.removeValue(forKey: id)
        if continuation == nil { state.cancelled.insert(id) }
        return (continuation, state.waiting.isEmpty ? state.fallingBack.take() : nil)
      }
      fallingBack?.cancel()
      continuation?.resume(returning: .failure(cancellation))
    }
    // The call may have been cancelled after it had stopped waiting.
    state.withLock { _ = $0.cancelled.remove(id) }
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

  /// Lets the fallback resolve it later, if a call waits and none has done so before.
  private func startFallback() {
    guard let fallback, state.withLock({ !$0.waiting.isEmpty && $0.fallingBack == nil }) else { return }
    // Not for a spy on it.
    let scheduler = UnobservedRead.of { Env.scheduler() }
    let work = scheduler.schedule(at: scheduler.deadline(after: fallback.delay), tolerance: .zero, place: place) {
      [weak self] in _ = self?.settle(fallback.outcome)
    }
    // Meanwhile it may have been resolved, and its calls cancelled.
    let isNeeded = state.withLock { state in
      if state.waiting.isEmpty || state.fallingBack != nil { return false }
      state.fallingBack = work
      return true
    }
    if !isNeeded { work.cancel() }
  }
}
