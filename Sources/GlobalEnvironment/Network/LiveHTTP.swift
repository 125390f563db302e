public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends `request` over the network, follows redirections, and returns the whole answer.
///
/// - Throws: `URLError`, and nothing else; it always has the failing URL.
@usableFromInline func liveHTTP(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
  try await request.answeredByWorld {
    #if canImport(FoundationNetworking)
      let (held, response) = try await liveTransfer(request)
      return (try await held.transfer.rest(), response)
    #else
      try await URLSession.shared.data(for: request)
    #endif
  }
}

/// Sends `request` over the network, follows redirections, and returns the head of the answer, and its body as it comes.
///
/// - Parameters:
///   - progress: Called as parts of the request's body have been sent.
///   - redirect: Changes the request that a redirect asks for, for code that has cookies of its own: those of the process are
///     neither sent nor changed then. Called on any thread.
/// - Throws: `URLError`, and nothing else; it always has the failing URL. So does the body.
@usableFromInline package func liveHTTPBytes(
  _ request: URLRequest, _ progress: EnvironmentProgress.Handler?, redirect: RedirectHandler? = nil
) async throws -> (EnvironmentBytes, HTTPURLResponse) {
  let (held, response) = try await request.answeredByWorld {
    try await liveTransfer(request, progress, redirect)
  }
  let bytes = EnvironmentBytes(of: request) { [held] in
    do {
      return try await LiveWait.run { try await held.transfer.next() }
    } catch {
      throw URLError(error, request: request)
    }
  }
  return (bytes, response)
}

/// Does what ``liveHTTP(_:)`` does; a test that has no environment is told of it.
func notedHTTP(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
  await TestHooks.noteReach(ofAsync: "Env.http")
  return try await liveHTTP(request)
}

/// Does what ``liveHTTPBytes(_:_:redirect:)`` does; a test that has no environment is told of it.
func notedHTTPBytes(
  _ request: URLRequest, _ progress: EnvironmentProgress.Handler?
) async throws -> (EnvironmentBytes, HTTPURLResponse) {
  await TestHooks.noteReach(ofAsync: "Env.httpBytes")
  return try await liveHTTPBytes(request, progress)
}

/// Returns the shared session; a test that has no environment is told of it, as what is sent through it is not seen.
func notedURLSession() -> URLSession {
  TestHooks.noteReach(of: "Env.urlSession()")
  return .shared  // audit:allow network – this is the live default.
}

/// Returns the request to send in place of `next`, for which the redirect `response` asks.
@usableFromInline package typealias RedirectHandler =
  @Sendable (_ response: HTTPURLResponse, _ next: URLRequest) -> URLRequest

/// Sends `request`, follows redirections, and returns when the head of the answer is there.
private func liveTransfer(
  _ request: URLRequest, _ progress: EnvironmentProgress.Handler? = nil, _ redirect: RedirectHandler? = nil
) async throws -> (HeldTransfer, URLResponse) {
  #if canImport(FoundationNetworking)
    var hop = request
    for _ in 0...URLRequest.maximalRedirects {
      let (held, response) = try await LiveSession.send(hop, progress, redirect)
      guard let response = response as? HTTPURLResponse, let next = hop.redirected(by: response) else {
        return (held, response)
      }
      // So that the connection can be used again.
      _ = try await held.transfer.rest()
      hop = redirect?(response, next) ?? next
    }
    throw URLError(.httpTooManyRedirects, request: hop)
  #else
    return try await LiveSession.send(request, progress, redirect)
  #endif
}

extension URLRequest {
  /// Returns the answer that `send` brings for this request, if that is one of HTTP.
  ///
  /// - Throws: `URLError`, which has the failing URL.
  fileprivate func answeredByWorld<Answer>(
    by send: () async throws -> (Answer, URLResponse)
  ) async throws -> (Answer, HTTPURLResponse) {
    guard let url else { throw URLError(.badURL, request: self) }
    guard ["http", "https"].contains(url.scheme?.lowercased()) else {
      throw URLError(.unsupportedURL, request: self, "Only http and https addresses can be requested.")
    }
    if Task.isCancelled { throw URLError(.cancelled, request: self) }
    do {
      let (answer, response) = try await LiveWait.run(send)
      guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse, request: self) }
      return (answer, response)
    } catch {
      throw URLError(error, request: self)
    }
  }
}

extension URLError {

  /// Makes an error that names the address of `request`.
  package init(_ code: Code, request: URLRequest, _ description: String? = nil, underlying: (any Error)? = nil) {
    var userInfo: [String: Any] = [:]
    userInfo[NSURLErrorFailingURLErrorKey] = request.url
    userInfo[NSLocalizedDescriptionKey] = description ?? Self.descriptions[code]
    userInfo[NSUnderlyingErrorKey] = underlying
    self.init(code, userInfo: userInfo)
  }

  /// Makes a `URLError` of whatever a URL session threw, with the address of `request` where it names none.
  fileprivate init(_ error: any Error, request: URLRequest) {
    if let error = error as? URLError, error.failingURL != nil {
      self = error
    } else if error is CancellationError {
      self.init(.cancelled, request: request)
    } else {
      let error = error as NSError
      let code: Code? = error.domain == NSURLErrorDomain ? Code(rawValue: error.code) : nil
      self.init(code ?? .unknown, request: request, error.localizedDescription, underlying: error)
    }
  }

  /// For codes that some platforms do not describe.
  private static let descriptions: [Code: String] = [
    .badURL: "The request has no address.",
    .cancelled: "The request was cancelled.",
    .timedOut: "The request timed out.",
    .badServerResponse: "The answer is not HTTP.",
    .httpTooManyRedirects: "The request was redirected more than 20 times.",
  ]
}
