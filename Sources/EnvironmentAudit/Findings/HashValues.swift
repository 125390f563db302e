/// The places where a file reads a `hashValue`. The index does not name those that the compiler has made, such as that of a
/// `String`, so they are found in the text.
enum HashValues {
  static let name = "hashValue"
  static let text = "." + name

  /// The rule for them.
  static func rule(of rules: RuleSet) -> Rule? { rules.rule(name: name) { "s:SH9hashValueSivp" } }

  static func places(in source: SourceText, _ comments: SourceComments) -> [IndexOccurrence] {
    let hidden = comments.comments.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
    let (starts, strings) = (hidden.map(\.lowerBound), comments.strings)
    let bytes = Array(name.utf8)
    return source.bytes.indices.dropFirst().filter { offset in
      guard source.bytes[offset - 1] == UInt8(ascii: "."), source.bytes[offset...].starts(with: bytes),
        source.endOfName(at: offset) == offset + bytes.count
      else { return false }
      let begun = starts.countInOrder(upTo: offset)
      if begun > 0, hidden[begun - 1].contains(offset) { return false }
      // In a string it is code only where it is interpolated.
      let string = strings.filter { $0.contains(offset) }.map(\.lowerBound).max()
      return string.map { start in comments.parentheses.start(around: offset).map { $0 > start } == true } ?? true
    }.map {
      IndexOccurrence(line: source.line(of: $0), column: source.column(of: $0), roles: IndexOccurrence.reference)
    }
  }
}
