package import Foundation
import GlobalEnvironment

/// Removes from texts and bodies what must not be in a flight.
package final class Hider: Sendable {
  private let names: HiddenNames
  private let book: SecretBook

  init(_ names: HiddenNames, isReplay: Bool = false) {
    self.names = names
    book = SecretBook(isReplay: isReplay)
    for text in names.texts { book.add(Array(text.value.utf8), text.label, shortest: 1) }
  }

  /// A hider of the same names as the one that recorded a flight, and of texts, which no flight has.
  package convenience init(like info: FlightInfo, and texts: [FlightSecret]) {
    self.init(HiddenNames(written: info.texts[.hidden] ?? "", and: texts), isReplay: true)
  }

  // MARK: Anywhere

  /// How many secrets were found up to now.
  var known: Int { book.total }

  func hidden(_ bytes: [UInt8]) -> [UInt8] { book.search.hidden(bytes) ?? bytes }

  package func hidden(_ text: String) -> String { book.search.hidden(text) ?? text }

  /// Learns what the secret store holds, and returns its placeholder. Where that is JSON or a property list, each text in it
  /// is a secret, too.
  func learn(secret: Data) -> String {
    var label = HiddenNames.Label(name: "secret", isHashed: false, isCertain: true)
    // A code of four digits hardly occurs elsewhere by chance; a shorter one does.
    let placeholder = book.add(Array(secret), label, shortest: 4)
    label.isCertain = false
    for text in secret.texts.prefix(100) { book.add(Array(text.utf8), label) }
    return placeholder
  }

  /// Returns the placeholder for the value of that name; nil where it is not hidden.
  func placeholder(
    for value: some Collection<UInt8>, named name: String, in place: FlightSecret.Place
  ) -> String? {
    names.label(of: name, in: place, for: value).map { book.add(Array(value), $0) }
  }

  // MARK: Texts

  /// A text that may hold JSON, URLs and options, such as `--token=…`.
  package func text(_ text: String) -> String { hidden(structured(text, depth: 0)) }

  /// What a program was called with. The value of an option may be the next argument.
  func arguments(_ arguments: [String]) -> [String] {
    zip([""] + arguments, arguments).map { before, argument in
      let name = before.drop { $0 == "-" }
      let isValue = before.hasPrefix("-") && !before.contains("=") && !argument.hasPrefix("-")
      let placeholder = isValue ? placeholder(for: argument.utf8, named: String(name), in: .variable) : nil
      return placeholder ?? text(argument)
    }
  }

  /// - Parameter depth: How many other texts hold this one. A text of JSON may hold JSON.
  private func structured(_ text: String, depth: Int) -> String {
    if depth > 8 { return text }
    if JSONFields.mayBe(in: text.utf8) {
      return json(Array(text.utf8), depth: depth).map { String(decoding: $0, as: UTF8.self) } ?? text
    }
    var bytes = Array(text.utf8)
    let isTold = bytes.contains(UInt8(ascii: "=")) || text.holds("://")
    let hasJSON = text.holds("{\"")
    guard isTold || hasJSON else { return text }
    if hasJSON { bytes = json(bytes, depth: depth) ?? bytes }
    var (result, start) = ([UInt8](), 0)
    result.reserveCapacity(bytes.count)
    // By bytes, as characters take many times as long.
    for end in 0...bytes.count where end == bytes.count || Self.endsWord(bytes[end]) {
      let word = bytes[start..<end]
      let mayTell = word.contains(UInt8(ascii: "=")) || word.contains(UInt8(ascii: ":"))
      if mayTell { result += self.word(String(decoding: word, as: UTF8.self)).utf8 } else { result += word }
      if end < bytes.count { result.append(bytes[end]) }
      start = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    default: false
    }
  }

  /// A URL, options, or any other word.
  private func word(_ word: String) -> String {
    if word.holds("://") { return url(word) }
    guard word.contains("=") else { return word }
    // `/list?page=2&token=…`, `--token=…`, `Server=…;Password=…`
    let query = word.firstIndex(of: "?").map { word.index(after: $0) }
    let start = query ?? word.firstIndex { $0 != "-" } ?? word.startIndex
    let options = word[start...].split(separator: ";", omittingEmptySubsequences: false)
    return word[..<start] + options.map { items($0, .variable) ?? String($0) }.joined(separator: ";")
  }

  private func json(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
    JSONFields.hidden(bytes, names) {
      book.add($0, $1)
    } text: {
      structured($0, depth: depth + 1)
    }
  }

  // MARK: Bodies

  /// Hides fields in a body of any form, and all known secrets.
  package func body(_ body: Data, type: String) -> [UInt8] {
    let bytes = [UInt8](body)
    if bytes.isEmpty { return bytes }
    return hidden(fields(in: bytes, type: type, depth: 0))
  }

  /// What was written to a file, or read from it.
  package func contents(_ data: Data, ofFile name: String) -> [UInt8] {
    placeholder(for: data, named: name, in: .file).map { Array($0.utf8) } ?? body(data, type: "")
  }

  func fields(in bytes: [UInt8], type: String, depth: Int) -> [UInt8] {
    func isOfType(_ name: String) -> Bool {
      // Faster than to make another text.
      type.utf8.drop { $0 == UInt8(ascii: " ") }.prefix(name.utf8.count).elementsEqual(name.utf8) { $0 | 0x20 == $1 }
    }
    if isOfType("application/x-www-form-urlencoded") || type.isEmpty && Self.looksLikeForm(bytes) {
      return items(String(decoding: bytes, as: UTF8.self)[...], .field).map { Array($0.utf8) } ?? bytes
    }
    if isOfType("multipart/") { return depth > 8 ? bytes : parts(bytes, type: type, depth: depth) }
    if JSONFields.mayBe(in: bytes) || isOfType("text/event-stream") { return json(bytes, depth: depth) ?? bytes }
    guard type.isEmpty || isOfType("text/plain"), let text = String(validUTF8: Data(bytes)) else { return bytes }
    return Array(structured(text, depth: depth).utf8)
  }

  /// Whether bytes are `name=value` and the like, without spaces and quotes.
  private static func looksLikeForm(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "="))
      && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "<") }
  }

  /// The items of a query or a form; nil where nothing in them is hidden.
  private func items(_ text: Substring, _ place: FlightSecret.Place, depth: Int = 0) -> String? {
    var isChanged = false
    // By bytes, as characters take many times as long.
    let items = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
      let item = Substring(item)
      guard let shown = self.item(item, place, depth: depth) else { return item }
      isChanged = true
      return shown[...]
    }
    return isChanged ? items.joined(separator: "&") : nil
  }

  /// One of them; nil where nothing in it is hidden.
  private func item(_ item: Substring, _ place: FlightSecret.Place, depth: Int) -> String? {
    guard let sign = item.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = item[..<sign]
    let value = Self.decoded(item[item.utf8.index(after: sign)...])
    if !value.isEmpty, let placeholder = placeholder(for: value.utf8, named: Self.decoded(name), in: place) {
      return "\(name)=\(placeholder)"
    }
    // A URL in a URL.
    guard depth < 4, value.holds("://"), case let shown = url(value, depth: depth + 1), shown != value else {
      return nil
    }
    return "\(name)=\(shown.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? shown)"
  }

  private static func decoded(_ text: Substring) -> String {
    // Most have no escapes, and Foundation takes microseconds to see that.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else { return String(text) }
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }

  // MARK: Addresses and headers

  package func url(_ url: String) -> String { self.url(url, depth: 0) }

  /// - Parameter depth: How many other URLs hold this one.
  private func url(_ url: String, depth: Int) -> String {
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

  private func header(_ name: String, _ value: String) -> String {
    if [4, 7, 8, 16].contains(name.utf8.count),
      ["referer", "location", "content-location", "link"].contains(name.lowercased())
    {
      return value.replacing(#/[^<>\s]+/#) { url(String($0.output)) }
    }
    guard let label = names.label(of: name, in: .header, for: value.utf8) else { return hidden(value) }
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

  /// Makes all placeholders equal, for comparing: the secrets may have been found in another order.
  package static func anonymized(_ text: String) -> String {
    guard text.holds("hidden.") || text.holds("hashed.") else { return text }
    return text.replacing(#/(hidden|hashed)\.[A-Za-z0-9_]{1,40}\.[0-9a-f]{1,16}/#, with: "hidden")
  }
}

extension Substring {
  /// Without spaces around it. Foundation's way takes a microsecond.
  fileprivate var trimmed: Substring {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let first = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) })
    else {
      return ""
    }
    return Substring(utf8[first...last])
  }
}
