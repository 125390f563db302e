#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLProtectionSpace {
    /// Creates the space of a 401 that asks for a name and a password (RFC 7617, RFC 7616); nil for other answers and other
    /// schemes.
    convenience init?(of response: HTTPURLResponse) {
      guard
        response.statusCode == 401, let url = response.url, let host = url.host(),
        let field = response.value(forHTTPHeaderField: "WWW-Authenticate")
      else { return nil }
      // Several challenges may be in one field, each with a scheme in front.
      let schemes = field.split(separator: ",").compactMap { $0.split(separator: " ").first?.lowercased() }
      let method: String
      if schemes.contains("basic") {
        method = NSURLAuthenticationMethodHTTPBasic
      } else if schemes.contains("digest") {
        method = NSURLAuthenticationMethodHTTPDigest
      } else {
        return nil
      }
      let isSecure = url.scheme?.lowercased() == "https"
      self.init(
        host: host, port: url.port ?? (isSecure ? 443 : 80),
        protocol: isSecure ? NSURLProtectionSpaceHTTPS : NSURLProtectionSpaceHTTP, realm: Self.realm(in: field),
        authenticationMethod: method)
    }

    private static func realm(in field: String) -> String? {
      guard let name = field.range(of: "realm=", options: .caseInsensitive) else { return nil }
      let rest = field[name.upperBound...]
      if rest.hasPrefix("\"") { return String(rest.dropFirst().prefix { $0 != "\"" }) }
      return String(rest.prefix { $0 != "," && $0 != " " })
    }
  }
#endif
