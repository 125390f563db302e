extension StringProtocol {

  /// Whether the two are the same apart from the case of ASCII letters.
  package func isEqualIgnoringCase(_ other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8) { $0 == $1 || $0.asciiLowercased == $1.asciiLowercased }
  }

  /// The text, with each `%` and two hexadecimal digits replaced by the byte that they encode (RFC 3986, section 2.1).
  ///
  /// A `%` without two digits stays, and bytes that are not UTF-8 become U+FFFD.
  ///
  /// - Parameters:
  ///   - plusIsSpace: Whether a `+` means a space, as in forms.
  ///   - slashStays: Whether `%2F` stays as it is.
  package func percentDecoded(plusIsSpace: Bool = false, slashStays: Bool = false) -> String {
    guard utf8.contains(where: { $0 == UInt8(ascii: "%") || plusIsSpace && $0 == UInt8(ascii: "+") }) else {
      return String(self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = rest.prefix(2).hexadecimalByte {
        if slashStays, value == UInt8(ascii: "/") {
          bytes += "%2F".utf8
        } else {
          bytes.append(value)
        }
        rest = rest.dropFirst(2)
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// At most 100 characters of the text, for messages.
  package var shortened: String { shortened(to: 100) }

  package func shortened(to length: Int) -> String {
    // Not by `count`, which would walk through a text that may have megabytes.
    guard let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end < endIndex else { return self }
    return self[..<end] + "…"
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}

extension Collection<UInt8> {
  /// The byte that these two hexadecimal digits encode.
  fileprivate var hexadecimalByte: UInt8? {
    guard count == 2 else { return nil }
    var value: UInt8 = 0
    for byte in self {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt8(digit)
    }
    return value
  }
}
