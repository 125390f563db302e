import Foundation
import GlobalEnvironment

/// Runs `body` up to `attempts` times, until it succeeds or fails for good.
///
/// The pause doubles from one second on. A little of it is random, so that many readers that failed together do not come
/// back together. A server that says when to come back is obeyed.
///
/// - Throws: What `body` threw last, `CancellationError` when the task is cancelled in a pause.
func retrying<Value>(attempts: Int = 4, _ body: () async throws -> Value) async throws -> Value {
  var pause = Duration.seconds(1)
  for _ in 1..<attempts {
    do {
      return try await body()
    } catch  where error.mayPass {
      try await Env.sleep(for: error.retryAfter ?? pause + .milliseconds(Env.random(in: 0..<250)))
      pause *= 2
    }
  }
  return try await body()
}

extension Error {
  /// Whether the same request may succeed later.
  fileprivate var mayPass: Bool {
    switch self {
    case let error as EnvironmentHTTPError: error.status == 429 || error.status >= 500
    case let error as URLError: [.timedOut, .networkConnectionLost, .cannotConnectToHost].contains(error.code)
    default: false
    }
  }

  /// When the server says to come back: up to a minute.
  fileprivate var retryAfter: Duration? {
    let text = (self as? EnvironmentHTTPError)?.response.value(forHTTPHeaderField: "Retry-After")
    return text.flatMap { Int($0) }.map { .seconds(min(max($0, 0), 60)) }
  }
}
