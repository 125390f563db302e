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
        // A user without a password may be any word.
        let placeholder = book.add(
          Array(user.utf8), label, shortest: password.isEmpty ? .max : SecretBook.shortestSought)
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
    return hidden(url)
  }

  /// Header fields, in the order of their names.
  package func fields(_ headers: [(name: String, value: String)]) -> [FlightField] {
    headers.map { FlightField(name: $0.name, value: header($0.name, $0.value)) }.sorted { $0.name < $1.name }
  }

  func header(_ name: String, _ value: String) -> String {
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
          learn(pair.dropFirst(pair.prefix { $0 != "=" }.count + 1))
        }
      }
    default:
      // `Bearer abc`: elsewhere the token occurs alone. `Basic` holds a user and a password.
      if let space = value.firstIndex(of: " ") {
        let credentials = value[space...].trimmed
        learn(credentials)
        if value[..<space].lowercased() == "basic", let decoded = Data(base64Encoded: String(credentials)) {
          learn(String(decoding: decoded, as: UTF8.self).drop { $0 != ":" }.dropFirst())
        }
      }
    }
    return book.add(Array(value.utf8), label)
  }
}

extension Substring {
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
