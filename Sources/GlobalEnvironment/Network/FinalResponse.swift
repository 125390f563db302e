import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLResponse {
  /// Whether no other response can follow: a 1xx announces another, and a 401 or 407 may be replaced by the answer to the
  /// credentials.
  var isFinal: Bool {
    guard let status = (self as? HTTPURLResponse)?.statusCode else { return true }
    return status >= 200 && status != 401 && status != 407
  }
}

extension URLRequest {
  /// Whether a proxy may open a tunnel for it. Foundation on Linux shows the proxy's response like an answer.
  var mayNeedTunnel: Bool { Self.hasProxy && url?.scheme?.lowercased() == "https" }

  #if canImport(FoundationNetworking)
    private static let hasProxy = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
      Environment.live.environmentVariable($0) != nil
    }
  #else
    private static let hasProxy = false
  #endif
}
