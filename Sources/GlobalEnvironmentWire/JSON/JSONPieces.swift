/// A text cut into JSON's strings, numbers and words, and what is between them.
///
/// The text need not be JSON: lines of JSON, events with JSON in them and incomplete JSON are cut as well, and all pieces
/// together are always the whole text.
package struct JSONPieces {
  package enum Kind {
    case string, number, word, other
  }

  package struct Piece {
    package var kind: Kind
    /// With its quotes, if it is a string.
    package var bytes: ArraySlice<UInt8>
    /// Whether it is the name of a member.
    package var isName = false

    /// Whether it is the quotation mark of a string that has no end in its line.
    package var isQuote: Bool { kind == .other && bytes.first == UInt8(ascii: "\"") }
  }

  private let bytes: [UInt8]
  private var index: Int
  /// A string that begins before this index has no end.
  private var unendedBefore = 0

  /// Cuts `bytes` from `start` on.
  package init(_ bytes: [UInt8], from start: Int = 0) {
    (self.bytes, index) = (bytes, start)
  }

  package mutating func next() -> Piece? {
    guard index < bytes.count else { return nil }
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "\""):
      guard let end = endOfString() else {
        index += 1
        return Piece(kind: .other, bytes: bytes[start..<index])
      }
      index = end
      return Piece(kind: .string, bytes: bytes[start..<end], isName: isBeforeColon(end))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      skip { "+-.eE0123456789".utf8.contains($0) }
      return Piece(kind: .number, bytes: bytes[start..<index])
    case let byte where Self.isLetter(byte):
      skip { Self.isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return Piece(kind: .word, bytes: bytes[start..<index])
    default:
      index += 1
      // Brackets and separators are pieces of one byte each.
      if !Self.isStructural(bytes[start]) { skip { $0 <= 0x20 || $0 >= 0x80 } }
      return Piece(kind: .other, bytes: bytes[start..<index])
    }
  }

  /// Returns the text of a string piece.
  package static func text(of string: ArraySlice<UInt8>) -> String {
    JSONText.unescaped(string.dropFirst().dropLast())
  }

  private mutating func skip(while isPart: (UInt8) -> Bool) {
    while index < bytes.count, isPart(bytes[index]) { index += 1 }
  }

  /// Returns where the string that begins here ends; nil where it has no end: no JSON string holds a line break.
  private mutating func endOfString() -> Int? {
    if index < unendedBefore { return nil }
    var end = index + 1
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "\""): return end + 1
      case UInt8(ascii: "\\"): end += 2
      case UInt8(ascii: "\n"):
        unendedBefore = end
        return nil
      default: end += 1
      }
    }
    unendedBefore = bytes.count
    return nil
  }

  private func isBeforeColon(_ end: Int) -> Bool {
    var next = end
    while next < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[next]) { next += 1 }
    return next < bytes.count && bytes[next] == UInt8(ascii: ":")
  }

  private static func isStructural(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","): true
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
}
