import Foundation
import GlobalEnvironment

extension Hider {

  /// - Parameter depth: How many other URLs hold this one.
  package func url(_ url: String, depth: Int = 0) -> String {
    var url = url
    if url.holds("@"), let separator = url.range(of: "://") {
      let authority = url[separator.upperBound...].prefix { !"/?#".contains($0) }
      if let at = authority.lastIndex(of: "@") {
        let user = authority[..<at]
        let password = user.drop { $0 != ":" }.dropFirst()
        let label = HiddenNames.Label(name: "user", isHashed: false)
        if !password.isEmpty { book.add(Array((password.removingPercentEncoding ?? String(password)).utf8), label) }
        // A user without a password may be any word. A long one with digits is a token.
        let isToken = user.utf8.count >= 16 && user.utf8.contains(where: Self.isDigit)
        let placeholder = book.add(
          Array(user.utf8), label, shortest: password.isEmpty && !isToken ? .max : SecretBook.shortestSought)
        url.replaceSubrange(authority.startIndex..<at, with: placeholder)
      }
    }
    // A fragment is after the query, and is changed first.
    for mark in [UInt8(ascii: "#"), UInt8(ascii: "?")] {
      guard let index = url.utf8.firstIndex(of: mark) else { continue }
      let items = Substring(url.utf8[index...].dropFirst().prefix { $0 != UInt8(ascii: "#") })
      guard let shown = self.items(items, .query, depth: depth) else { continue }
      url.replaceSubrange(items.startIndex..<items.endIndex, with: shown)
    }
    return hidden(path(in: url))
  }

  /// Hides what a part of a path says to be secret, as in `/tokens/…` and `/a;token=…`, and long parts of letters and digits
  /// in all cases.
  private func path(in url: String) -> String {
    guard let scheme = url.offset(of: "://"), !url.utf8.starts(with: "file:".utf8) else { return url }
    // By bytes, as characters take many times as long.
    let rest = url.utf8.dropFirst(scheme + 3).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let path = Substring(rest.drop { $0 != UInt8(ascii: "/") })
    guard path.utf8.count > 8 else { return url }
    var before = ""
    var isChanged = false
    let all = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let parts = all.map { bytes -> Substring in
      let part = Substring(bytes)
      defer { before = String(part) }
      if part.utf8.contains(UInt8(ascii: "=")), let shown = items(part, .query, separator: UInt8(ascii: ";")) {
        isChanged = true
        return shown[...]
      }
      guard part.utf8.count >= 8, SecretForms.looksMade(part.utf8) else { return part }
      var label = names.label(of: before, in: .query)
      if label == nil, Self.isKey(part.utf8) { label = HiddenNames.Label(name: "path", isHashed: false) }
      guard let label else { return part }
      isChanged = true
      return book.add(Array(part.utf8), label)[...]
    }
    return isChanged ? url[..<path.startIndex] + parts.joined(separator: "/") + url[path.endIndex...] : url
  }

  /// Whether a part of a path is 20 letters and digits at least that no person would write.
  private static func isKey(_ part: Substring.UTF8View) -> Bool {
    part.count >= 20 && part.allSatisfy { JSONSource.isOfName($0) && $0 != UInt8(ascii: "_") }
      && part.filter(isDigit).count > 3
  }

  /// The value of a header field, without what is hidden in it.
  package func header(_ name: String, _ value: String) -> String {
    guard let label = names.label(of: name, in: .header, for: value.utf8) else {
      // An address may hold a quote, which ends a word of a text.
      let hasQuote = value.utf8.contains { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "`") }
      let isAddress = hasQuote && !value.utf8.contains(UInt8(ascii: " "))
      return text(isAddress ? url(value) : value)
    }
    func learn(_ part: Substring) {
      let part = part.trimmed
      if !part.isEmpty { book.add(Array(part.utf8), label) }
    }
    switch name.lowercased() {
    case "cookie", "set-cookie":
      // Each value, except those of attributes that are not secret, such as a path or a date.
      for pair in value.split(whereSeparator: { ";,\r\n".contains($0) }) {
        let name = pair.prefix { $0 != "=" }.trimmed.lowercased()
        if !["expires", "max-age", "domain", "path", "samesite", "priority"].contains(name) {
          let value = pair.dropFirst(pair.prefix { $0 != "=" }.count + 1)
          learn(value)
          // As a program reads it.
          let unquoted = value.trimmed.unquoted
          learn(unquoted)
          if unquoted.contains("%"), let plain = unquoted.removingPercentEncoding { learn(plain[...]) }
        }
      }
    default:
      // `Bearer abc`: elsewhere the token occurs alone. `Basic` holds a user and a password.
      if let space = value.firstIndex(of: " ") {
        let credentials = value[space...].trimmed
        learn(credentials)
        switch value[..<space].lowercased() {
        case "basic":
          if let decoded = Data(base64Encoded: String(credentials)) {
            learn(String(decoding: decoded, as: UTF8.self).drop { $0 != ":" }.dropFirst())
          }
        case "bearer", "negotiate", "ntlm": break
        default:
          for value in Self.secretParameters(of: credentials) { learn(value) }
        }
      }
    }
    return book.add(Array(value.utf8), label)
  }

  /// The values of `Token token="…"`, `Digest response="…"` and the like that may be secret elsewhere, too.
  private static func secretParameters(of credentials: Substring) -> [Substring] {
    credentials.split(separator: ",").compactMap { parameter in
      guard let sign = parameter.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let name = parameter[..<sign].trimmed.lowercased()
      let value = parameter[parameter.utf8.index(after: sign)...].trimmed.unquoted
      // Others are names and short numbers.
      let isLong = value.utf8.count >= 8 && value.utf8.contains(where: isDigit)
      return isLong && !openParameters.contains(name) ? value : nil
    }
  }

  /// Those of `Digest`, OAuth and AWS that say in public what is asked, by whom and when.
  private static let openParameters: Set<String> = [
    "realm", "uri", "username", "algorithm", "qop", "nc", "signedheaders", "headers", "domain", "oauth_callback",
    "oauth_signature_method", "oauth_timestamp", "oauth_version", "created", "expires",
  ]

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

extension Substring {
  /// Without quotes around it.
  fileprivate var unquoted: Substring {
    utf8.count > 1 && utf8.first == UInt8(ascii: "\"") && utf8.last == utf8.first ? dropFirst().dropLast() : self
  }

  /// Without spaces around it. Foundation's way takes a microsecond.
  var trimmed: Substring {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let first = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) })
    else {
      return ""
    }
    return Substring(utf8[first...last])
  }
}
