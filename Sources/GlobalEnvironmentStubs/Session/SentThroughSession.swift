import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request as its URL session would send it, with its body, in whatever way that was given.
struct SentThroughSession: Sendable {
  private let head: URLRequest
  private let body: Body
  var url: URL? { head.url }
  /// Whether its delegate gets each piece of the answer as it arrives.
  let isStreamed: Bool
  /// The client, which has its own rules for the request.
  let client: (any RequestClient)?
  private let refusal: (@Sendable () -> String)?
  /// The request where all of it is known, and the client leaves the cookies to the mock; nil otherwise.
  var plainRequest: URLRequest? {
    guard case .inRequest = body, refusal == nil, client?.cookies == nil else { return nil }
    return head
  }

  /// Where the body is.
  ///
  /// `@unchecked` holds because a stream is read by one task, once.
  enum Body: @unchecked Sendable {
    case inRequest
    case data(Data)
    case file(URL)
    case stream(InputStream)
    /// The client is asked for it.
    case delegate
    case unknown
  }

  /// Collects what is known of the request of `task`. Called on the queue of the session. `time` stands still while a delegate
  /// is asked.
  init(_ request: URLRequest, _ task: URLSessionTask, _ cached: CachedURLResponse?, _ time: VirtualTime?) {
    var head = request
    var body = Body.inRequest
    #if canImport(FoundationNetworking)
      // Only the task has these; the protocol does not.
      var (isDelegateDriven, isStreamed) = (false, false)
      let session = task.sessionOfItsOwn
      let isCommon = session?.isCommon == true
      let configuration = isCommon ? nil : session?.configuration
      if let session, let configuration {
        head.take(configuration)
        isDelegateDriven = session.delegate is any URLSessionTaskDelegate && task.isDelegateDriven(in: session)
        isStreamed = isDelegateDriven && session.delegate is any URLSessionDataDelegate
      }
      if task is URLSessionUploadTask { body = task.knownBody }
      if let task = task as? URLSessionWebSocketTask {
        refusal = { WebSockets.refuse(task, isKnown: isCommon) }
      } else if task is URLSessionDataTask {
        refusal = nil
      } else {
        refusal = { Self.noDownload }
      }
      client = SessionClient(of: task, configuration, isDelegateDriven: isDelegateDriven, cached, time)
      if client?.cookies == nil, configuration?.hasCookies == false {
        head.httpShouldHandleCookies = false
      }
      self.isStreamed = isStreamed
    #else
      refusal = nil
      client = CachedAnswerClient(answer: cached, task: task)
      isStreamed = true
    #endif
    (self.head, self.body) = (head, body)
  }

  /// Returns the request, its body in `httpBody` or, where it is a stream, in `httpBodyStream`.
  ///
  /// - Throws: `URLError` where the body cannot be read.
  func request() async throws -> URLRequest {
    if let refusal { throw URLError(.unsupportedURL, saying: refusal()) }
    var request = head
    switch body {
    case .inRequest: return request
    case .data(let data): request.httpBody = data
    case .file(let file): request.httpBody = try read(file)
    case .stream(let stream): request.httpBodyStream = stream
    case .delegate:
      if let stream = try await client?.bodyStream() { request.httpBodyStream = stream.stream }
    case .unknown: TestHooks.report(Self.noBody)
    }
    return request
  }

  private func read(_ file: URL) throws -> Data {
    do {
      return try Environment.live.files().read(file)
    } catch {
      throw URLError(.fileDoesNotExist, userInfo: [NSUnderlyingErrorKey: error])
    }
  }

  private static let noDownload = """
    Foundation on Linux lets no URLProtocol answer a download task. Use Env.download(for:to:); or data(for:), or a data \
    task, and write the data to a file.
    """

  private static let noBody = """
    The body of this upload task cannot be read on this version of Foundation, so the stubs see the request without it. \
    Give the body as the request's httpBody.
    """
}

extension URLRequest {
  /// Takes what a session sets for its requests: headers that the request lacks, and the time limit unless it has one.
  fileprivate mutating func take(_ configuration: URLSessionConfiguration) {
    for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
      if self.value(forHTTPHeaderField: "\(name)") == nil { setValue("\(value)", forHTTPHeaderField: "\(name)") }
    }
    if cachePolicy == .useProtocolCachePolicy { cachePolicy = configuration.requestCachePolicy }
    // 60 seconds are the default limit of a request.
    if timeoutInterval == 60 { timeoutInterval = configuration.timeoutIntervalForRequest }
  }
}

extension URLSessionConfiguration {
  /// Whether its sessions send cookies, and keep them.
  fileprivate var hasCookies: Bool { httpShouldSetCookies && httpCookieAcceptPolicy != .never }
}
