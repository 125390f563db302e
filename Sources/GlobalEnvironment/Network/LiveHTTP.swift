public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends `request` over the network, follows redirections, and returns the whole answer.
///
/// - Throws: `URLError`, and nothing else; it always has the failing URL.
@usableFromInline func liveHTTP(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
  guard let url = request.url else { throw URLError(.badURL, request: request) }
  guard ["http", "https"].contains(url.scheme?.lowercased()) else {
    throw URLError(.unsupportedURL, request: request, "Only http and https addresses can be asked.")
  }
  if Task.isCancelled { throw URLError(.cancelled, request: request) }
  do {
    let (data, response) = try await data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse, request: request) }
    return (data, response)
  } catch {
    throw URLError(error, request: request)
  }
}

#if canImport(FoundationNetworking)
  private func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    var hop = request
    for _ in 0...URLRequest.maximalRedirects {
      let (data, response) = try await LiveSession.data(for: hop)
      guard let next = hop.redirected(by: response) else { return (data, response) }
      hop = next
    }
    throw URLError(.httpTooManyRedirects, request: hop)
  }
#else
  private func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    try await URLSession.shared.data(for: request)
  }
#endif

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
