import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPStubs {

  /// Whether the time of the caller's environment counts, or else the mock's own: no request waits in real time.
  private var followsEnv: Bool { Env.httpStubs === self || envScheduler is VirtualTime }

  /// The present moment.
  var now: Date { followsEnv ? UnobservedRead.date : time.date }

  /// The scheduler in whose time answers wait.
  var scheduler: any WorkScheduler { followsEnv ? envScheduler : time }

  private var envScheduler: any WorkScheduler { UnobservedRead.of { Env.scheduler() } }

  /// When an answer is too late if nothing arrives from now on: after the request's own timeout, or at `limit`.
  func timeout(of request: SentRequest, _ limit: EnvironmentClock.Instant?) -> EnvironmentClock.Instant {
    let timeout = scheduler.now.advanced(by: request.urlRequest.timeout)
    return limit.map { min($0, timeout) } ?? timeout
  }

  /// Waits until `end`, or until `timeout`, when the request fails.
  ///
  /// - Throws: `URLError.timedOut`; `CancellationError`.
  func pause(
    until end: EnvironmentClock.Instant, of scheduler: any WorkScheduler, until timeout: EnvironmentClock.Instant,
    _ place: SourcePlace?
  ) async throws {
    try await scheduler.sleep(until: min(end, timeout), tolerance: nil, place: place)
    if end > timeout { throw URLError.timeout }
    // The test may be over by now.
    if case .ended = state.withLock({ $0.end }) { throw CancellationError() }
  }

  /// Runs a closure of the test's until `timeout`. Then it is cancelled; the request waits until it has returned.
  ///
  /// - Throws: What the closure throws; ``ClosureTimeout``; `CancellationError`.
  func limited<Value: Sendable>(
    until timeout: EnvironmentClock.Instant, _ place: SourcePlace?,
    _ closure: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let scheduler = scheduler
    let arrival = Arrival.current
    let ofClosure = arrival?.forClosure()
    arrival?.rest()
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask {
        defer {
          // In this order, so that time does not move in between.
          arrival?.begin()
          ofClosure?.rest()
        }
        return if let ofClosure { try await ofClosure.run(closure) } else { try await closure() }
      }
      group.addTask {
        try await scheduler.sleep(until: timeout, tolerance: nil, place: place)
        throw ClosureTimeout()
      }
      defer { group.cancelAll() }
      guard let response = try await group.next() else { throw CancellationError() }
      try Task.checkCancellation()
      return response
    }
  }

  /// Asks a client something that its delegate may take long to answer.
  ///
  /// - Throws: What the client throws; `URLError.timedOut` after `limit`.
  func ask<Reply: Sendable>(
    until limit: EnvironmentClock.Instant?, _ question: @escaping @Sendable () async throws -> Reply
  ) async throws -> Reply {
    guard let limit else { return try await question() }
    do {
      return try await limited(until: limit, nil, question)
    } catch is ClosureTimeout {
      throw URLError.timeout
    }
  }
}

/// A response closure took longer than its request waits.
struct ClosureTimeout: Error {}

/// An error that the caller gets as it is, although it is one of cancellation.
package struct PassthroughError: Error {
  fileprivate let error: any Error

  package init(_ error: any Error) {
    self.error = error
  }
}

extension URLRequest {
  /// Makes the body that a stream holds part of the request, for it can be read only once.
  ///
  /// - Throws: `URLError.requestBodyStreamExhausted` when the stream fails; `CancellationError`.
  mutating func gatherBody() async throws {
    guard httpBody == nil, let stream = httpBodyStream else { return }
    httpBody = try await BodyStream(stream).contents()
  }
}

extension URLError {
  /// Makes an error that says what has happened.
  init(_ code: Code, saying description: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: description])
  }

  static var timeout: URLError { URLError(.timedOut, saying: "The request timed out.") }

  /// The same error with the URL that failed, unless it names one.
  func from(_ url: URL?) -> URLError {
    guard let url, failingURL == nil else { return self }
    var userInfo = errorUserInfo
    userInfo[NSURLErrorFailingURLErrorKey] = url
    return URLError(code, userInfo: userInfo)
  }
}

extension Error {
  /// The error as a URL session reports it: a `URLError` names the URL that failed. Other errors stay as they are.
  func failing(_ url: URL?) -> any Error {
    if let unchanged = self as? PassthroughError { return unchanged.error }
    let error = self is CancellationError ? URLError(.cancelled) : self as? URLError
    return error?.from(url) ?? self
  }
}
