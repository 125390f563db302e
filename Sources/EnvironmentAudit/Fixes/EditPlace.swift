/// Where in the code a change is, as far as that decides what `Env` means there.
struct EditPlace {
  /// The text before the parentheses of the function whose default argument the change is in; nil when it is in none.
  private let head: String?
  private let source: SourceText
  private let comments: SourceComments
  private let offset: Int

  init(_ edit: Edit, in source: SourceText, _ comments: SourceComments) {
    self.source = source
    self.comments = comments
    offset = edit.range.lowerBound
    var place = offset
    var head: String?
    while head == nil, let start = comments.parentheses.start(around: place) {
      let text = source.text(max(source.start, start - 200)..<start)
      if text.contains(/(\bfunc\s+[^\s(]+|(^|[^.\w])init[?!]?|\bsubscript)\s*(<[^()]*>)?\s*$/) { head = text }
      place = start
    }
    self.head = head
  }

  /// Whether it is in the default value of a parameter.
  var isDefaultArgument: Bool { head != nil }

  /// A note about a change here; nil for most.
  var note: String? {
    if let head {
      let declaration = head.split { "\n;{}".contains($0) }.last ?? ""
      guard declaration.contains(/\b(public|open)\b/) else { return nil }
      return "a default argument of a public function asks Env now, and its interface shows that"
    }
    let line = source.line(source.line(of: offset))
    guard let match = line.prefixMatch(of: /(?:@\w+\s+)*(?:\w+(?:\(\w+\))?\s+)*?(static\s+)?(?:let|var)\s/) else {
      return nil
    }
    guard comments.braces.start(around: offset) == nil || match.1 != nil, !isComputed else { return nil }
    return "a value that all share asks Env now, once, at its first use; what a test sets later does not change it"
  }

  /// Whether the change is in a body that runs each time: between the braces of its own line.
  private var isComputed: Bool {
    let start = source.offset(line: source.line(of: offset), column: 1) ?? offset
    return source.bytes[start..<offset].contains(UInt8(ascii: "{"))
  }
}
