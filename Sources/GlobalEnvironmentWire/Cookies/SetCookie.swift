package import Foundation
import GlobalEnvironment

/// A cookie, as a Set-Cookie header field sets it (RFC 6265, section 5.2).
package struct SetCookie: Sendable {
  let name: String
  let value: String
  private(set) var domain: String?
  private(set) var path: String?
  /// The moment at which it ends; nil when it lives as long as the mock.
  private(set) var expires: Date?
  private(set) var isSecure = false

  /// Creates a cookie of which another reader knows all.
  package init(name: String, value: String, domain: String?, path: String, expires: Date?) {
    (self.name, self.value, self.domain, self.path, self.expires) = (name, value, domain, path, expires)
  }

  /// Reads one value of Set-Cookie; nil when that sets none.
  package init?(_ text: Substring, now: Date) {
    var parts = text.split(separator: ";", omittingEmptySubsequences: false).map { Self.nameAndValue($0) }
    let (name, value) = parts.removeFirst()
    guard let value, !name.isEmpty else { return nil }
    (self.name, self.value) = (name, value)
    var maxAge: Date?
    for (name, value) in parts {
      switch (name.lowercased(), value ?? "") {
      case ("domain", let value) where !value.isEmpty:
        let name = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
        domain = name.isEmpty ? nil : name
      case ("path", let value): path = value.hasPrefix("/") ? value : nil
      case ("secure", _): isSecure = true
      case ("expires", let value): expires = Self.date(value) ?? expires
      case ("max-age", let value): if let seconds = Self.seconds(value) { maxAge = now + seconds }
      default: break
      }
    }
    expires = maxAge ?? expires
  }

  private static func nameAndValue(_ text: Substring) -> (String, String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  /// Splits joined Set-Cookie fields at each comma or line break that a name and `=` follow; the commas in dates have no
  /// such text behind them. A value in quotes stays whole.
  package static func split(_ joined: String) -> [Substring] {
    var cookies: [Substring] = []
    var (start, next) = (joined.startIndex, endOfQuotes(in: joined[...]))
    while let separator = joined.utf8[next...].firstIndex(where: { ",\r\n".utf8.contains($0) }) {
      let rest = joined.utf8[separator...].dropFirst().drop { " \t\r\n".utf8.contains($0) }
      next = rest.startIndex
      let end = rest.firstIndex { "=;, \t\r\n".utf8.contains($0) }
      guard let end, rest[end] == UInt8(ascii: "="), end > next else { continue }
      cookies.append(joined[start..<separator])
      start = next
      next = endOfQuotes(in: joined[start...])
    }
    return cookies + [joined[start...]]
  }

  /// Returns where the value of the first cookie ends, if it is in quotes; else where the cookie begins. A semicolon ends a
  /// value inside quotes, too (RFC 6265, section 5.2).
  private static func endOfQuotes(in cookies: Substring) -> Substring.Index {
    let (text, quote) = (cookies.utf8, UInt8(ascii: "\""))
    guard let sign = text.firstIndex(where: { "=;,\r\n".utf8.contains($0) }), text[sign] == UInt8(ascii: "=") else {
      return text.startIndex
    }
    let value = text[sign...].dropFirst()
    guard value.first == quote, let end = value.dropFirst().firstIndex(where: { "\";\r\n".utf8.contains($0) }),
      value[end] == quote
    else { return text.startIndex }
    let rest = value[end...].dropFirst()
    let following = rest.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return following.map { ";,\r\n".utf8.contains($0) } ?? true ? rest.startIndex : text.startIndex
  }

  /// Reads digits behind an optional minus; nil for anything else (section 5.2.2).
  private static func seconds(_ text: String) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard digits == self.digits(digits), let seconds = Double(text) else { return nil }
    return seconds.isFinite ? seconds : nil
  }

  private static func digits(_ text: Substring) -> Substring { text.prefix { $0.isASCII && $0.isNumber } }

  /// Reads a date by the algorithm of RFC 6265, section 5.1.1; nil when it is none.
  static func date(_ text: String) -> Date? {
    var time: [Int]?
    var (day, month, year): (Int?, Int?, Int?)
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    for token in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != ":" }) {
      // What follows the digits does not count.
      let number = digits(token)
      let fields = token.split(separator: ":", omittingEmptySubsequences: false).prefix(3).map(digits)
      if time == nil, fields.count == 3, fields.allSatisfy({ 1...2 ~= $0.count }) {
        time = fields.compactMap { Int($0) }
      } else if day == nil, 1...2 ~= number.count {
        day = Int(number)
      } else if month == nil, let index = months.firstIndex(of: String(token.prefix(3)).lowercased()) {
        month = index + 1
      } else if year == nil, 2...4 ~= number.count, let number = Int(number) {
        year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
      }
    }
    guard let time, let day, let month, let year, year >= 1601 else { return nil }
    let civil = CivilDate(
      year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2], millisecond: 0)
    return try? civil.date(in: .gmt)
  }
}
