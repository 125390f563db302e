// audit:allow-file network – this is the live network.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A URL session of live requests: of all of them on Linux, of those that stream on Apple's platforms.
///
/// On Linux, `URLSession.data(for:)` has no timeout that works, loses the body of a request that is redirected, sends
/// credentials on to other origins, and waits forever at a Basic challenge; and there are no streams. A session that reports
/// each event to a delegate leaves all of that to us. One fault stays: an answer that breaks off inside its head, or inside
/// fields behind its body, ends the process.
struct LiveSession {
  private let session: URLSession
  private let transfers: Transfers

  /// With the cookies of the process.
  private static let shared: LiveSession = {
    #if canImport(FoundationNetworking)
      LiveSession(.default)
    #else
      LiveSession(session: .shared, transfers: Transfers())
    #endif
  }()

  /// Without cookies of its own: the Cookie header of a request is sent as it is.
  private static let withoutCookies: LiveSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    return LiveSession(configuration)
  }()

  private init(session: URLSession, transfers: Transfers) {
    (self.session, self.transfers) = (session, transfers)
  }

  private init(_ configuration: URLSessionConfiguration) {
    #if canImport(FoundationNetworking)
      // With a cache, a task that is cancelled while its answer comes in ends the process.
      configuration.urlCache = nil
      let transfers = Transfers()
      self.init(
        session: URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil),
        transfers: transfers)
    #else
      self.init(session: URLSession(configuration: configuration), transfers: Transfers())
    #endif
  }

  private func task(for request: URLRequest) -> URLSessionTask {
    #if canImport(FoundationNetworking)
      var sent = request
      // The session's own timer is not used; it would trap at an interval that does not fit an `Int`.
      sent.timeoutInterval = 604_800
      return session.dataTask(with: sent)
    #else
      let task = session.dataTask(with: request)
      task.delegate = transfers
      return task
    #endif
  }

  /// Sends `request`. On Linux, it follows no redirect.
  ///
  /// - Parameters:
  ///   - progress: Called when a part of the request's body has been sent, on the queue of the delegate.
  ///   - redirect: Changes the request that a redirect asks for. With it, the cookies of the process are left alone.
  /// - Returns: The head, and the transfer. It ends when the last reference to it is released.
  /// - Throws: What the session throws; `URLError` at once when the calling task is cancelled (`.cancelled`), and when
  ///   nothing has moved for the request's `timeoutInterval` (`.timedOut`).
  static func send(
    _ request: URLRequest, _ progress: EnvironmentProgress.Handler?, _ redirect: RedirectHandler?
  ) async throws -> (HeldTransfer, URLResponse) {
    // On Linux, a session with cookies sends them whatever the request says.
    let live = redirect == nil && request.httpShouldHandleCookies ? shared : withoutCookies
    let transfer = Transfer(of: request, progress: progress, redirect: redirect)
    let task = live.task(for: request)
    let (transfers, identifier) = (live.transfers, task.taskIdentifier)
    transfers.add(transfer, for: identifier)
    let held = HeldTransfer(transfer) { transfers.remove(identifier) }
    transfer.start(task, of: live.session)
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
      // FoundationNetworking ends the process where a task that was cancelled gets an answer. Cancellations come on this
      // queue, too, so none comes meanwhile.
      guard task.state == .running else { return }
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
  #else
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(self[task]?.redirect?(response, request) ?? request)
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
