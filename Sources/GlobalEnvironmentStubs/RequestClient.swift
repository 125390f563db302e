import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A sender of a request to the stubs of a mock that has its own rules for it.
protocol RequestClient: Sendable {
  /// Whether it has cancelled its request.
  var isCancelled: Bool { get }

  /// How long the whole answer may take, from the first request to the last byte; nil for no limit.
  var timeLimit: Duration? { get }

  /// Where it keeps its cookies; nil where the mock does so.
  var cookies: (any ClientCookies)? { get }

  /// Called as parts of a request's body are sent; nil if the client is not told about them.
  var progress: EnvironmentProgress.Handler? { get }

  /// What it has kept of an earlier answer to `request`.
  func cached(for request: URLRequest) -> CachedURLResponse?

  /// Returns a stream with the body of an upload; nil where there is none.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func bodyStream() async throws -> BodyOfUpload?

  /// Returns the request with which to follow a redirect; nil to take the redirect for the answer.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func following(_ response: HTTPURLResponse, with request: URLRequest) async throws -> URLRequest?

  /// Returns the credentials for a server that asks for them; nil to make its challenge the answer.
  ///
  /// - Parameter failures: How often the server has refused credentials already.
  /// - Throws: `CancellationError` when the task is cancelled meanwhile; `URLError.cancelled` when the client gives up.
  func authorization(for response: HTTPURLResponse, failures: Int) async throws -> String?
}

/// `@unchecked` holds because a stream is read by one task, once.
struct BodyOfUpload: @unchecked Sendable {
  let stream: InputStream
}

extension URLSessionTask {
  /// Whether it is cancelled; also true of one that has its answer.
  var isCancelled: Bool { state == .canceling || state == .completed }
}

/// The cookies of a client that keeps its own.
protocol ClientCookies: Sendable {
  /// Adds the cookies for `request`, unless it has cookies that are not from here.
  func add(to request: inout URLRequest)

  /// Keeps what an answer to `request` sets.
  func store(_ setCookie: String, from request: URLRequest)
}

/// A client that leaves everything to the mock, except for the answer that it has kept.
///
/// `@unchecked` holds because nothing ever changes that, and any thread may ask a task for its state.
struct CachedAnswerClient: RequestClient, @unchecked Sendable {
  let answer: CachedURLResponse?
  let task: URLSessionTask

  var isCancelled: Bool { task.isCancelled }
  var timeLimit: Duration? { nil }
  var cookies: (any ClientCookies)? { nil }
  var progress: EnvironmentProgress.Handler? { nil }
  func cached(for request: URLRequest) -> CachedURLResponse? { answer }
  func bodyStream() -> BodyOfUpload? { nil }
  func following(_ response: HTTPURLResponse, with request: URLRequest) -> URLRequest? { request }
  func authorization(for response: HTTPURLResponse, failures: Int) -> String? { nil }
}
