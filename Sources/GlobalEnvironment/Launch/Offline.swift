// audit:allow-file network – the session that refuses every request.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fails a request as a machine without a network does.
///
/// - Throws: `URLError.notConnectedToInternet`, always.
func offline(_ request: URLRequest) throws -> Never {
  throw URLError.offline(request.url)
}

extension URLSession {
  /// A new session whose requests all fail as on a machine without a network.
  ///
  /// Each call makes a new one: code may invalidate it, and then it cannot be used again.
  static var offline: URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [OfflineProtocol.self]
    // A cache would answer in its place.
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }
}

private final class OfflineProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    fail(URLError.offline(request.url))
  }

  override func stopLoading() {}
}

extension URLError {
  fileprivate static func offline(_ url: URL?) -> URLError {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: "There is no network (ENV_NETWORK=none)."]
    userInfo[NSURLErrorFailingURLErrorKey] = url
    return URLError(.notConnectedToInternet, userInfo: userInfo)
  }
}
