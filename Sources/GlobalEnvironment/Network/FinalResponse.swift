import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLResponse {
  /// Whether no other response to `request` can follow: a 1xx announces another, and a 401 or 407 may be replaced by the answer
  /// to the credentials, if there may be some.
  func isFinal(for request: URLRequest) -> Bool {
    guard let status = (self as? HTTPURLResponse)?.statusCode else { return true }
    return status == 401 ? !request.mayHaveCredentials : status >= 200 && status != 407
  }
}

extension URLRequest {
  /// Whether there may be a user and a password for it: in the URL, or in what the process has stored.
  fileprivate var mayHaveCredentials: Bool {
    #if canImport(FoundationNetworking)
      // audit:allow network – this asks whether the live network may answer with stored credentials.
      url?.user != nil || !URLCredentialStorage.shared.allCredentials.isEmpty
    #else
      // Foundation sends stored credentials before it shows the response.
      url?.user != nil
    #endif
  }

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
