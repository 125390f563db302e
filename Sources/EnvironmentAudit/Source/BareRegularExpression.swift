/// A regular expression between bare slashes, distinguished from a division without a parser: `/"/`.
enum BareRegularExpression {
  /// Returns the end of the expression whose first slash is at `start`; nil when that is an operator.
  static func end(in source: SourceText, from start: Int) -> Int? {
    let bytes = source.bytes
    guard start + 1 < bytes.count, !bytes[start + 1].isSpace, mayBegin(after: start, in: source) else { return nil }
    // Of parentheses, and of the brackets in which those are letters.
    var (depth, classes) = (0, 0)
    var offset = start + 1
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") {
      switch bytes[offset] {
      case UInt8(ascii: "\\"):
        offset += 2
        // An escaped space may be the last character.
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "/") { return offset + 1 }
        continue
      case UInt8(ascii: "["): classes += 1
      case UInt8(ascii: "]"): classes = max(classes - 1, 0)
      case UInt8(ascii: "(") where classes == 0: depth += 1
      case UInt8(ascii: ")") where classes == 0:
        depth -= 1
        // As in the compiler: if more is closed than opened, the slash is the operator, passed to a function.
        if depth < 0 { return nil }
      // As in the compiler: a space cannot be the last character, so the first slash is an operator.
      case UInt8(ascii: "/"): return bytes[offset - 1].isSpace ? nil : offset + 1
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// Whether a value may begin at `offset`, rather than an operator after a value.
  private static func mayBegin(after offset: Int, in source: SourceText) -> Bool {
    let end = source.startOfSpaces(before: offset)
    // A division has a space behind its sign at the beginning of a line.
    if source.bytes[end..<offset].contains(UInt8(ascii: "\n")) { return true }
    guard end > source.start else { return true }
    let byte = source.bytes[end - 1]
    if byte.isPartOfName { return keywords.contains(source.text(source.startOfName(before: end)..<end)) }
    return "=([{,;:!&|?~<>+-*%^".utf8.contains(byte)
  }

  private static let keywords: Set = [
    "await", "case", "else", "guard", "if", "in", "return", "throw", "try", "where", "while", "yield",
  ]
}
