import Foundation
import GlobalEnvironmentWire

extension RequestMatcher {

  // MARK: Methods

  /// Requests with the method `GET`, to a target if one is given: a path or a URL; see ``path(_:)-swift.type.method``.
  public static func get(_ target: String? = nil) -> RequestMatcher { any.method("GET", target) }

  /// Requests with the method `POST`, to a target if one is given; see ``path(_:)-swift.type.method``.
  public static func post(_ target: String? = nil) -> RequestMatcher { any.method("POST", target) }

  /// Requests with the method `PUT`, to a target if one is given; see ``path(_:)-swift.type.method``.
  public static func put(_ target: String? = nil) -> RequestMatcher { any.method("PUT", target) }

  /// Requests with the method `PATCH`, to a target if one is given; see ``path(_:)-swift.type.method``.
  public static func patch(_ target: String? = nil) -> RequestMatcher { any.method("PATCH", target) }

  /// Requests with the method `DELETE`, to a target if one is given; see ``path(_:)-swift.type.method``.
  public static func delete(_ target: String? = nil) -> RequestMatcher { any.method("DELETE", target) }

  /// Requests with the method `HEAD`, to a target if one is given; see ``path(_:)-swift.type.method``.
  public static func head(_ target: String? = nil) -> RequestMatcher { any.method("HEAD", target) }

  /// Requests with this method, exactly as it is written (RFC 9110, section 9.1).
  public static func method(_ method: String) -> RequestMatcher { any.method(method) }

  /// And the method is this, exactly as it is written (RFC 9110, section 9.1).
  public func method(_ method: String) -> RequestMatcher {
    and(method) {
      $0.method == method
    } mismatch: {
      "method is \($0.method), not \(method)"
    }
  }

  private func method(_ name: String, _ target: String?) -> RequestMatcher {
    target.map { method(name).path($0) } ?? method(name)
  }

  // MARK: Scheme, host and port

  /// Requests to this host, in any case: `api.example.com`, `bücher.example`, `::1`.
  public static func host(_ host: String) -> RequestMatcher { any.host(host) }

  /// And the scheme is this, in any case: `https`.
  public func scheme(_ scheme: String) -> RequestMatcher {
    and("scheme \(scheme)") {
      $0.target.scheme?.isEqualIgnoringCase(scheme) ?? false
    } mismatch: {
      "scheme is \($0.target.scheme ?? "missing"), not \(scheme)"
    }
  }

  /// And the host is this, in any case.
  public func host(_ host: String) -> RequestMatcher {
    let written = Self.hostAsWritten(host)
    return and("host \(host)", onlyHost: written.lowercased()) {
      $0.target.host?.isEqualIgnoringCase(written) ?? false
    } mismatch: {
      "host is \($0.target.host ?? "missing"), not \(host)"
    }
  }

  /// Returns a host as the text of a URL has it: `[::1]`, and in ASCII only where the system says how that is written.
  private static func hostAsWritten(_ host: String) -> String {
    let host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    if host.utf8.allSatisfy({ $0 < 0x80 }) { return host }
    return URL(string: "https://\(host)/").flatMap { RequestTarget($0.absoluteString).host.map(String.init) } ?? host
  }

  /// And the port is this; where the URL says none, its scheme's: 80 or 443.
  public func port(_ port: Int) -> RequestMatcher {
    and("port \(port)") {
      $0.target.port == port
    } mismatch: {
      "port is \($0.target.port.map { "\($0)" } ?? "missing"), not \(port)"
    }
  }
}
