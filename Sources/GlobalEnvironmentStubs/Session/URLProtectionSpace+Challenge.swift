#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironment

  extension URLProtectionSpace {
    /// Creates the space of a 401 that asks for a name and a password (RFC 7617, RFC 7616); nil for other answers and other
    /// schemes.
    convenience init?(of response: HTTPURLResponse) {
      guard
        response.statusCode == 401, let url = response.url, let host = url.asciiHost,
        let field = response.value(forHTTPHeaderField: "WWW-Authenticate")
      else { return nil }
      let challenges = Self.challenges(in: field)
      let method: String
      let realm: String?
      if let basic = challenges.first(where: { $0.scheme == "basic" }) {
        (method, realm) = (NSURLAuthenticationMethodHTTPBasic, basic.realm)
      } else if let digest = challenges.first(where: { $0.scheme == "digest" }) {
        (method, realm) = (NSURLAuthenticationMethodHTTPDigest, digest.realm)
      } else {
        return nil
      }
      let isSecure = url.scheme?.lowercased() == "https"
      self.init(
        host: host, port: url.port ?? (isSecure ? 443 : 80),
        protocol: isSecure ? NSURLProtectionSpaceHTTPS : NSURLProtectionSpaceHTTP, realm: realm,
        authenticationMethod: method)
    }

    /// Returns the challenges of a field, each with its scheme in lower case (RFC 9110, section 11.6.1).
    private static func challenges(in field: String) -> [(scheme: String, realm: String?)] {
      var challenges: [(scheme: String, realm: String?)] = []
      for item in items(of: field) {
        let word = item.prefix { !" \t=".contains($0) }
        var parameter = item[...]
        // A scheme stands before the first parameter of its challenge.
        if !word.isEmpty, item.dropFirst(word.count).trimmingCharacters(in: .whitespaces).first != "=" {
          challenges.append((word.lowercased(), nil))
          parameter = item.dropFirst(word.count)
        }
        let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, parts[0].lowercased() == "realm", !challenges.isEmpty else { continue }
        challenges[challenges.count - 1].realm = parts[1]
      }
      return challenges
    }

    /// Returns what stands between the commas outside of quotes, without the quotes.
    private static func items(of field: String) -> [String] {
      var (items, isQuoted, isEscaped) = ([""], false, false)
      for character in field {
        switch character {
        case _ where isEscaped:
          items[items.count - 1].append(character)
          isEscaped = false
        case "\\" where isQuoted: isEscaped = true
        case "\"": isQuoted.toggle()
        case "," where !isQuoted: items.append("")
        default: items[items.count - 1].append(character)
        }
      }
      return items.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
#endif
