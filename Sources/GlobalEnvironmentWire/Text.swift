import GlobalEnvironment

extension StringProtocol {

  /// Whether the two are the same apart from the case of ASCII letters.
  package func isEqualIgnoringCase(_ other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8) { $0 == $1 || $0.asciiLowercased == $1.asciiLowercased }
  }

  /// The text, with each `%` and two hexadecimal digits replaced by the byte that they encode (RFC 3986, section 2.1).
  ///
  /// A `%` without two digits stays. Bytes that are not UTF-8 stay escaped, in uppercase digits.
  ///
  /// - Parameters:
  ///   - plusIsSpace: Whether a `+` means a space, as in forms.
  ///   - separatorsStay: Whether `%2F` and `%3F` stay, and `%25` in front of `2F` and `3F`: the path of a URL means
  ///     something else without them.
  package func percentDecoded(plusIsSpace: Bool = false, separatorsStay: Bool = false) -> String {
    guard let bytes = decodedBytes(plusIsSpace: plusIsSpace, separatorsStay: separatorsStay) else {
      return String(self)
    }
    return String(validUTF8: bytes) ?? Self.escapingInvalid(bytes)
  }

  /// The text without the escapes of a query or a form; unchanged where their bytes are not UTF-8.
  package var formDecoded: String {
    decodedBytes(plusIsSpace: true, separatorsStay: false).flatMap { String(validUTF8: $0) } ?? String(self)
  }

  /// Nil where there is nothing to decode.
  private func decodedBytes(plusIsSpace: Bool, separatorsStay: Bool) -> [UInt8]? {
    guard utf8.contains(where: { $0 == UInt8(ascii: "%") || plusIsSpace && $0 == UInt8(ascii: "+") }) else {
      return nil
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value: UInt8 = rest.prefix(2).hexadecimal(length: 2) {
        rest = rest.dropFirst(2)
        let stays = separatorsStay && (value.isSeparator || value == UInt8(ascii: "%") && rest.beginsWithSeparator)
        if stays { bytes += ("%" + value.hexadecimal).utf8 } else { bytes.append(value) }
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return bytes
  }

  /// The text of these bytes, in which each that belongs to no character is `%` and its digits.
  private static func escapingInvalid(_ bytes: [UInt8]) -> String {
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var (input, offset) = (bytes.makeIterator(), 0)
    while true {
      switch parser.parseScalar(from: &input) {
      case .valid(let scalar):
        text.unicodeScalars.append(UTF8.decode(scalar))
        offset += scalar.count
      case .error(let length):
        text += bytes[offset..<(offset + length)].map { "%" + $0.hexadecimal }.joined()
        offset += length
      case .emptyInput: return text
      }
    }
  }

  /// The text with escapes for all that is not unreserved in RFC 3986: a name or a value of a query or a form.
  package var formEncoded: String {
    utf8.reduce(into: "") { result, byte in
      if byte.isLetterOrDigit || "-._~".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + byte.hexadecimal
      }
    }
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
  /// Two hexadecimal digits.
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16, uppercase: true)
    return digits.count == 2 ? digits : "0" + digits
  }

  /// In ASCII.
  package var isLetterOrDigit: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }

  /// Whether it ends a component of a path, or the path.
  fileprivate var isSeparator: Bool { self == UInt8(ascii: "/") || self == UInt8(ascii: "?") }

  fileprivate var asciiLowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}

extension Collection<UInt8> {
  /// Whether two digits come first that stand for `/` or `?`.
  fileprivate var beginsWithSeparator: Bool {
    let value: UInt8? = prefix(2).hexadecimal(length: 2)
    return value?.isSeparator ?? false
  }

  /// The number that these hexadecimal digits stand for; nil unless there are `length` of them, and nothing else.
  func hexadecimal<Number: FixedWidthInteger>(length: Int) -> Number? {
    guard count == length else { return nil }
    var value: Number = 0
    for byte in self {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | Number(digit)
    }
    return value
  }
}
