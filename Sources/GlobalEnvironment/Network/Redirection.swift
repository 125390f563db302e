#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension URLRequest {

  /// Returns the request that follows a redirection (RFC 9110, 15.4); nil for an answer that is none, or cannot be followed.
  ///
  /// A POST becomes a GET, but for 307 and 308, which keep method and body. What would tell secrets to another origin is
  /// left out.
  package func redirected(by response: URLResponse) -> URLRequest? {
    guard
      let response = response as? HTTPURLResponse,
      [301, 302, 303, 307, 308].contains(response.statusCode),
      let location = response.value(forHTTPHeaderField: "Location"),
      let url,
      let target = URL(string: location, relativeTo: url)?.absoluteURL,
      ["http", "https"].contains(target.scheme?.lowercased()),
      target.host() != nil
    else { return nil }

    let method = httpMethod ?? "GET"
    let becomesGet =
      switch response.statusCode {
      case 301, 302: method == "POST"
      case 303: method != "HEAD"
      default: false
      }
    // A stream can be read once only.
    if !becomesGet, httpBodyStream != nil { return nil }

    var next = self
    next.url = target
    if becomesGet {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.httpBodyStream = nil
      next.removeHeaders { $0.hasPrefix("content-") || $0 == "transfer-encoding" }
    }
    if !url.hasSameOrigin(as: target) {
      next.removeHeaders { ["authorization", "cookie", "proxy-authorization"].contains($0) }
    }
    return next
  }

  private mutating func removeHeaders(where isRemoved: (String) -> Bool) {
    for name in (allHTTPHeaderFields ?? [:]).keys where isRemoved(name.lowercased()) {
      setValue(nil, forHTTPHeaderField: name)
    }
  }
}

extension URL {
  /// Whether both have the same scheme, host and port (RFC 6454, 5).
  fileprivate func hasSameOrigin(as other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased()
      && host()?.lowercased() == other.host()?.lowercased()
      && effectivePort == other.effectivePort
  }

  private var effectivePort: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}
