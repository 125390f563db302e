#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// Redirects as the live world on Linux and every mock follow them. On Apple's platforms, Foundation follows the live ones.
extension URLRequest {

  /// How many redirects are followed for one request.
  package static let maximalRedirects = 20

  /// Returns the request that a redirect asks for (RFC 9110, section 15.4, and the Fetch standard, section 4.4); nil for an
  /// answer that is not a redirect, or cannot be followed.
  ///
  /// A POST becomes a GET, except for 307 and 308, which keep method and body. Fields that would reveal secrets to another
  /// origin are left out.
  ///
  /// - Parameter mayLeadToApp: Whether it may lead from the web to another scheme, or to a URL of another scheme that has
  ///   no host.
  package func redirected(by response: URLResponse, mayLeadToApp: Bool = false) -> URLRequest? {
    guard
      let response = response as? HTTPURLResponse, [301, 302, 303, 307, 308].contains(response.statusCode), let url,
      let location = response.value(forHTTPHeaderField: "Location"), let target = Self.target(location, from: url),
      mayLeadToApp && !target.isOfWeb || target.hasHost && (target.isOfWeb || !url.isOfWeb)
    else { return nil }

    let method = httpMethod ?? "GET"
    let becomesGet = response.statusCode == 303 ? method != "HEAD" : response.statusCode < 303 && method == "POST"
    // A stream can be read once only.
    if !becomesGet, httpBodyStream != nil { return nil }

    var next = self
    next.url = target
    if becomesGet, method != "GET" {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.httpBodyStream = nil
      next.removeHeaders { $0.hasPrefix("content-") || $0 == "transfer-encoding" }
    }
    if !url.hasSameOrigin(as: target) {
      next.removeHeaders { ["authorization", "cookie", "proxy-authorization", "host"].contains($0) }
    }
    return next
  }

  /// Resolves `location`; a fragment stays unless there is a new one (RFC 9110, section 10.2.2).
  private static func target(_ location: String, from url: URL) -> URL? {
    guard !location.isEmpty, let target = URL(string: location, relativeTo: url)?.absoluteURL else { return nil }
    guard target.fragment() == nil, let fragment = url.fragment() else { return target }
    return URL(string: "\(target.absoluteString)#\(fragment)") ?? target
  }

  /// Removes the header fields for whose name, in lower case, `isRemoved` returns true.
  private mutating func removeHeaders(where isRemoved: (String) -> Bool) {
    for name in (allHTTPHeaderFields ?? [:]).keys where isRemoved(name.lowercased()) {
      setValue(nil, forHTTPHeaderField: name)
    }
  }
}

extension URL {
  /// The host as the DNS knows it, in small letters: `xn--bcher-kva.example` for `Bücher.example`, however that is written.
  ///
  /// Foundation returns another spelling from `host()` for a URL that was made from text than for one that was resolved.
  package var asciiHost: String? {
    guard let host = host(percentEncoded: false), !host.utf8.allSatisfy({ $0 < 0x80 }) else {
      return host(percentEncoded: false)?.lowercased()
    }
    return (URL(string: "http://\(host)/")?.host(percentEncoded: false) ?? host).lowercased()
  }

  fileprivate var hasHost: Bool { host()?.isEmpty == false }

  fileprivate var isOfWeb: Bool { ["http", "https"].contains(scheme?.lowercased() ?? "") }

  /// Whether both have the same scheme, host and port (RFC 6454, 5).
  fileprivate func hasSameOrigin(as other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased()
      && asciiHost == other.asciiHost
      && effectivePort == other.effectivePort
  }

  private var effectivePort: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}
