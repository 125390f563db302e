/// The labels of a call's arguments, as far as they can be found without a parser.
struct ArgumentLabels {
  /// The labels; an argument without one is `_`.
  private(set) var names: [String] = []

  /// Reads the call whose parenthesis is at `offset`.
  ///
  /// Nil when there is none, when it only names a function, as `sleep(for:)` does, or when it holds a string, a comment or a
  /// closure.
  init?(_ source: SourceText, at offset: Int) {
    guard offset < source.bytes.count, source.bytes[offset] == UInt8(ascii: "(") else { return nil }
    var depth = 0
    var argument = offset + 1
    for index in offset..<source.bytes.count {
      switch source.bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "{"), UInt8(ascii: "#"): return nil
      case UInt8(ascii: ",") where depth == 1:
        names.append(Self.label(source, argument..<index))
        argument = index + 1
      default: break
      }
      if depth == 0 {
        names.append(Self.label(source, argument..<index))
        guard source.text(argument..<index)[...].trimmed.last != ":" else { return nil }
        return
      }
    }
    return nil
  }

  private static func label(_ source: SourceText, _ range: Range<Int>) -> String {
    let text = source.text(range)[...].trimmed
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return text.dropFirst(name.count).drop(while: \.isWhitespace).first == ":" ? String(name) : "_"
  }
}
