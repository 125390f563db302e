// audit:allow-file network – the session that refuses every request.

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  package import Foundation
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
    #if !canImport(FoundationNetworking)
      configuration.connectionProxyDictionary = URLSessionConfiguration.closedProxies
    #endif
    return URLSession(configuration: configuration)
  }
}

#if !canImport(FoundationNetworking)
  extension URLSessionConfiguration {
    /// Proxies on a port that is closed. What no `URLProtocol` is asked about, such as a WebSocket, and on a watch perhaps all
    /// requests, fails there rather than reach the network. By their names, as the constants of some are not there on all
    /// platforms.
    package static var closedProxies: [AnyHashable: Any] {
      ["HTTP", "HTTPS", "SOCKS"].reduce(into: [:]) { settings, kind in
        settings["\(kind)Enable"] = 1
        settings["\(kind)Proxy"] = "127.0.0.1"
        settings["\(kind)Port"] = 1
      }
    }
  }
#endif

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
