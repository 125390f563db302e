import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of the live session: its head, and its body as it comes.
///
/// The delegate of the session calls what stands under “What happens to it”. One task calls ``head()``, and then reads.
final class Transfer: Sendable {
  private enum Phase {
    case ready
    case running(Running)
    case ended
  }

  private struct Running {
    let session: URLSession
    let task: URLSessionTask
    /// When it times out, unless something moves before.
    var deadline: EnvironmentClock.Instant
    var alarm: EnvironmentCancellation?
  }

  private struct State {
    var phase = Phase.ready
    var response: URLResponse?
    /// Whether no other one can follow, except behind the tunnel of a proxy.
    var isResponseFinal = false
    /// Whether the reader may have the response: another one may still replace it.
    var isHeadFinal = false
    var unread = Data()
    /// How many bytes may be unread before the session's task is suspended.
    var limit = 1 << 20
    var isSuspended = false
    /// How it ended; nil until it has.
    var end: Result<Void, any Error>?
    /// Whether something has changed since the reader has looked.
    var hasNews = false
    var reader: CheckedContinuation<Void, Never>?

    var running: Running? { if case .running(let running) = phase { running } else { nil } }

    /// Whether to suspend the session's task or to resume it; nil for neither.
    var mustSuspend: Bool? {
      let isTooMuch = isHeadFinal && unread.count > limit
      return isTooMuch == isSuspended ? nil : isTooMuch
    }

    /// Returns the next piece; nil where that has not come.
    mutating func takeUnread() -> Result<Data?, any Error>? {
      guard unread.isEmpty else {
        defer { unread = Data() }
        return .success(unread)
      }
      return end.map { $0.map { nil } }
    }
  }

  private let request: URLRequest
  private let scheduler: any WorkScheduler
  private let progress: EnvironmentProgress.Handler?
  /// Changes the request that a redirect asks for.
  let redirect: RedirectHandler?
  private let state = Locked(State())
  /// Whether the first response may be that of a proxy, which opens a tunnel.
  private let isTunneled: Bool

  /// - Parameters:
  ///   - progress: Called on the queue of the session's delegate.
  ///   - redirect: Called there, too, where the session follows redirects.
  init(
    of request: URLRequest, scheduler: any WorkScheduler = QueueScheduler.background,
    progress: EnvironmentProgress.Handler? = nil, redirect: RedirectHandler? = nil
  ) {
    (self.request, self.scheduler) = (request, scheduler)
    (self.progress, self.redirect) = (progress, redirect)
    isTunneled = request.mayNeedTunnel
  }

  /// Lets `task` send the request, unless it was stopped before.
  func start(_ task: URLSessionTask, of session: URLSession) {
    let running = Running(session: session, task: task, deadline: nextDeadline)
    let isReady = state.withLock { state in
      guard case .ready = state.phase else { return false }
      state.phase = .running(running)
      return true
    }
    guard isReady else { return cancel(running) }
    task.resume()
    #if canImport(FoundationNetworking)
      setAlarm()
    #endif
  }

  // MARK: Reading

  /// Returns the response, as soon as it is there.
  ///
  /// - Throws: What the session throws; `URLError.cancelled` when the task is cancelled; `URLError.timedOut`.
  func head() async throws -> URLResponse {
    try await wait { state in
      if state.isHeadFinal, let response = state.response { return .success(response) }
      guard case .failure(let error) = state.end else { return nil }
      return .failure(error)
    }
  }

  /// Returns what has come of the body since the last call; nil at its end.
  ///
  /// - Throws: As ``head()`` does.
  func next() async throws -> Data? {
    let chunk = try await wait { $0.takeUnread() }
    suspendOrResume()
    return chunk
  }

  /// Returns the rest of the body.
  ///
  /// - Throws: As ``head()`` does.
  func rest() async throws -> Data {
    // All of it is wanted, so none of it waits.
    state.replace(\.limit, with: .max)
    suspendOrResume()
    return try await wait { state in
      state.end.map { end in end.map { state.unread } }
    }
  }

  /// Waits until `result` returns something. A cancellation of the task ends the transfer.
  private func wait<Value: Sendable>(
    for result: (inout State) -> Result<Value, any Error>?
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      while true {
        let result = state.withLock { state in
          state.hasNews = false
          return result(&state)
        }
        if let result { return try result.get() }
        await withCheckedContinuation { continuation in
          let mustWait = state.withLock { state in
            if !state.hasNews { state.reader = continuation }
            return !state.hasNews
          }
          if !mustWait { continuation.resume() }
        }
      }
    } onCancel: {
      stop(.cancelled)
    }
  }

  /// Changes the state, and wakes the reader.
  private func change<Value>(_ change: (inout State) -> Value) -> Value {
    let (value, reader) = state.withLock { state in
      state.hasNews = true
      return (change(&state), state.reader.take())
    }
    reader?.resume()
    return value
  }

  // MARK: What happens to it

  func receive(_ response: URLResponse) {
    let isFinal = response.isFinal(for: request)
    receive { [isTunneled] state in
      (state.response, state.isResponseFinal, state.unread) = (response, isFinal, Data())
      state.isHeadFinal = !isTunneled && isFinal
    }
  }

  func receive(_ data: Data) {
    receive { [isTunneled] state in
      // The response that opens a tunnel has no body, so these bytes belong to the answer.
      if isTunneled, state.isResponseFinal { state.isHeadFinal = true }
      // A piece that is alone is not copied.
      if state.unread.isEmpty { state.unread = data } else { state.unread.append(data) }
    }
    suspendOrResume()
  }

  /// Changes the state, unless the transfer has ended.
  private func receive(_ body: (inout State) -> Void) {
    let deadline = nextDeadline
    change { state in
      guard case .running(var running) = state.phase else { return }
      running.deadline = deadline
      state.phase = .running(running)
      body(&state)
    }
  }

  func send(_ count: Int64, of total: Int64) {
    delayTimeout()
    progress?(EnvironmentProgress(completed: count, total: total > 0 ? total : nil))
  }

  /// Ends with what was received.
  func finish() {
    end { state, running in
      // The session does not report a redirection that leads nowhere to its delegate.
      state.response = state.response ?? running?.task.response
      state.isHeadFinal = true
      return state.response == nil ? .failure(URLError(.badServerResponse, request: request)) : .success(())
    }
  }

  /// Ends because the session's task has.
  func fail(_ error: any Error) {
    end { _, _ in .failure(error) }
  }

  /// Ends, and the session's task with it.
  func stop(_ code: URLError.Code) {
    let error = URLError(code, request: request)
    let running = end { state, _ in
      // A reader that was cancelled wants no more.
      if code == .cancelled { state.unread = Data() }
      return .failure(error)
    }
    if let running { cancel(running) }
  }

  /// Cancels the session's task on the queue on which its delegate is called.
  ///
  /// From any other thread, a cancellation may meet a task that ends in the same moment, which ends the process on Linux.
  private func cancel(_ running: Running) {
    // audit:allow scheduling – the queue of a live session
    running.session.delegateQueue.addOperation { [task = running.task] in task.cancel() }
  }

  /// Changes the phase to ended, once; returns what ran before.
  @discardableResult
  private func end(_ result: (inout State, Running?) -> Result<Void, any Error>) -> Running? {
    let running: Running? = change { state in
      if case .ended = state.phase { return nil }
      let running = state.running
      state.phase = .ended
      state.end = result(&state, running)
      return running
    }
    running?.alarm?.cancel()
    return running
  }

  // MARK: Back pressure

  /// Suspends the session's task while too much is unread.
  ///
  /// Not on Linux: there, a task that is suspended sends its request once more when it is resumed.
  private func suspendOrResume() {
    #if !canImport(FoundationNetworking)
      guard let running = state.withLock({ $0.mustSuspend == nil ? nil : $0.running }) else { return }
      // One after the other, on the queue of the delegate.
      running.session.delegateQueue.addOperation { [self] in
        let mustSuspend = state.withLock { state in
          let mustSuspend = state.mustSuspend
          state.isSuspended = mustSuspend ?? state.isSuspended
          return mustSuspend
        }
        switch mustSuspend {
        case true: running.task.suspend()
        case false: running.task.resume()
        default: break
        }
      }
    #endif
  }

  // MARK: Timeout

  /// Counts the time without any movement from now.
  func delayTimeout() {
    let deadline = nextDeadline
    changeRunning { $0.deadline = deadline }
  }

  private var nextDeadline: EnvironmentClock.Instant { scheduler.now.advanced(by: request.timeout) }

  private func setAlarm() {
    guard let deadline = changeRunning({ $0.deadline }) else { return }
    guard scheduler.now < deadline else { return stop(.timedOut) }
    let alarm = scheduler.schedule(at: deadline, tolerance: .zero, place: nil) { [self] in setAlarm() }
    // It holds this transfer until it is cancelled.
    if changeRunning({ $0.alarm = alarm }) == nil { alarm.cancel() }
  }

  /// Changes the running state; returns nil when it is not running.
  @discardableResult
  private func changeRunning<Result>(_ change: (inout Running) -> Result) -> Result? {
    state.withLock { state in
      guard case .running(var running) = state.phase else { return nil }
      defer { state.phase = .running(running) }
      return change(&running)
    }
  }
}
