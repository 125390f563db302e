#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironment

  /// The WebSocket tasks of stubbed sessions, which no stub can answer: each is refused, and fails its test.
  enum WebSockets {

    /// Reports a task that is being made, or sent.
    static func report(_ url: URL?) {
      TestHooks.report(
        """
        A WebSocket task was made for \(url.map { "\($0.scheme ?? "ws")://\($0.host() ?? "")\($0.path)" } ?? "no URL") \
        by a session of a mock, and stubs answer no WebSockets. It fails with URLError.unsupportedURL. Put an endpoint of your \
        own in front of it, and give that a stand-in.
        """)
    }

    /// Refuses a task that is being sent, and returns why.
    ///
    /// With a libcurl without WebSockets, such tasks fail before any protocol is asked.
    ///
    /// - Parameter isKnown: Whether it was reported when it was made.
    static func refuse(_ task: URLSessionWebSocketTask, isKnown: Bool) -> String {
      if !isKnown { report(task.originalRequest?.url) }
      // Only this ends the waits for messages.
      task.cancel(with: .goingAway, reason: nil)
      return "Stubs answer no WebSockets."
    }
  }
#endif
