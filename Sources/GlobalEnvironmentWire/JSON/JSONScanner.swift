import GlobalEnvironment

/// Finds where a text is not JSON, and where a value is in a JSON text.
///
/// Foundation's decoder does not report these on every platform. The scanner is used only after the decoder has refused a
/// text. It keeps a stack of its own, so no nesting is too deep for it.
package struct JSONScanner {

  /// A name in an object or an index in an array, on the way to a value.
  package enum Step: Equatable {
    case name(String)
    case index(Int)
  }

  /// What is wrong, and where.
  package struct Flaw: Error, Equatable {
    /// In bytes, from 0.
    package var offset: Int
    package var path: [Step]
    package var reason: String
  }

  /// The deepest nesting that Foundation reads.
  static let deepest = 512

  private let bytes: [UInt8]
  private var index = 0
  private var path: [Step] = []

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Returns the first flaw in `bytes`; nil where they are JSON.
  package static func flaw(in bytes: [UInt8]) -> Flaw? {
    if let offset = firstInvalidUTF8(in: bytes) {
      return Flaw(offset: offset, path: [], reason: "this is not UTF-8")
    }
    var scanner = JSONScanner(bytes)
    do {
      try scanner.scan { _, _ in }
      return nil
    } catch {
      return error
    }
  }

  /// Returns the offset of the value that `path` leads to; nil where there is none.
  package static func offset(of path: [Step], in bytes: [UInt8]) -> Int? {
    var scanner = JSONScanner(bytes)
    var found: Int?
    try? scanner.scan { steps, offset in
      if found == nil, steps == path { found = offset }
    }
    return found
  }

  /// Reads one whole text, and calls `visit` with each value's path and offset.
  private mutating func scan(_ visit: ([Step], Int) -> Void) throws(Flaw) {
    // An entry of `path` for each container that is open: in an object its key, in an array its index.
    value: while true {
      skipSpace()
      visit(path, index)
      if let closing = try open() {
        skipSpace()
        if peek != closing {
          if closing == UInt8(ascii: "}") { try nameMember() }
          continue value
        }
        index += 1
        path.removeLast()
      } else {
        try skipScalar()
      }
      // After a value: the next one, or the ends of the containers whose last value it was.
      while let last = path.last {
        skipSpace()
        let closing: UInt8
        switch last {
        case .name: closing = UInt8(ascii: "}")
        case .index: closing = UInt8(ascii: "]")
        }
        if peek == UInt8(ascii: ",") {
          index += 1
          if case .index(let number) = last {
            path[path.count - 1] = .index(number + 1)
          } else {
            skipSpace()
            try nameMember()
          }
          continue value
        }
        guard peek == closing else { throw flaw("expected , or \(Character(Unicode.Scalar(closing)))") }
        index += 1
        path.removeLast()
      }
      skipSpace()
      if index < bytes.count { throw flaw("expected the end of the file") }
      return
    }
  }

  /// Steps into a container, and returns the byte that closes it; nil where the value is not a container.
  private mutating func open() throws(Flaw) -> UInt8? {
    let isObject = peek == UInt8(ascii: "{")
    guard isObject || peek == UInt8(ascii: "[") else { return nil }
    if path.count == Self.deepest { throw flaw("this is nested more than \(Self.deepest) levels deep") }
    index += 1
    path.append(isObject ? .name("") : .index(0))
    return UInt8(ascii: isObject ? "}" : "]")
  }

  private mutating func nameMember() throws(Flaw) {
    guard peek == UInt8(ascii: "\"") else { throw flaw("expected a name in quotes") }
    let start = index + 1
    try skipString()
    path[path.count - 1] = .name(String(decoding: bytes[start..<(index - 1)], as: UTF8.self))
    skipSpace()
    guard peek == UInt8(ascii: ":") else { throw flaw("expected : after a name") }
    index += 1
  }

  // MARK: Scalars

  private mutating func skipScalar() throws(Flaw) {
    switch peek ?? 0 {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
    default:
      for word in ["true", "false", "null"] where bytes[index...].starts(with: word.utf8) {
        index += word.utf8.count
        return
      }
      throw flaw("expected a value")
    }
  }

  private mutating func skipString() throws(Flaw) {
    index += 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try skipEscape()
      case 0..<0x20: throw flaw("a string holds a control character: write it as an escape (\\n, \\u0000)")
      default: index += 1
      }
    }
    throw flaw("a string has no end")
  }

  private mutating func skipEscape() throws(Flaw) {
    let start = index
    switch index + 1 < bytes.count ? bytes[index + 1] : 0 {
    case UInt8(ascii: "u"):
      let unit = hexadecimal(at: index + 2)
      index += 6
      guard let unit, (0xD800..<0xE000).contains(unit) else {
        if unit == nil { throw flaw("\\u takes four hexadecimal digits", at: start) }
        return
      }
      let isPair =
        unit < 0xDC00 && bytes[min(index, bytes.count)...].starts(with: "\\u".utf8)
        && (0xDC00..<0xE000).contains(hexadecimal(at: index + 2) ?? 0)
      guard isPair else { throw flaw("this is half of a surrogate pair", at: start) }
      index += 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 2
    default: throw flaw("there is no such escape")
    }
  }

  private func hexadecimal(at start: Int) -> Int? {
    guard start + 4 <= bytes.count else { return nil }
    let digits = bytes[start..<(start + 4)]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func skipNumber() throws(Flaw) {
    let start = index
    if peek == UInt8(ascii: "-") { index += 1 }
    let isZero = peek == UInt8(ascii: "0")
    let whole = skipDigits()
    var isNumber = whole > 0 && !(isZero && whole > 1)
    if peek == UInt8(ascii: ".") {
      index += 1
      isNumber = skipDigits() > 0 && isNumber
    }
    let mantissa = bytes[start..<index]
    if peek.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      isNumber = skipDigits() > 0 && isNumber
    }
    guard isNumber, let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
      throw flaw("this is not a number", at: start)
    }
    let isTooSmall = number == 0 && mantissa.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    if !number.isFinite || isTooSmall { throw flaw("this number is out of range", at: start) }
  }

  /// Returns how many there were.
  private mutating func skipDigits() -> Int {
    let start = index
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func flaw(_ reason: String, at offset: Int? = nil) -> Flaw {
    let offset = min(offset ?? index, bytes.count)
    return Flaw(offset: offset, path: path, reason: offset == bytes.count ? reason + ", and the file ends" : reason)
  }

  private static func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
    if String(validUTF8: bytes) != nil { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &input) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}

extension [JSONScanner.Step] {
  /// The path in its usual form: `log.entries[3].response.status`; at most 200 characters of it.
  package var text: String {
    var text = ""
    for step in self {
      switch step {
      case .name(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      }
      if text.count > 200 { return text.prefix(200) + "…" }
    }
    return text
  }
}
