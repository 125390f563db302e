import Foundation
import GlobalEnvironment
import GlobalEnvironmentStubs
import GlobalEnvironmentTime
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension FaultRun {

  /// Sends a request through `send`, unless it fails. One that the server gets all the same is noted in `stubs`.
  ///
  /// - Throws: What `send` throws; the `URLError` of a fault.
  func http(
    _ request: URLRequest, _ stubs: HTTPStubs?,
    _ send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
  ) async throws -> (Data, HTTPURLResponse) {
    try await answer(to: request, stubs, send, body: { $0 }) { $0 }
  }

  /// Sends a request through `send`, unless it fails. A body that a fault changes comes as a whole.
  ///
  /// - Throws: What `send` throws; the `URLError` of a fault.
  func httpBytes(
    _ request: URLRequest, _ stubs: HTTPStubs?,
    _ send: @Sendable (URLRequest) async throws -> (EnvironmentBytes, HTTPURLResponse)
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    try await answer(to: request, stubs, send, body: { EnvironmentBytes($0) }) { try await $0.whole() }
  }

  /// Sends a request through `send`, unless a fault strikes it. `body` makes a body of bytes, and `whole` gets them back.
  private func answer<Body>(
    to request: URLRequest, _ stubs: HTTPStubs?,
    _ send: @Sendable (URLRequest) async throws -> (Body, HTTPURLResponse),
    body: (Data) -> Body, whole: (Body) async throws -> Data
  ) async throws -> (Body, HTTPURLResponse) {
    let path = RequestTarget(request.url?.absoluteString ?? "").path
    let fault = strike(.http, "\(request.httpMethod ?? "GET") \(path)")
    let answer: (Body, HTTPURLResponse)
    switch fault {
    case nil, .slow:
      answer = try await Self.$isInside.withValue(true) { try await send(request) }
      if fault == .slow { try await pause(min(.seconds(30), limit(of: request) / 2), request) }
    case let fault?:
      if let stubs, fault.reachesServer {
        try await Self.$isInside.withValue(true) { try await stubs.note(unanswered: request) }
      }
      let (data, response) = try await self.answer(to: request, fault) {
        try await Self.$isInside.withValue(true) {
          let (body, response) = try await send(request)
          return (try await whole(body), response)
        }
      }
      answer = (body(data), response)
    }
    // Killed while it waited.
    if isKilled { throw URLError(.cancelled, request: request) }
    return answer
  }

  /// The answer that a fault makes of what `answer` returns.
  private func answer(
    to request: URLRequest, _ fault: EnvironmentFault, _ answer: () async throws -> (Data, HTTPURLResponse)
  ) async throws -> (Data, HTTPURLResponse) {
    switch fault {
    case .offline:
      throw URLError(.notConnectedToInternet, request: request, "The Internet connection appears to be offline.")
    case .timedOut:
      try await pause(limit(of: request), request)
      throw URLError(.timedOut, request: request)
    case .unknownHost:
      throw URLError(
        .cannotFindHost, request: request, "A server with the specified hostname could not be found.")
    case .untrustedServer:
      throw URLError(
        .serverCertificateUntrusted, request: request, "The certificate for this server is invalid.")
    case .connectionLost:
      _ = try await answer()
      throw URLError(.networkConnectionLost, request: request, "The network connection was lost.")
    case .tooManyRequests: return try refusal(429, "too many requests", ["Retry-After": "2"], request)
    case .serverError: return try refusal(500, "internal error", [:], request)
    case .unavailable: return try refusal(503, "unavailable", [:], request)
    case .redirectLoop: throw URLError(.httpTooManyRedirects, request: request)
    case .emptyBody: return (Data(), try await answer().1)
    case .brokenBody:
      let (body, response) = try await answer()
      return (body.prefix(body.count / 2).fromZero, response)
    case .otherJSON:
      let (body, response) = try await answer()
      return (Data((body.first == UInt8(ascii: "[") ? "{}" : "[]").utf8), response)
    case .killed: throw URLError(.cancelled, request: request)
    default: return try await answer()
    }
  }

  /// How long to wait for data, up to an hour.
  private func limit(of request: URLRequest) -> Duration { min(request.timeout, .seconds(3600)) }

  /// Lets time pass.
  ///
  /// - Throws: `URLError.cancelled` when the task is cancelled.
  private func pause(_ duration: Duration, _ request: URLRequest) async throws {
    do {
      let scheduler = UnobservedRead.of { Env.scheduler() }
      try await scheduler.sleep(until: scheduler.deadline(after: duration), tolerance: nil, place: .caller)
    } catch {
      throw URLError(.cancelled, request: request)
    }
  }

  /// An answer that the server gives in place of the one that was asked for.
  private func refusal(
    _ status: Int, _ reason: String, _ headers: [String: String], _ request: URLRequest
  ) throws -> (Data, HTTPURLResponse) {
    let headers = headers.merging(["Content-Type": "application/json"]) { $1 }
    guard let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    else { throw URLError(.badURL, request: request) }
    return (Data(#"{"error": "\#(reason)"}"#.utf8), response)
  }
}
