/// Where in the code a change is, as far as that decides what `Env` means there.
struct EditPlace {
  /// Where the parentheses begin of the function or the case whose default argument the change is in; nil for none.
  private let parameters: Int?
  private let source: SourceText
  private let comments: SourceComments
  private let offset: Int

  init(_ edit: Edit, in source: SourceText, _ comments: SourceComments) {
    self.source = source
    self.comments = comments
    offset = edit.range.lowerBound
    var place = offset
    var parameters: Int?
    while parameters == nil, let start = comments.parentheses.start(around: place) {
      let head = source.text(max(source.start, start - 200)..<start)
      let isFunction = head.contains(/(\bfunc\s+[^\s(]+|(^|[^.\w])init[?!]?|\bsubscript)\s*(<[^()]*>)?\s*$/)
      if isFunction || Self.isCase(head, source.text(start..<place)) { parameters = start }
      place = start
    }
    self.parameters = parameters
  }

  /// Whether a case is declared, rather than looked for: what is looked for has no default value.
  private static func isCase(_ head: String, _ parameters: String) -> Bool {
    parameters.contains(/[^=!<>]=\s/) && head.contains(/\bcase\s+([\w`]+\s*(\([^()]*\))?\s*,\s*)*[\w`]+\s*$/)
  }

  /// Whether it is in the default value of a parameter.
  var isDefaultArgument: Bool { parameters != nil }

  /// The access of the function or the case whose default argument it is in: `public`, `package`; nil for less.
  var access: String? { parameters.flatMap { access(ofDeclarationBefore: $0) } }

  private func access(ofDeclarationBefore end: Int) -> String? {
    let declaration = declaration(before: end)
    if declaration.contains(/\b(public|open)\b/) { return "public" }
    if declaration.contains(/\bpackage\b/) { return "package" }
    guard !declaration.contains(/\b(internal|fileprivate|private)\b/) else { return nil }
    guard let brace = comments.braces.start(around: end) else { return nil }
    // A case has the access of its enum, and what an extension adds has that of the extension.
    let isAsAround = declaration.contains(/\bcase\s/) || self.declaration(before: brace).contains(/\bextension\s/)
    return isAsAround ? access(ofDeclarationBefore: brace) : nil
  }

  /// Returns the last line of a declaration before its parentheses or braces.
  private func declaration(before end: Int) -> Substring {
    source.text(max(source.start, end - 200)..<end).split { "\n;{}".contains($0) }.last ?? ""
  }

  /// A note about a change here; nil for most.
  var note: String? {
    if isDefaultArgument {
      guard access == "public" else { return nil }
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
