import Foundation
import GlobalEnvironmentTesting
import SendingRequests

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Writes down what the delegate of a URL session is told. A subclass answers what it is asked.
///
/// `@unchecked` holds because its properties are set before the session begins, and a session calls its delegate in turn.
class DelegateLog: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let stream = AsyncStream.makeStream(of: String.self)

  /// Whether it writes down what has been sent.
  var hearsWhatIsSent = false

  /// What it is told, as it comes.
  var words: AsyncStream<String> { stream.stream }

  /// All of it, up to the end of a task.
  var heard: [String] {
    get async { await words.reduce(into: []) { $0.append($1) } }
  }

  /// Sends `request` through a session with a delegate, and returns what that was told.
  static func of(_ request: URLRequest) async -> [String] {
    await DelegateLog().heard(of: request)
  }

  /// Sends `request` through a session of which this is the delegate, and returns what it was told.
  func heard(
    of request: URLRequest, _ configuration: URLSessionConfiguration = HTTPStubs.configuration()
  ) async -> [String] {
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    session.dataTask(with: request).resume()
    defer { session.finishTasksAndInvalidate() }
    return await heard
  }

  func hear(_ word: String) {
    stream.continuation.yield(word)
  }

  func urlSession(
    _: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    hear("\((response as? HTTPURLResponse)?.statusCode ?? 0)")
    completionHandler(.allow)
  }

  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    hear(String(decoding: data, as: UTF8.self))
  }

  func urlSession(
    _: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(request)
  }

  func urlSession(
    _: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    completionHandler(.performDefaultHandling, nil)
  }

  func urlSession(
    _: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    if hearsWhatIsSent { hear("\(count), \(totalBytesSent) of \(totalBytesExpectedToSend)") }
  }

  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    hear(error.map { "end \(($0 as NSError).code)" } ?? "end")
    stream.continuation.finish()
  }
}
