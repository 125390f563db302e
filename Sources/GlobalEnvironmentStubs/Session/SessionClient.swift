#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import GlobalEnvironment
  import GlobalEnvironmentTime

  /// A task of a URL session on Linux, with the settings of its session and its delegate.
  ///
  /// A protocol cannot pass on redirects or challenges there: the first end the process, the second go to the real network.
  /// So the delegate is asked from here, on its own queue.
  ///
  /// `@unchecked` holds because nothing is set after the initialiser, and any thread may ask a task for its delegate.
  struct SessionClient: RequestClient, @unchecked Sendable {
    private let task: URLSessionTask
    private let time: VirtualTime?
    private let cache: CachedURLResponse?
    private let isDelegateDriven: Bool
    /// Whether `data(for:)` sends the request in a cancelled task, and cancels it as soon as it is sent.
    private let isSentInVain: Bool
    let timeLimit: Duration?
    let cookies: (any ClientCookies)?

    /// Called inside the caller's `resume()`. `configuration` is nil where the session has none of its own; `time` stands still
    /// while the delegate is asked.
    init(
      of task: URLSessionTask, _ configuration: URLSessionConfiguration?, isDelegateDriven: Bool,
      _ cached: CachedURLResponse?, _ time: VirtualTime?
    ) {
      self.task = task
      self.isDelegateDriven = isDelegateDriven
      self.time = time
      cache = cached
      isSentInVain = Task.isCancelled && task.isContinuedInline == true
      let limit = configuration?.timeoutIntervalForResource ?? 0
      // A week is the default.
      timeLimit = limit > 0 && limit < 604_800 ? .nanoseconds(Int64(limit * 1e9)) : nil
      cookies = configuration.flatMap { SessionCookies(of: $0, task.originalRequest) }
    }

    var isCancelled: Bool { isSentInVain || task.isCancelled }

    func cached(for request: URLRequest) -> CachedURLResponse? { cache }

    var progress: EnvironmentProgress.Handler? {
      guard isDelegateDriven, let session = task.sessionOfItsOwn else { return nil }
      let last = Locked<Int64>(0)
      return { [self] progress in
        // A redirect that keeps the body begins again.
        let before = last.replace(with: progress.completed)
        let count = progress.completed - (before < progress.completed ? before : 0)
        let whenTold = time?.outside()
        // audit:allow scheduling – the session’s own queue, as its delegate expects
        session.delegateQueue.addOperation {
          (session.delegate as? any URLSessionTaskDelegate)?.urlSession(
            session, task: task, didSendBodyData: count, totalBytesSent: progress.completed,
            totalBytesExpectedToSend: progress.total ?? NSURLSessionTransferSizeUnknown)
          whenTold?()
        }
      }
    }

    func bodyStream() async throws -> BodyOfUpload? {
      let stream: BodyOfUpload?? = try await ask { delegate, session, reply in
        delegate.urlSession(session, task: task) { reply($0.map(BodyOfUpload.init)) }
      }
      return stream ?? nil
    }

    func following(_ response: HTTPURLResponse, with request: URLRequest) async throws -> URLRequest? {
      let answer = try await ask { delegate, session, reply in
        delegate.urlSession(
          session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: reply)
      }
      guard let answer else { return request }
      return answer
    }

    func authorization(for response: HTTPURLResponse, failures: Int) async throws -> String? {
      guard let space = URLProtectionSpace(of: response) else { return nil }
      let challenge = URLAuthenticationChallenge(
        protectionSpace: space, proposedCredential: nil, previousFailureCount: failures, failureResponse: response,
        error: nil, sender: UnusedSender())
      let answer: (URLSession.AuthChallengeDisposition, URLCredential?)? = try await ask { delegate, session, reply in
        delegate.urlSession(session, task: task, didReceive: challenge) { reply(($0, $1)) }
      }
      switch answer {
      case (.cancelAuthenticationChallenge, _)?: throw URLError(.cancelled)
      case (.useCredential, let credential?)?:
        guard space.authenticationMethod == NSURLAuthenticationMethodHTTPBasic else {
          reportDigest(from: space)
          return nil
        }
        let text = "\(credential.user ?? ""):\(credential.password ?? "")"
        return "Basic \(Data(text.utf8).base64EncodedString())"
      default: return nil
      }
    }

    private func reportDigest(from space: URLProtectionSpace) {
      TestHooks.report(
        """
        The delegate of a URL session has answered a Digest challenge of \(space.host), which Foundation on Linux cannot \
        reply to. The 401 is the answer. Let the stub ask for Basic.
        """, at: .caller)
    }

    /// Asks the delegate something on the queue of its session, and waits for its first reply.
    ///
    /// - Returns: Nil where there is no delegate.
    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    private func ask<Reply: Sendable>(
      _ question:
        @escaping @Sendable (any URLSessionTaskDelegate, URLSession, @escaping @Sendable (Reply) -> Void) -> Void
    ) async throws -> Reply? {
      guard let delegate = task.delegate, let session = task.sessionOfItsOwn else { return nil }
      let whenAsked = time?.outside()
      let answer = OneReply<Reply>()
      let arrival = Arrival.current
      // The thread that moves time may be the one that the delegate needs.
      // audit:allow scheduling – compared only
      if session.delegateQueue === OperationQueue.main { answer.rest(arrival) }
      // audit:allow scheduling – the session’s own queue, as its delegate expects
      session.delegateQueue.addOperation {
        question(delegate, session) { answer.settle(.success($0)) }
        // What takes its time from here on is up to the delegate.
        answer.rest(arrival)
        whenAsked?()
      }
      return try await withTaskCancellationHandler {
        try await answer.outcome.value.get()
      } onCancel: {
        answer.settle(.failure(CancellationError()))
        // The queue may be suspended.
        whenAsked?()
      }
    }
  }

  /// The first reply to a question.
  private struct OneReply<Reply: Sendable>: Sendable {
    private enum State {
      /// With what rests until the reply comes.
      case open(Arrival?)
      case over
    }

    let outcome = Outcome<Result<Reply, any Error>>()
    private let state = Locked(State.open(nil))

    /// Lets time pass `arrival` by until the reply comes. Does nothing after that, and when called again.
    func rest(_ arrival: Arrival?) {
      let mustRest = state.withLock { state in
        guard case .open(nil) = state, arrival != nil else { return false }
        state = .open(arrival)
        return true
      }
      if mustRest { arrival?.rest() }
    }

    func settle(_ result: Result<Reply, any Error>) {
      if case .open(let arrival) = state.replace(with: .over) { arrival?.begin() }
      outcome.settle(result)
    }
  }

  /// The sender that a challenge must have; the delegate of a session replies by a completion handler instead.
  private final class UnusedSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
  }
#endif
