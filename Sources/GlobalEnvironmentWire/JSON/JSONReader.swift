import GlobalEnvironment

/// Reads one JSON text (RFC 8259) token by token, and says where a text is not JSON.
///
/// It keeps a stack of its own, so deep nesting does not end the process; what nests deeper than its limit is refused.
package struct JSONReader {

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

  /// A value; the beginning of one that holds others, or its end.
  enum Token {
    case object, array, end
    /// What stands between the quotes, with its escapes.
    case string(ArraySlice<UInt8>)
    case number(JSONNumber)
    case bool(Bool)
    case null
  }

  /// What is refused although it is JSON.
  enum Limits {
    /// What nests more than 256 deep: `JSONValue` calls itself for each level.
    case value
    /// What Foundation's decoder refuses: what nests more than 512 deep, numbers that no `Double` holds, and half of a
    /// surrogate pair.
    case foundation

    var deepest: Int { self == .value ? 256 : 512 }
  }

  private let bytes: [UInt8]
  private let limits: Limits
  private var index = 0
  private var path: [Step] = []

  init(_ bytes: [UInt8], within limits: Limits) {
    self.bytes = bytes
    self.limits = limits
    // A byte order mark may be ignored.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Reads the whole text, and calls `take` with each token, where it begins, and the path to it.
  mutating func read(_ take: (Token, _ start: Int, _ path: [Step]) -> Void) throws(Flaw) {
    if let offset = Self.firstInvalidUTF8(in: bytes) {
      throw Flaw(offset: offset, path: [], reason: "this is not UTF-8")
    }
    // An entry of `path` for each container that is open: in an object its key, in an array its index.
    value: while true {
      skipSpace()
      let start = index
      if let closing = try open(take) {
        skipSpace()
        if peek != closing {
          if closing == UInt8(ascii: "}") { try nameMember() }
          continue value
        }
        close(take)
      } else {
        take(try scalar(), start, path)
      }
      // After a value: the next one, or the ends of the containers whose last value it was.
      while let last = path.last {
        skipSpace()
        let closing =
          switch last {
          case .name: UInt8(ascii: "}")
          case .index: UInt8(ascii: "]")
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
        close(take)
      }
      skipSpace()
      if index < bytes.count { throw flaw("expected the end of the file") }
      return
    }
  }

  /// Steps into a container, and returns the byte that closes it; nil where the value is not a container.
  private mutating func open(_ take: (Token, Int, [Step]) -> Void) throws(Flaw) -> UInt8? {
    let isObject = peek == UInt8(ascii: "{")
    guard isObject || peek == UInt8(ascii: "[") else { return nil }
    if path.count == limits.deepest { throw flaw("this is nested more than \(limits.deepest) levels deep") }
    take(isObject ? .object : .array, index, path)
    index += 1
    path.append(isObject ? .name("") : .index(0))
    return UInt8(ascii: isObject ? "}" : "]")
  }

  private mutating func close(_ take: (Token, Int, [Step]) -> Void) {
    path.removeLast()
    take(.end, index, path)
    index += 1
  }

  private mutating func nameMember() throws(Flaw) {
    guard peek == UInt8(ascii: "\"") else { throw flaw("expected a name in quotes") }
    path[path.count - 1] = .name(JSONText.unescaped(try string()))
    skipSpace()
    guard peek == UInt8(ascii: ":") else { throw flaw("expected : after a name") }
    index += 1
  }

  // MARK: Scalars

  private mutating func scalar() throws(Flaw) -> Token {
    switch peek ?? 0 {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default:
      if takeWord("true") { return .bool(true) }
      if takeWord("false") { return .bool(false) }
      if takeWord("null") { return .null }
      throw flaw("expected a value")
    }
  }

  private mutating func takeWord(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func number() throws(Flaw) -> JSONNumber {
    let start = index
    while let peek, "+-.eE0123456789".utf8.contains(peek) { index += 1 }
    guard let number = JSONNumber(String(decoding: bytes[start..<index], as: UTF8.self)) else {
      throw flaw("this is not a number", at: start)
    }
    if limits == .foundation, !number.double.isFinite || number.double == 0 && number != JSONNumber(0) {
      throw flaw("this number is out of range", at: start)
    }
    return number
  }

  private mutating func string() throws(Flaw) -> ArraySlice<UInt8> {
    index += 1
    let start = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return bytes[start..<(index - 1)]
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
      guard let unit = codeUnit(at: start + 2) else { throw flaw("\\u takes four hexadecimal digits", at: start) }
      index += 6
      guard UTF16.isSurrogate(unit) else { return }
      let isPair =
        UTF16.isLeadSurrogate(unit) && bytes[index...].starts(with: "\\u".utf8)
        && codeUnit(at: index + 2).map(UTF16.isTrailSurrogate) ?? false
      if isPair {
        index += 6
      } else if limits == .foundation {
        throw flaw("this is half of a surrogate pair", at: start)
      }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 2
    default: throw flaw("there is no such escape")
    }
  }

  private func codeUnit(at start: Int) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    return bytes[start..<(start + 4)].hexadecimal(length: 4)
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  // MARK: Flaws

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
