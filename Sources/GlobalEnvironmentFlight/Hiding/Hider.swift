package import Foundation

/// Removes from texts and bodies what must not be in a flight.
package final class Hider: Sendable {
  private let names: HiddenNames
  private let book: SecretBook

  init(_ names: HiddenNames, isReplay: Bool = false) {
    self.names = names
    book = SecretBook(isReplay: isReplay)
    for text in names.texts { book.add(Array(text.value.utf8), text.label, shortest: 1) }
  }

  /// A hider of the same names as the one that recorded a flight.
  package convenience init(like info: FlightInfo) {
    self.init(HiddenNames(written: info.texts[.hidden] ?? ""), isReplay: true)
  }

  // MARK: Anywhere

  /// How many secrets were found up to now.
  var known: Int { book.total }

  func hidden(_ bytes: [UInt8]) -> [UInt8] { book.search.hidden(bytes) ?? bytes }

  package func hidden(_ text: String) -> String {
    let search = book.search
    if search.isEmpty { return text }
    return search.hidden(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Learns what the secret store holds, and returns its placeholder.
  func learn(secret: Data) -> String {
    // A code of four digits hardly occurs elsewhere by chance; a shorter one does.
    book.add(Array(secret), HiddenNames.Label(name: "secret", isHashed: false), shortest: 4)
  }

  /// Returns the placeholder for the value of that name; nil where it is not hidden.
  func placeholder(for value: [UInt8], named name: String, in place: FlightSecret.Place) -> String? {
    names.label(of: name, in: place).map { book.add(value, $0) }
  }

  // MARK: Bodies

  /// Hides fields in a body of any form, and all known secrets.
  package func body(_ body: Data, type: String) -> [UInt8] {
    let bytes = [UInt8](body)
    if bytes.isEmpty { return bytes }
    return hidden(fields(in: bytes, type: type))
  }

  /// What was written to a file, or read from it.
  package func contents(_ data: Data, ofFile name: String) -> [UInt8] {
    placeholder(for: [UInt8](data), named: name, in: .file).map { Array($0.utf8) } ?? body(data, type: "")
  }

  private func fields(in bytes: [UInt8], type: String) -> [UInt8] {
    func isOfType(_ name: String) -> Bool {
      // Faster than to make another text.
      type.utf8.drop { $0 == UInt8(ascii: " ") }.prefix(name.utf8.count).elementsEqual(name.utf8) { $0 | 0x20 == $1 }
    }
    if isOfType("application/x-www-form-urlencoded") {
      return Array(items(String(decoding: bytes, as: UTF8.self)[...], .field).utf8)
    }
    if isOfType("multipart/") { return parts(bytes, type: type) }
    guard JSONFields.mayBe(in: bytes) else { return bytes }
    return JSONFields.hidden(bytes, names) { book.add($0, $1) } ?? bytes
  }

  /// The items of a query or a form.
  private func items(_ text: Substring, _ place: FlightSecret.Place) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { item in
      let name = item.prefix { $0 != "=" }
      let value = item.dropFirst(name.count + 1)
      guard !value.isEmpty, let label = names.label(of: Self.decoded(name), in: place) else { return String(item) }
      return "\(name)=\(book.add(Array(Self.decoded(value).utf8), label))"
    }.joined(separator: "&")
  }

  private static func decoded(_ text: Substring) -> String {
    // Most have no escapes, and Foundation takes microseconds to see that.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else { return String(text) }
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }

  /// The parts of a multipart form (RFC 7578).
  private func parts(_ bytes: [UInt8], type: String) -> [UInt8] {
    var (result, rest) = (Data(), Data(bytes))
    guard let delimiter = Self.delimiter(of: rest, type: type) else { return bytes }
    while let head = rest.range(of: Data("\r\n\r\n".utf8)) {
      let names = Self.partNames(String(decoding: rest[..<head.lowerBound], as: UTF8.self))
      result += rest[..<head.upperBound]
      rest = rest[head.upperBound...]
      // An empty part ends where its head does.
      let end = rest.starts(with: delimiter.dropFirst(2)) ? rest.startIndex : rest.range(of: delimiter)?.lowerBound
      let value = rest[..<(end ?? rest.endIndex)]
      let placeholders = value.isEmpty ? [] : names.compactMap { placeholder(for: Array(value), named: $0, in: .field) }
      result += placeholders.first.map { Data($0.utf8) } ?? value
      rest = rest[value.endIndex...]
    }
    return Array(result + rest)
  }

  /// What stands between two parts: a new line and the boundary, which the type names, or else the first line.
  private static func delimiter(of body: Data, type: String) -> Data? {
    let declared = type.firstMatch(of: #/(?i)[;\s]boundary\s*=\s*(?:"([^"]*)"|([^;\s]*))/#).flatMap { $0.1 ?? $0.2 }
    if let declared, !declared.isEmpty, body.range(of: Data("--\(declared)".utf8)) != nil {
      return Data("\r\n--\(declared)".utf8)
    }
    return body.range(of: Data("\r\n".utf8)).map { Data("\r\n".utf8) + body[..<$0.lowerBound] }
  }

  /// What may be the name of the part with this head: lines may be folded, quotes may lack, and a filename may hold another.
  private static func partNames(_ head: String) -> [String] {
    head.replacing(#/\r\n(?=[ \t])/#, with: "").matches(of: #/(?i)[;\s]name\s*=\s*(?:"((?:\\"|[^"])*)"|([^;\r\n]*))/#)
      .map {
        ($0.1 ?? $0.2 ?? "").replacing("\\\"", with: "\"").trimmingCharacters(in: .whitespaces)
      }
  }

  // MARK: Addresses and headers

  package func url(_ url: String) -> String {
    var url = url
    if url.utf8.contains(UInt8(ascii: "@")), let separator = url.range(of: "://") {
      let authority = url[separator.upperBound...].prefix { !"/?#".contains($0) }
      if let at = authority.lastIndex(of: "@") {
        let user = authority[..<at]
        let password = user.drop { $0 != ":" }.dropFirst()
        let label = HiddenNames.Label(name: "user", isHashed: false)
        if !password.isEmpty { book.add(Array((password.removingPercentEncoding ?? String(password)).utf8), label) }
        let placeholder = book.add(Array(user.utf8), label)
        url.replaceSubrange(authority.startIndex..<at, with: placeholder)
      }
    }
    if let question = url.utf8.firstIndex(of: UInt8(ascii: "?")) {
      let query = url[url.index(after: question)...].prefix { $0 != "#" }
      let shown = items(query, .query)
      if shown != query { url.replaceSubrange(query.startIndex..<query.endIndex, with: shown) }
    }
    return hidden(url)
  }

  /// Header fields, in the order of their names.
  package func fields(_ headers: [(name: String, value: String)]) -> [FlightField] {
    headers.map { FlightField(name: $0.name, value: header($0.name, $0.value)) }.sorted { $0.name < $1.name }
  }

  private func header(_ name: String, _ value: String) -> String {
    if value.utf8.contains(UInt8(ascii: ":")), ["referer", "location", "content-location"].contains(name.lowercased()) {
      return url(value)
    }
    guard let label = names.label(of: name, in: .header) else { return hidden(value) }
    func learn(_ part: some StringProtocol) {
      let part = part.trimmingCharacters(in: .whitespaces)
      if !part.isEmpty { book.add(Array(part.utf8), label) }
    }
    switch name.lowercased() {
    case "cookie", "set-cookie":
      // Each value, except those of attributes that are no secret, such as a path or a date.
      for pair in value.split(whereSeparator: { ";,\r\n".contains($0) }) {
        let name = pair.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces).lowercased()
        if !["expires", "max-age", "domain", "path", "samesite", "priority"].contains(name) {
          learn(pair.dropFirst(pair.prefix { $0 != "=" }.count + 1))
        }
      }
    default:
      // `Bearer abc`: elsewhere the token occurs alone. `Basic` holds a user and a password.
      if let space = value.firstIndex(of: " ") {
        let credentials = value[space...].trimmingCharacters(in: .whitespaces)
        learn(credentials)
        if value[..<space].lowercased() == "basic", let decoded = Data(base64Encoded: credentials) {
          learn(String(decoding: decoded, as: UTF8.self).drop { $0 != ":" }.dropFirst())
        }
      }
    }
    return book.add(Array(value.utf8), label)
  }

  /// Makes all placeholders equal, for comparing: the secrets may have been found in another order.
  package static func anonymized(_ text: String) -> String {
    guard text.contains("hidden.") || text.contains("hashed.") else { return text }
    return text.replacing(#/(hidden|hashed)\.[A-Za-z0-9_]{1,40}\.[0-9a-f]{1,16}/#, with: "hidden")
  }
}
