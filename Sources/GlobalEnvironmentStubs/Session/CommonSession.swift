import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Returns a session that no code can end, like `URLSession.shared`, since using an ended session crashes.
func commonSession(_ configuration: URLSessionConfiguration) -> URLSession {
  #if canImport(FoundationNetworking)
    CommonSession(configuration: configuration)
  #else
    // `URLSession` makes no instances of a subclass on Apple platforms.
    URLSession(configuration: configuration)
  #endif
}

#if canImport(FoundationNetworking)
  extension URLSession {
    /// Whether all code shares it, so that it has no delegate and no settings of its own.
    var isCommon: Bool { self is CommonSession }
  }

  /// `@unchecked` holds because it adds nothing to its superclass, which is safe on any thread.
  private final class CommonSession: URLSession, @unchecked Sendable {
    override func finishTasksAndInvalidate() {}
    override func invalidateAndCancel() {}

    override func webSocketTask(with url: URL) -> URLSessionWebSocketTask {
      WebSockets.report(url)
      return super.webSocketTask(with: url)
    }

    override func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
      WebSockets.report(request.url)
      return super.webSocketTask(with: request)
    }
  }
#endif
