public import Foundation
package import GlobalEnvironment
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
  let answer: Answering
  /// Whether status 500 is an issue.
  let isReported: Bool
  /// Whether that issue is one of its own: false where another one says why.
  let isNew: @Sendable () -> Bool
  /// What else, besides stubs, could almost have answered, in words; nil for nothing.
  let nearest: (@Sendable (URLRequest) -> [String])?
  /// Returns a message about a request without what must not be in it, besides what usually is secret; nil where there is
  /// nothing else.
  let hiding: (@Sendable (String, URLRequest) -> String)?

  /// Returns an answer whose body may still be on its way, after it has called the handler for the parts of the request's
  /// body; nil where it has sent nothing.
  package typealias Answering =
    @Sendable (URLRequest, EnvironmentProgress.Handler?) async throws -> (EnvironmentBytes, HTTPURLResponse)?

  static let reportedSentence = "No stub matches this request. The issue before this one says more."
  /// The answer to a request whose test has an issue.
  static let reportedBody = Data(#"{"error":"\#(reportedSentence)"}"#.utf8)
  static let silentBody = Data(#"{"error":"No stub matches this request."}"#.utf8)

  /// Creates a policy that asks `answer` first, and then answers with status 500.
  package init(
    isReported: Bool = true, isNew: @escaping @Sendable () -> Bool = { true },
    answering answer: @escaping Answering,
    nearest: (@Sendable (URLRequest) -> [String])? = nil,
    hiding: (@Sendable (String, URLRequest) -> String)? = nil
  ) {
    self.answer = answer
    self.isReported = isReported
    self.isNew = isNew
    self.nearest = nearest
    self.hiding = hiding
  }

  /// Answers with status 500, and fails the running test with an issue that names the request and the nearest stubs.
  ///
  /// The issue shows `…` for the values of headers, query items and fields of a body that are usually secret, such as
  /// `Authorization`, `token` and `password`, and for what a recording of the mock hides, if that has six bytes or
  /// more.
  ///
  /// A test with a trait, or of an `EnvironmentTestCase`, that throws the error of `Env.json` for such a request gets no
  /// second issue.
  public static var report: UnmatchedRequests { UnmatchedRequests { _, _ in nil } }

  /// Answers with status 500 and `{"error":"No stub matches this request."}`.
  public static var respond500: UnmatchedRequests { UnmatchedRequests(isReported: false) { _, _ in nil } }

  /// Fails the request with an error, which gets the request's URL.
  public static func fail(_ error: URLError) -> UnmatchedRequests {
    UnmatchedRequests(isReported: false) { _, _ in throw error }
  }

  /// Fails the request with the `URLError` of this code.
  public static func fail(_ code: URLError.Code) -> UnmatchedRequests { .fail(URLError(code)) }

  /// Sends requests that `matcher` matches to the real network; others are reported.
  ///
  /// ```swift
  /// Env = .mock.unmatched(.passthrough(.host("localhost") || .path(prefix: "/health")))
  /// ```
  ///
  /// The real network follows redirects by itself, and ignores stubs meanwhile. The answer comes as it does there, part by
  /// part.
  public static func passthrough(_ matcher: RequestMatcher) -> UnmatchedRequests {
    UnmatchedRequests { request, progress in
      let sent = SentRequest(request, body: request.httpBody ?? Data(), date: UnobservedRead.date)
      return matcher.rule.matches(sent) ? try await RealNetwork.bytes(for: request, progress) : nil
    }
  }

  /// Sends requests to these hosts to the real network; others are reported.
  ///
  /// The real network follows redirects by itself, and ignores stubs meanwhile. The answer comes as it does there, part by
  /// part.
  public static func passthrough(_ hosts: [String]) -> UnmatchedRequests {
    .passthrough(RequestMatcher(.any(hosts.map { RequestMatcher.host($0).rule })))
  }
}
