/// How JSON writes a text between the quotes of a string (RFC 8259, section 7).
package enum JSONText {

  /// Writes `text` as it stands between the quotes.
  package static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Reads what stands between the quotes; half of a surrogate pair becomes U+FFFD.
  package static func unescaped(_ raw: ArraySlice<UInt8>) -> String {
    guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
    var units: [UInt16] = []
    var rest = String(decoding: raw, as: UTF8.self).utf8[...]
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      units += Substring(rest[..<backslash]).utf16
      rest = rest[backslash...].dropFirst()
      // Nothing but ASCII is escaped by one letter; the text may be no JSON.
      guard let letter = rest.first, letter < 0x80 else { continue }
      rest = rest.dropFirst()
      if letter != UInt8(ascii: "u") {
        units.append(UInt16(meaning(ofEscape: letter)))
      } else if let unit: UInt16 = rest.prefix(4).hexadecimal(length: 4) {
        units.append(unit)
        rest = rest.dropFirst(4)
      } else {
        units.append(0xFFFD)
      }
    }
    return String(decoding: units + Substring(rest).utf16, as: UTF16.self)
  }

  /// Returns a text of JSON with U+FFFD for each half of a surrogate pair that stands alone, as in UTF-8; nil where none does.
  ///
  /// Everything else stays where it was.
  package static func withoutHalves(_ text: [UInt8]) -> [UInt8]? {
    func unit(at start: Int) -> UInt16? {
      guard text[min(start, text.count)...].starts(with: "\\u".utf8) else { return nil }
      return text[start...].dropFirst(2).prefix(4).hexadecimal(length: 4)
    }
    var (result, next, hasHalf) = (text, 0, false)
    while next < text.count, let start = text[next...].firstIndex(of: UInt8(ascii: "\\")) {
      guard let first = unit(at: start), UTF16.isSurrogate(first) else {
        next = start + 2
        continue
      }
      next = start + 6
      if UTF16.isLeadSurrogate(first), let second = unit(at: next), UTF16.isTrailSurrogate(second) {
        next += 6
      } else {
        result.replaceSubrange(start..<next, with: "\\ufffd".utf8)
        hasHalf = true
      }
    }
    return hasHalf ? result : nil
  }

  /// Returns what an escape of one letter means: a line break for `\\n`, and itself for a quotation mark.
  package static func meaning(ofEscape letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }
}
