import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {

  /// How many redirects are followed for one request.
  static let maximalRedirects = 20

  /// Returns the request that a redirect asks for (RFC 9110, section 15.4, and the Fetch standard, section 4.4).
  ///
  /// - Returns: Nil when `response` is no redirect, or its Location is missing or no HTTP URL: then it is the answer.
  func redirected(by response: HTTPURLResponse) -> URLRequest? {
    guard
      [301, 302, 303, 307, 308].contains(response.statusCode), let url,
      let location = response.value(forHTTPHeaderField: "Location"), let target = Self.target(location, from: url)
    else { return nil }

    var next = self
    next.url = target
    let method = httpMethod ?? "GET"
    let becomesGet = response.statusCode == 303 ? method != "HEAD" : response.statusCode < 303 && method == "POST"
    if becomesGet, method != "GET" {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.removeHeaders { $0.hasPrefix("content-") || $0 == "transfer-encoding" }
    }
    if !RequestTarget(target.absoluteString).hasSameOrigin(as: RequestTarget(url.absoluteString)) {
      next.removeHeaders { ["authorization", "cookie", "proxy-authorization", "host"].contains($0) }
    }
    return next
  }

  /// Resolves `location`; a fragment stays unless there is a new one (RFC 9110, section 10.2.2).
  private static func target(_ location: String, from url: URL) -> URL? {
    guard
      !location.isEmpty, let target = URL(string: location, relativeTo: url)?.absoluteURL,
      mayLead(from: url, to: target), target.host()?.isEmpty == false
    else { return nil }
    guard target.fragment() == nil, let fragment = url.fragment() else { return target }
    return URL(string: "\(target.absoluteString)#\(fragment)") ?? target
  }

  /// Whether a redirect may lead to the scheme of `target`. From the web it stays there; from a scheme of an app's own, which only
  /// stubs answer, it may lead to any.
  private static func mayLead(from url: URL, to target: URL) -> Bool {
    let web = ["http", "https"]
    return web.contains(target.scheme?.lowercased() ?? "") || !web.contains(url.scheme?.lowercased() ?? "")
  }

  /// Removes the header fields whose name, in lower case, is one of those.
  private mutating func removeHeaders(_ isUnwanted: (String) -> Bool) {
    for name in (allHTTPHeaderFields ?? [:]).keys where isUnwanted(name.lowercased()) {
      setValue(nil, forHTTPHeaderField: name)
    }
  }
}
