/// The text that `--fix` writes for one finding, where the program certainly keeps its meaning and builds.
///
/// The index says which symbol is used, so only the form matters: `Date()`, `Date.init()`, `Moment()`, `.now`,
/// `Foundation.Date.now`, `Task.sleep(for:)`. Other forms (unapplied functions, key paths, changes) stay as they are.
struct Replacement {
  private let source: SourceText
  /// Where each `//` and `*/` begins, in order.
  private let commentMarks: [Int]

  init(in source: SourceText) {
    self.source = source
    let bytes = source.bytes
    commentMarks = bytes.indices.dropLast().filter {
      bytes[$0 + 1] == UInt8(ascii: "/") && "/*".utf8.contains(bytes[$0])
    }
  }

  /// Returns the change for a finding; nil when the finding must stay.
  func edit(for finding: Finding) -> Edit? {
    guard let rule = finding.rule, rule.isFixable, !finding.isChange, !finding.isDoubtful else { return nil }
    guard let name = source.offset(line: finding.line, column: finding.column) else { return nil }
    let end = source.endOfName(at: name)
    // It is empty for a name in backticks.
    guard end > name else { return nil }
    let new = rule.replacement
    if new.hasPrefix(".") { return member(name..<end, new) }
    guard let start = startOfExpression(nameAt: name) else { return nil }
    switch rule.symbol.member {
    case "init()":
      // A single name is the type's; `init` always has a type or a dot before it.
      return endOfEmptyCall(at: end).map { Edit(range: start..<$0, text: new) }
    case let initializer where initializer.hasPrefix("init("):
      let label = initializer.dropFirst("init(".count).dropLast()
      return endOfLabel(String(label), at: end).map { Edit(range: start..<$0, text: String(new.prefix { $0 != "_" })) }
    case let function where function.hasSuffix(")"):
      guard start < name, hasLabels(of: new, at: end) else { return nil }
      return Edit(range: start..<end, text: String(new.prefix { $0 != "(" }))
    default:
      return start < name ? Edit(range: start..<end, text: new) : nil
    }
  }

  /// Replaces the name of a member of a value, unless it is part of a key path.
  private func member(_ name: Range<Int>, _ new: String) -> Edit? {
    guard dot(before: name.lowerBound) != nil else { return nil }
    return isInKeyPath(name.lowerBound) ? nil : Edit(range: name, text: String(new.dropFirst()))
  }

  /// Whether the chain of members that ends before a name begins with a backslash, as in `\A<B, C>.d[e, f]?.name`.
  ///
  /// A chain with a comment in it, and one that is longer than any that people write, may be one.
  private func isInKeyPath(_ name: Int) -> Bool {
    var depth = 0
    var place = name
    var next = source.bytes[name]
    while place > max(source.start, name - 2_000) {
      place -= 1
      let byte = source.bytes[place]
      switch byte {
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "("), UInt8(ascii: "["): depth -= 1
      case UInt8(ascii: ">") where endsTypes(place, before: next): depth += 1
      case UInt8(ascii: "<") where depth > 0: depth -= 1
      case UInt8(ascii: "\"") where depth > 0:
        place = source.bytes[..<place].lastIndex(of: UInt8(ascii: "\"")) ?? source.start
      case _ where depth > 0: break
      case UInt8(ascii: "\\"): return true
      case _ where byte.isSpace:
        // A chain continues only before a dot.
        guard next == UInt8(ascii: ".") else { return false }
        place = source.startOfSpaces(before: place)
        if mayEndInComment(place) { return true }
        continue
      default: guard byte.isPartOfName || ".?!`$".utf8.contains(byte) else { return false }
      }
      if depth < 0 { return false }
      next = byte
    }
    return place > source.start
  }

  /// Whether a `>` ends a list of types, rather than is an operator, which has spaces on both sides or on neither.
  private func endsTypes(_ place: Int, before next: UInt8) -> Bool {
    guard place > 0, ".?![(,>)]".utf8.contains(next) else { return false }
    let byte = source.bytes[place - 1]
    return !byte.isSpace && byte != UInt8(ascii: "-")
  }

  /// Returns where the expression that ends with a name begins: at `Foundation` of `Foundation.Date.now`, at the dot of
  /// `.now`.
  private func startOfExpression(nameAt name: Int) -> Int? {
    var start = name
    while let dot = dot(before: start) {
      let base = source.startOfSpaces(before: dot)
      guard base == dot || !mayEndInComment(base) else { return nil }
      let baseStart = source.startOfName(before: base)
      let word = source.text(baseStart..<base)
      if baseStart == base { return isImplicit(dot: dot, before: base) ? dot : nil }
      if Self.keywords.contains(word) { return base < dot ? dot : nil }
      // An unknown keyword is apart from what follows; so is a type from its member on the next line.
      guard base == dot || word.first?.isUppercase == true else { return nil }
      // These create no new value.
      guard !(["self", "super"].contains(word) && source.text(name..<source.endOfName(at: name)) == "init") else {
        return nil
      }
      start = baseStart
    }
    guard start > 0 else { return start }
    return [#"\"#, ".", "@", "#", "$", "`"].contains(source.text(start - 1..<start)) ? nil : start
  }

  /// Returns the place of the dot directly before `offset`.
  private func dot(before offset: Int) -> Int? {
    guard offset > 0, source.bytes[offset - 1] == UInt8(ascii: ".") else { return nil }
    return offset - 1
  }

  /// Whether the text that ends at `offset` may be in a comment: a comment or a URL is somewhere before it.
  private func mayEndInComment(_ offset: Int) -> Bool {
    let start = offset - source.column(of: offset) + 1
    return commentMarks.countInOrder(upTo: offset - 2) > commentMarks.countInOrder(upTo: start - 1)
  }

  /// Whether a dot begins an expression, as in `= .now`, rather than continues one, as in `dates[0].now`.
  private func isImplicit(dot: Int, before end: Int) -> Bool {
    guard end > 0 else { return true }
    let byte = source.bytes[end - 1]
    let opening = "([{,=:;".utf8.contains(byte)
    let operators = "?&|<>+-*/".utf8.contains(byte) && end < dot
    return opening || operators
  }

  /// Returns the end of `()`, with only spaces in it.
  private func endOfEmptyCall(at offset: Int) -> Int? {
    let text = source.bytes[offset...]
    guard text.first == UInt8(ascii: "(") else { return nil }
    let rest = text.dropFirst().drop(while: \.isSpace)
    return rest.first == UInt8(ascii: ")") ? rest.startIndex + 1 : nil
  }

  /// Returns where the first argument of a call begins, if that has the label.
  private func endOfLabel(_ label: String, at offset: Int) -> Int? {
    guard source.bytes[offset...].starts(with: ("(" + label).utf8) else { return nil }
    let argument = source.bytes[(offset + 1 + label.utf8.count)...].firstIndex { !$0.isSpace }
    return argument.flatMap { source.bytes[$0] == UInt8(ascii: ")") ? nil : $0 }
  }

  /// Whether the call at `offset` has only labels of the replacement.
  private func hasLabels(of replacement: String, at offset: Int) -> Bool {
    guard let labels = ArgumentLabels(source, at: offset) else { return false }
    let allowed = replacement.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":").map(String.init)
    return labels.names.allSatisfy(allowed.contains)
  }

  private static let keywords = [
    "return", "in", "else", "try", "await", "throw", "case", "where", "if", "while", "yield", "guard", "switch", "then",
  ]
}
