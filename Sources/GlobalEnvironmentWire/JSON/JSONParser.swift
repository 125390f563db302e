import Foundation
import GlobalEnvironment

/// Reads one JSON text (RFC 8259).
///
/// It returns `.none` rather than `nil`, which may also be the literal of JSON's `null`.
struct JSONParser {
  private let text: [UInt8]
  private var index = 0
  private var depth = 0

  /// Deep enough for any real JSON, and far from the end of a thread's stack.
  private static let maximalDepth = 256

  init(_ text: Data) {
    self.text = Array(text)
  }

  /// Returns the one value of the text; nil when that is not JSON.
  mutating func parse() -> JSONValue? {
    // A byte order mark may be ignored.
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    skipSpace()
    guard let value = value() else { return .none }
    skipSpace()
    guard index == text.count else { return .none }
    return value
  }

  private var next: UInt8? { index < text.count ? text[index] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let next, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { index += 1 }
  }

  private mutating func value() -> JSONValue? {
    switch next {
    case UInt8(ascii: "{"): nested { $0.object() }
    case UInt8(ascii: "["): nested { $0.array() }
    case UInt8(ascii: "\""): string().map(JSONValue.string)
    case UInt8(ascii: "t"): word("true", .bool(true))
    case UInt8(ascii: "f"): word("false", .bool(false))
    case UInt8(ascii: "n"): word("null", .null)
    default: number()
    }
  }

  private mutating func nested(_ read: (inout JSONParser) -> JSONValue?) -> JSONValue? {
    guard depth < Self.maximalDepth else { return .none }
    depth += 1
    defer { depth -= 1 }
    index += 1
    skipSpace()
    return read(&self)
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
    let end = index + word.utf8CodeUnitCount
    guard end <= text.count else { return .none }
    let isWord = text[index..<end].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: end - index))
    index = end
    guard isWord else { return .none }
    return value
  }

  private mutating func number() -> JSONValue? {
    let start = index
    while let next, "+-.eE0123456789".utf8.contains(next) { index += 1 }
    return JSONNumber(String(decoding: text[start..<index], as: UTF8.self)).map(JSONValue.number)
  }

  private mutating func array() -> JSONValue? {
    var values: [JSONValue] = []
    if take("]") { return .array(values) }
    repeat {
      skipSpace()
      guard let value = value() else { return .none }
      values.append(value)
      skipSpace()
    } while take(",")
    guard take("]") else { return .none }
    return .array(values)
  }

  private mutating func object() -> JSONValue? {
    var values: [String: JSONValue] = [:]
    if take("}") { return .object(values) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = string() else { return .none }
      skipSpace()
      guard take(":") else { return .none }
      skipSpace()
      guard let value = value() else { return .none }
      values[name] = value
      skipSpace()
    } while take(",")
    guard take("}") else { return .none }
    return .object(values)
  }

  // MARK: Strings

  private mutating func string() -> String? {
    index += 1
    var bytes: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validUTF8: bytes)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      case ..<0x20: return nil
      default: bytes.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    index += 1
    switch Unicode.Scalar(byte) {
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return unicode()
    default: return nil
    }
  }

  /// Reads what follows `\u`; half a surrogate pair becomes the replacement character.
  private mutating func unicode() -> Unicode.Scalar? {
    guard let unit = hexadecimal() else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    let before = index
    if take("\\"), take("u"), let trail = hexadecimal(), UTF16.isTrailSurrogate(trail) {
      return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }
    index = before
    return "\u{FFFD}"
  }

  private mutating func hexadecimal() -> UInt16? {
    guard index + 4 <= text.count else { return nil }
    var value: UInt16 = 0
    for byte in text[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    index += 4
    return value
  }
}
