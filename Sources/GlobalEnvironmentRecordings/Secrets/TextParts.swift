import GlobalEnvironment

/// Where texts are in the bytes of a body.
///
/// A body with a zero is none itself, but may have some: what is UTF-8 between its other bytes. Only there escapes mean
/// something. In an image, each megabyte has thousands of what could be one by chance.
struct TextParts {
  struct Part {
    var range: Range<Int>
    /// Whether it has a byte that begins an escape, or that ends a name.
    var hasMarks = true
  }

  /// Whether the body has other bytes, too.
  let isBinary: Bool
  /// Those of other bodies have a mark, and two bytes or more.
  private(set) var parts: [Part] = []

  init(of bytes: [UInt8]) {
    isBinary = bytes.firstIndex(of: 0, from: 0) < bytes.count
    if isBinary { findParts(in: bytes) } else { parts = [Part(range: 0..<bytes.count)] }
  }

  private mutating func findParts(in bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var part = Part(range: 0..<0, hasMarks: false)
      var index = 0
      while index < bytes.count {
        let length = Self.lengthOfCharacter(at: index, in: bytes)
        if length == 0 {
          append(part)
          part = Part(range: index + 1..<index + 1, hasMarks: false)
          index += 1
          continue
        }
        if Self.isMark(bytes[index]) { part.hasMarks = true }
        index += length
        part.range = part.range.lowerBound..<index
      }
      append(part)
    }
  }

  /// Adds a part in which something may be found. Random bytes have a text at every fourth byte.
  private mutating func append(_ part: Part) {
    if part.hasMarks, part.range.count >= 2 { parts.append(part) }
  }

  /// Whether all bytes are text: UTF-8 without control characters other than a tab and line breaks.
  static func areText(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let length = lengthOfCharacter(at: index, in: bytes)
        if length == 0 { return false }
        index += length
      }
      return true
    }
  }

  /// How many bytes the character at an index has; 0 where there is none, or one that no text has.
  private static func lengthOfCharacter(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let length =
      switch bytes[index] {
      case 0x09, 0x0A, 0x0D, 0x20...0x7E: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    if length < 2 { return length }
    guard index + length <= bytes.count else { return 0 }
    for next in index + 1..<index + length where bytes[next] & 0xC0 != 0x80 { return 0 }
    return length
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "+"), UInt8(ascii: "\\"), UInt8(ascii: "="),
      UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
