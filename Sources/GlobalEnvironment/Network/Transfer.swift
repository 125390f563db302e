#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// One request of the live session, until its caller has the answer.
  final class Transfer: Sendable {
    typealias Continuation = CheckedContinuation<(Data, URLResponse), any Error>

    private enum Phase {
      case ready
      case running(Running)
      /// With the error, if it failed before it ran.
      case ended((any Error)?)
    }

    private struct Running {
      let session: URLSession
      let task: URLSessionTask
      let continuation: Continuation
      /// When it times out, unless something moves before.
      var deadline: EnvironmentClock.Instant
      var alarm: ScheduledWork?
    }

    private let request: URLRequest
    private let scheduler: any WorkScheduler
    private let phase = Locked(Phase.ready)
    private let answer = Locked<(data: Data, response: URLResponse?)>((Data(), nil))

    init(of request: URLRequest, scheduler: any WorkScheduler = QueueScheduler.background) {
      self.request = request
      self.scheduler = scheduler
    }

    /// Lets `task` send the request, and resumes `continuation` with the result.
    func start(_ task: URLSessionTask, of session: URLSession, _ continuation: Continuation) {
      let running = Running(session: session, task: task, continuation: continuation, deadline: nextDeadline)
      let failure: (any Error)? = phase.withLock {
        if case .ended(let error) = $0 { return error }
        $0 = .running(running)
        return nil
      }
      if let failure {
        cancel(running)
        continuation.resume(throwing: failure)
      } else {
        task.resume()
        setAlarm()
      }
    }

    // MARK: What happens to it

    func receive(_ response: URLResponse) {
      answer.withLock { $0 = (Data(), response) }
      delayTimeout()
    }

    func receive(_ data: Data) {
      answer.withLock { $0.data.append(data) }
      delayTimeout()
    }

    /// Counts the time without any movement from now.
    func delayTimeout() {
      let deadline = nextDeadline
      changeRunning { $0.deadline = deadline }
    }

    /// Ends with what was received.
    func finish() {
      let (data, response) = answer.withLock { $0 }
      guard let running = end() else { return }
      // The session does not report a redirection that leads nowhere to its delegate.
      if let response = response ?? running.task.response {
        running.continuation.resume(returning: (data, response))
      } else {
        running.continuation.resume(throwing: URLError(.badServerResponse, request: request))
      }
    }

    /// Ends because the session's task has.
    func fail(_ error: any Error) {
      end()?.continuation.resume(throwing: error)
    }

    /// Ends, and the session's task with it.
    func stop(_ code: URLError.Code) {
      let error = URLError(code, request: request)
      guard let running = end(with: error) else { return }
      running.continuation.resume(throwing: error)
      cancel(running)
    }

    /// Cancels the session's task on the queue on which its delegate is called.
    ///
    /// From any other thread, a cancellation may meet a task that ends in the same moment, which ends the process.
    private func cancel(_ running: Running) {
      running.session.delegateQueue.addOperation { [task = running.task] in task.cancel() }
    }

    /// Changes the phase to ended; returns what ran before.
    private func end(with error: (any Error)? = nil) -> Running? {
      let running: Running? = phase.withLock {
        switch $0 {
        case .ready:
          $0 = .ended(error)
          return nil
        case .running(let running):
          $0 = .ended(nil)
          return running
        case .ended:
          return nil
        }
      }
      running?.alarm?.cancel()
      return running
    }

    // MARK: Timeout

    /// The deadline after the request's own interval, or after the usual 60 seconds where that is not positive.
    private var nextDeadline: EnvironmentClock.Instant {
      let seconds = request.timeoutInterval > 0 ? min(request.timeoutInterval, 1e9) : 60
      return scheduler.now.advanced(by: .seconds(seconds))
    }

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
      phase.withLock { phase in
        guard case .running(var running) = phase else { return nil }
        defer { phase = .running(running) }
        return change(&running)
      }
    }
  }
#endif
