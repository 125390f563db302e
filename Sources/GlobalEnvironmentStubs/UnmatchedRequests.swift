public import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// What a mock does with a request that no stub matches.
///
/// ```swift
/// Env = .mock.unmatched(.respond500)
/// ```
public struct UnmatchedRequests: Sendable {
  /// Answers a request; nil leaves it to status 500.
  let answer: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)?
  /// Whether status 500 is an issue.
  let isReported: Bool
  /// What else, besides stubs, could almost have answered, in words.
  let nearest: @Sendable (URLRequest) -> [String]
  /// What of a request must not be in a message, besides what usually is secret.
  let secrets: @Sendable (URLRequest) -> [String]

  /// The answer to a request whose test has an issue.
  static let reportedBody = Data(
    #"{"error":"No stub matches this request. The issue before this one says more."}"#.utf8)
  static let silentBody = Data(#"{"stub":"This request has been stubbed"}"#.utf8)

  /// Creates a policy that asks `answer` first, and reports requests that it does not answer.
  package init(
    answer: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)?,
    nearest: @escaping @Sendable (URLRequest) -> [String] = { _ in [] },
    secrets: @escaping @Sendable (URLRequest) -> [String] = { _ in [] }
  ) {
    self.init(isReported: true, answer: answer, nearest: nearest, secrets: secrets)
  }

  private init(
    isReported: Bool,
    answer: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)?,
    nearest: @escaping @Sendable (URLRequest) -> [String] = { _ in [] },
    secrets: @escaping @Sendable (URLRequest) -> [String] = { _ in [] }
  ) {
    self.answer = answer
    self.isReported = isReported
    self.nearest = nearest
    self.secrets = secrets
  }

  /// Answers with status 500, and fails the running test with an issue that names the request and the nearest stubs.
  ///
  /// The issue shows `…` for the values of query items that are usually secret, such as `token`.
  ///
  /// A test with a trait that throws the error of `Env.json` for such a request gets no second issue for that.
  public static var report: UnmatchedRequests { UnmatchedRequests { _ in nil } }

  /// Answers with status 500 and `{"stub":"This request has been stubbed"}`.
  public static var respond500: UnmatchedRequests { UnmatchedRequests(isReported: false) { _ in nil } }

  /// Fails the request with an error, which gets the request's URL.
  public static func fail(_ error: URLError) -> UnmatchedRequests {
    UnmatchedRequests(isReported: false) { _ in throw error }
  }

  /// Fails the request with the `URLError` of this code.
  public static func fail(_ code: URLError.Code) -> UnmatchedRequests { .fail(URLError(code)) }

  /// Sends requests that `matcher` matches to the real network; others are reported.
  ///
  /// ```swift
  /// Env = .mock.unmatched(.passthrough(.host("localhost") || .path(prefix: "/health")))
  /// ```
  ///
  /// The real network follows redirects by itself, and ignores stubs meanwhile.
  public static func passthrough(_ matcher: RequestMatcher) -> UnmatchedRequests {
    UnmatchedRequests { request in
      let sent = SentRequest(request, body: request.httpBody ?? Data(), date: OwnQuestion.date)
      return matcher.matches(sent) ? try await realHTTP(request) : nil
    }
  }

  /// Sends requests to these hosts to the real network; others are reported.
  ///
  /// The real network follows redirects by itself, and ignores stubs meanwhile.
  public static func passthrough(_ hosts: [String]) -> UnmatchedRequests {
    UnmatchedRequests { request in
      let host = RequestTarget(request.url?.absoluteString ?? "").host ?? ""
      return hosts.contains { host.isEqualIgnoringCase($0) } ? try await realHTTP(request) : nil
    }
  }
}
