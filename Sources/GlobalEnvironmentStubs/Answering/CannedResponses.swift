// The usual answers, by name: `Env.stub(.get("/posts"), .notFound)`.

import Foundation
import GlobalEnvironmentWire

extension StubResponse {

  /// Status 200 with an empty JSON object.
  public static var ok: StubResponse { .json([:]) }

  /// Status 201 without a body.
  public static var created: StubResponse { .status(201) }

  /// Status 204, which has no body.
  public static var noContent: StubResponse { .status(204) }

  /// Status 301 to `location`, which the mock follows.
  public static func movedPermanently(to location: String) -> StubResponse { .redirect(to: location, status: 301) }

  /// Status 304, which has no body.
  public static var notModified: StubResponse { .status(304) }

  /// Status 401 with the challenge of a bearer token.
  public static var unauthorized: StubResponse { .status(401).header("WWW-Authenticate", "Bearer") }

  /// Status 403 without a body.
  public static var forbidden: StubResponse { .status(403) }

  /// Status 404 without a body.
  public static var notFound: StubResponse { .status(404) }

  /// Status 429, to be tried again after this many seconds.
  public static func tooManyRequests(retryAfter seconds: Int) -> StubResponse {
    .status(429).header("Retry-After", "\(seconds)")
  }

  /// Status 500 without a body.
  public static var serverError: StubResponse { .status(500) }

  /// No answer: `URLError.timedOut`, at once. For one after the request's timeout, say `.ok.delay(.seconds(1_000))`.
  public static var timedOut: StubResponse { .error(.timedOut) }

  /// No answer: `URLError.notConnectedToInternet`.
  public static var offline: StubResponse { .error(.notConnectedToInternet) }
}
