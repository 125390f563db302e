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
    guard isInSharedValue else { return nil }
    return "a value that all share asks Env now, once, at its first use; what a test sets later does not change it"
  }

  /// Whether the change is in the first value of something global or static, and in no closure that is only kept there.
  private var isInSharedValue: Bool {
    var place = offset
    while true {
      let brace = comments.braces.start(around: place)
      if isInSharedValue(place, in: brace) { return true }
      guard let brace, !runsLater(brace) else { return false }
      place = brace
    }
  }

  /// Whether a declaration whose value holds `place` is directly in the braces that begin there, or in none.
  private func isInSharedValue(_ place: Int, in brace: Int?) -> Bool {
    let code = source.code(max(brace.map { $0 + 1 } ?? source.start, place - 2_000)..<place, comments)
    let declarations = code.matches(of: /(\bstatic\s+(?:[\w()]+\s+)*)?\b(?:let|var)\s[^={};\n]*=/)
    return declarations.contains { declaration in
      (brace == nil || declaration.1 != nil) && code[declaration.range.upperBound...].isOneStatement
    }
  }

  /// Whether the code in these braces is that of an observer, or of a closure that is not called at once.
  private func runsLater(_ brace: Int) -> Bool {
    let head = source.text(max(source.start, brace - 200)..<brace)
    if head.contains(/\b(didSet|willSet)\s*$/) { return true }
    // A closure behind a name, as in `map { }`, is called there.
    guard head.contains(/[=(,:\[]\s*$/), let end = comments.braces.end(of: brace) else { return false }
    return source.bytes[(end + 1)...].first != UInt8(ascii: "(")
  }
}

extension SourceText {
  /// Returns code with spaces for its comments, and letters for its strings.
  fileprivate func code(_ range: Range<Int>, _ comments: SourceComments) -> String {
    var code = Array(bytes[range])
    func hide(_ hidden: Range<Int>, by byte: UInt8) {
      for place in hidden.clamped(to: range) { code[place - range.lowerBound] = byte }
    }
    // They are in the order of their ends: one comes behind those that are interpolated in it.
    let strings = comments.strings
    for string in strings[strings.countInOrder { $0.upperBound <= range.lowerBound }...].prefix(range.count) {
      hide(string, by: UInt8(ascii: "x"))
    }
    let all = comments.comments
    for comment in all[all.countInOrder { $0.range.upperBound <= range.lowerBound }...] {
      if comment.range.lowerBound >= range.upperBound { break }
      hide(comment.range, by: UInt8(ascii: " "))
    }
    return String(decoding: code, as: UTF8.self)
  }
}

extension Substring {
  /// Whether no statement ends in it.
  fileprivate var isOneStatement: Bool {
    var depth = 0
    for index in utf8.indices {
      switch utf8[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ";") where depth == 0: return false
      case UInt8(ascii: "\n") where depth == 0:
        let line = utf8[..<index].reversed().drop(while: \.isSpace)
        let before = line.first ?? UInt8(ascii: "=")
        // A regular expression ends with this sign, too, and has no space in front of it.
        let mayGoOn = before != UInt8(ascii: "/") || line.dropFirst().first?.isSpace == true
        let behind = utf8[index...].first { !$0.isSpace } ?? UInt8(ascii: "x")
        if !mayGoOn || !"=,.?:&|+-*/<".utf8.contains(before), !".?:&|+-*/<=".utf8.contains(behind) { return false }
      default: break
      }
      if depth < 0 { return false }
    }
    return true
  }
}
