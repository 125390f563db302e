// audit:allow-file network – this is the live network.

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// The URL session of the live `http` where Foundation is not Apple's.
  ///
  /// There, `URLSession.data(for:)` has no timeout that works, loses the body of a request that is redirected, sends
  /// credentials on to other origins, and waits forever at a Basic challenge. A session that reports each event to a
  /// delegate leaves all of that to us. One fault stays: an answer that breaks off inside its head ends the process.
  enum LiveSession {
    private static let transfers = Transfers()
    private static let session: URLSession = {
      let configuration = URLSessionConfiguration.default
      // With a cache, a task that is cancelled while its answer comes in ends the process.
      configuration.urlCache = nil
      return URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    }()

    /// Sends `request`, without following redirections.
    ///
    /// - Throws: What the session throws; `URLError` at once when the calling task is cancelled (`.cancelled`), and when
    ///   nothing has moved for the request's `timeoutInterval` (`.timedOut`).
    static func data(for request: URLRequest) async throws -> (Data, URLResponse) {
      let transfer = Transfer(of: request)
      var sent = request
      // The session's own timer is not used; it would trap at an interval that does not fit an `Int`.
      sent.timeoutInterval = 604_800
      let task = session.dataTask(with: sent)
      transfers.add(transfer, for: task)
      defer { transfers.remove(task) }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { transfer.start(task, of: session, $0) }
      } onCancel: {
        transfer.stop(.cancelled)
      }
    }
  }

  /// Passes the events of each task to its transfer.
  private final class Transfers: NSObject, URLSessionDataDelegate {
    private let underWay = Locked<[Int: Transfer]>([:])

    func add(_ transfer: Transfer, for task: URLSessionTask) {
      underWay.withLock { $0[task.taskIdentifier] = transfer }
    }

    func remove(_ task: URLSessionTask) {
      _ = underWay.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }

    private subscript(_ task: URLSessionTask) -> Transfer? {
      underWay.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      self[dataTask]?.receive(response)
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      self[dataTask]?.receive(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      self[task]?.delayTimeout()
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
      // `URLRequest.redirected(by:)` decides.
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      if challenge.proposedCredential != nil, challenge.previousFailureCount == 0 {
        completionHandler(.performDefaultHandling, nil)
      } else {
        // There is no password, so the refusal is the answer.
        self[task]?.finish()
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      if let error {
        self[task]?.fail(error)
      } else {
        self[task]?.finish()
      }
    }
  }
#endif
