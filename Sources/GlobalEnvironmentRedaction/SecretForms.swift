import Foundation
import GlobalEnvironment

/// How a secret may be written: itself, and as in URLs, forms, JSON, base64 and hexadecimal text.
enum SecretForms {
  static func all(of value: [UInt8]) -> [[UInt8]] {
    var forms: [[UInt8]] = [value]
    func add(_ form: some Sequence<UInt8>) {
      let form = Array(form)
      if !form.isEmpty, !forms.contains(form) { forms.append(form) }
    }
    let base64 = Array(Data(value).base64EncodedString().utf8)
    add(base64)
    add(base64.filter { $0 != UInt8(ascii: "=") })
    add(
      base64.compactMap { byte -> UInt8? in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case UInt8(ascii: "="): nil
        default: byte
        }
      })
    let digits = Array("0123456789abcdef".utf8)
    let hexadecimal = value.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    add(hexadecimal)
    add(hexadecimal.map { $0 >= UInt8(ascii: "a") ? $0 - 0x20 : $0 })
    // Most secrets need no escapes.
    if value.allSatisfy({ JSONSource.isOfName($0) && $0 != UInt8(ascii: "_") }) { return forms }
    guard let text = String(validUTF8: Data(value)) else { return forms }
    // With those of Foundation's sets that programs take, which escape more than needed, or less.
    let sets: [CharacterSet] = [
      .unreserved, .component, .searchItem, .alphanumerics, .urlQueryAllowed, .urlPathAllowed, .urlHostAllowed,
    ]
    for allowed in sets {
      guard let escaped = text.addingPercentEncoding(withAllowedCharacters: allowed) else { continue }
      add(escaped.utf8)
      add(lowercasingEscapes(escaped))
      if allowed == .unreserved || allowed == .searchItem { add(escaped.replacing("%20", with: "+").utf8) }
    }
    // JSON leaves most other texts as they are.
    guard value.contains(where: { $0 < 0x20 || "\"\\/".utf8.contains($0) }),
      let list = try? JSONEncoder().encode([text])
    else { return forms }
    let json = String(decoding: list.dropFirst(2).dropLast(2), as: UTF8.self)
    add(json.utf8)
    add(json.replacing("\\/", with: "/").utf8)
    return forms
  }

  /// A value without white space around it; nil where it has none.
  static func trimmed(_ value: [UInt8]) -> [UInt8]? {
    guard let first = value.firstIndex(where: { !JSONSource.isSpace($0) }),
      let last = value.lastIndex(where: { !JSONSource.isSpace($0) }), last - first + 1 < value.count
    else { return nil }
    return Array(value[first...last])
  }

  /// Whether a value is not a word or a sentence of everyday language, which may be anywhere: `{"password": "string"}`
  /// describes one.
  static func isUnusual(_ value: [UInt8]) -> Bool {
    let words = value.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let isPhrase = words.allSatisfy { word in
      zip(0..., word).allSatisfy { place, byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): place == 0
        default: words.count > 1 && ".,'!?".utf8.contains(byte)
        }
      }
    }
    return !isPhrase || value.count >= 16 && words.count == 1
  }

  /// Whether a value has a letter, a digit and no space.
  static func isMixed(_ value: some Collection<UInt8>) -> Bool {
    value.count >= 6 && value.contains(where: isDigit) && value.contains(where: isLetter)
      && value.allSatisfy { $0 > 0x20 }
  }

  /// Whether a value looks made up by a machine, or by a person who was told to: letters and digits take turns in it, or it is
  /// long and has no words. It is no date, no path and no address.
  static func looksMade(_ value: some Collection<UInt8>) -> Bool {
    guard value.count >= 8, value.allSatisfy({ $0 > 0x20 && !"(){}[]<>,;\"'".utf8.contains($0) }) else { return false }
    if value.first.map("/.~@".utf8.contains) == true || value.prefix(5).elementsEqual("https".utf8) { return false }
    if value.prefix(4).allSatisfy(isDigit), value.dropFirst(4).first == UInt8(ascii: "-") { return false }
    let turns = zip(value, value.dropFirst()).reduce(0) { count, pair in
      count + (isDigit(pair.0) && isLetter(pair.1) || isLetter(pair.0) && isDigit(pair.1) ? 1 : 0)
    }
    if turns > 1 { return true }
    let cases = zip(value, value.dropFirst()).reduce(0) { count, pair in
      count + (isLetter(pair.0) && isLetter(pair.1) && (pair.0 ^ pair.1) & 0x20 != 0 ? 1 : 0)
    }
    return value.count >= 20 && turns > 0 && cases > 3
  }

  /// Whether it is a word that tells how something is, or which kind: `token: expired`, `password: string`.
  static func isState(_ value: some Collection<UInt8>) -> Bool {
    let word = value.drop { "([{".utf8.contains($0) }.prefix { !",;".utf8.contains($0) }
    return word.count < 12 && states.contains(String(decoding: word, as: UTF8.self).lowercased())
  }

  private static let states: Set = [
    "nil", "null", "~", "none", "true", "false", "yes", "no", "on", "off", "ok", "set", "unset", "empty", "missing",
    "unknown", "required", "optional", "valid", "invalid", "expired", "revoked", "refreshed", "wrong", "changed",
    "hidden", "visible", "enabled", "disabled", "string", "text", "number", "int", "bool", "data", "redacted",
    "received", "found", "rejected", "accepted", "granted", "denied", "failed", "created", "deleted", "updated",
    "renewed", "stored", "loaded", "saved", "undefined", "default", "basic", "bearer", "digest", "started", "ended",
    "stopped", "closed", "open", "active", "inactive", "try", "await", "self", "token", "password", "value",
    "secret", "file",
  ]

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

  /// `%2B` as `%2b`.
  private static func lowercasingEscapes(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    for index in bytes.indices.dropLast(2) where bytes[index] == UInt8(ascii: "%") {
      for digit in index + 1...index + 2 where bytes[digit] >= UInt8(ascii: "A") { bytes[digit] |= 0x20 }
    }
    return bytes
  }
}

extension CharacterSet {
  /// What needs no escape anywhere in a URL (RFC 3986, section 2.3).
  static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
  /// What `encodeURIComponent` of JavaScript leaves as it is.
  fileprivate static let component = unreserved.union(CharacterSet(charactersIn: "!*'()"))
  /// What its `URLSearchParams` leaves as it is.
  fileprivate static let searchItem = unreserved.subtracting(CharacterSet(charactersIn: "~"))
    .union(CharacterSet(charactersIn: "*"))
}
