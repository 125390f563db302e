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
