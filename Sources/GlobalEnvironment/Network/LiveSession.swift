// audit:allow-file network – this is the live network.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The URL session of live requests: of all of them on Linux, of those that stream on Apple's platforms.
///
/// On Linux, `URLSession.data(for:)` has no timeout that works, loses the body of a request that is redirected, sends
/// credentials on to other origins, and waits forever at a Basic challenge; and there are no streams. A session that reports
/// each event to a delegate leaves all of that to us. One fault stays: an answer that breaks off inside its head ends the
/// process.
enum LiveSession {
  private static let transfers = Transfers()

  #if canImport(FoundationNetworking)
    private static let session: URLSession = {
      let configuration = URLSessionConfiguration.default
      // With a cache, a task that is cancelled while its answer comes in ends the process.
      configuration.urlCache = nil
      return URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    }()

    private static func task(for request: URLRequest) -> URLSessionTask {
      var sent = request
      // The session's own timer is not used; it would trap at an interval that does not fit an `Int`.
      sent.timeoutInterval = 604_800
      return session.dataTask(with: sent)
    }
  #else
    private static var session: URLSession { .shared }

    private static func task(for request: URLRequest) -> URLSessionTask {
      let task = session.dataTask(with: request)
      task.delegate = transfers
      return task
    }
  #endif

  /// Sends `request`. On Linux, it follows no redirection.
  ///
  /// - Parameter progress: Called when a part of the request's body has been sent, on the queue of the delegate.
  /// - Returns: The head, and the transfer. It ends when the last reference to it is released.
  /// - Throws: What the session throws; `URLError` at once when the calling task is cancelled (`.cancelled`), and when
  ///   nothing has moved for the request's `timeoutInterval` (`.timedOut`).
  static func send(
    _ request: URLRequest, _ progress: EnvironmentProgress.Handler? = nil
  ) async throws -> (HeldTransfer, URLResponse) {
    let transfer = Transfer(of: request, progress: progress)
    let task = task(for: request)
    let identifier = task.taskIdentifier
    transfers.add(transfer, for: identifier)
    let held = HeldTransfer(transfer) { transfers.remove(identifier) }
    transfer.start(task, of: session)
    return (held, try await transfer.head())
  }
}

/// A transfer that ends when this object is released.
final class HeldTransfer: Sendable {
  let transfer: Transfer
  private let remove: @Sendable () -> Void

  init(_ transfer: Transfer, remove: @escaping @Sendable () -> Void) {
    (self.transfer, self.remove) = (transfer, remove)
  }

  deinit {
    transfer.stop(.cancelled)
    remove()
  }
}

/// Passes the events of each task to its transfer.
private final class Transfers: NSObject, URLSessionDataDelegate {
  private let underWay = Locked<[Int: Transfer]>([:])

  func add(_ transfer: Transfer, for task: Int) {
    underWay.withLock { $0[task] = transfer }
  }

  func remove(_ task: Int) {
    // Released outside the lock.
    _ = underWay.withLock { $0.removeValue(forKey: task) }
  }

  private subscript(_ task: URLSessionTask) -> Transfer? {
    underWay.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
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
    self[task]?.send(totalBytesSent, of: totalBytesExpectedToSend)
  }

  #if canImport(FoundationNetworking)
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
  #endif

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      self[task]?.fail(error)
    } else {
      self[task]?.finish()
    }
  }
}
