/// The comments of a source file, distinguished from strings that look like them, and the parts that `#if` may leave out.
package struct SourceComments: Sendable {
  /// One comment, with its slashes.
  package struct Comment: Sendable {
    package var range: Range<Int>
    /// Whether code stands before it on its line.
    package var isBehindCode: Bool
    /// Whether it is between an `#if` and its `#endif`.
    package var isConditional: Bool
  }

  private(set) package var comments: [Comment] = []
  /// Where each comment ends, by where it begins.
  private var ends: [Int: Int] = [:]
  /// The lines that hold code, from 1, in order.
  private(set) package var linesOfCode: [Int] = []

  /// The lines of `#if`, `#elseif`, `#else` and `#endif`, and how many conditions are open after each.
  private(set) var directives: [(line: Int, depth: Int)] = []

  /// The strings, with what is interpolated in them.
  private(set) var strings: [Range<Int>] = []
  /// The parentheses in the code, including those of interpolations.
  private(set) var parentheses = Parentheses()
  /// The braces in it.
  private(set) var braces = Parentheses()

  private let source: SourceText
  /// Whether it is Swift; otherwise C, or a language that extends it.
  private let isSwift: Bool
  private var offset = 0
  private var conditions = 0

  package init(_ source: SourceText, isSwift: Bool = true) {
    self.source = source
    self.isSwift = isSwift
    offset = source.start
    // A script begins with the program that runs it.
    if starts(with: "#!") { offset = source.endOfLine(1) }
    while offset < source.bytes.count { step() }
  }

  /// Returns the first line of code after `line`; nil when there is none.
  package func lineOfCode(after line: Int) -> Int? {
    let index = linesOfCode.countInOrder(upTo: line)
    return index < linesOfCode.count ? linesOfCode[index] : nil
  }

  /// Whether a line has a comment, and no code.
  func hasComment(onLine line: Int) -> Bool {
    guard lineOfCode(after: line - 1) != line, let start = source.offset(line: line, column: 1) else { return false }
    let end = source.endOfLine(line)
    return comments.contains { $0.range.overlaps(start..<end) }
  }

  /// Returns where code continues after spaces and comments.
  func code(from offset: Int) -> Int {
    var offset = offset
    while offset < source.bytes.count {
      if source.bytes[offset].isSpace {
        offset += 1
      } else if source.bytes[offset] == UInt8(ascii: "/"), let end = ends[offset] {
        offset = end
      } else {
        break
      }
    }
    return offset
  }

  private mutating func step() {
    let byte = source.bytes[offset]
    if byte.isSpace {
      offset += 1
    } else if byte == UInt8(ascii: "/"), starts(with: "//") {
      let start = offset
      offset = source.bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count
      addComment(from: start)
    } else if byte == UInt8(ascii: "/"), starts(with: "/*") {
      let start = offset
      skipBlockComment()
      addComment(from: start)
    } else {
      markCode(at: offset)
      if byte == UInt8(ascii: "#"), let word = directive {
        if word.hasPrefix("if") { conditions += 1 }
        if word == "endif" { conditions -= 1 }
        directives.append((source.line(of: offset), conditions))
        offset += word.utf8.count + 1
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
        if !skipRawString() { skipString() }
        // It may end several lines further down.
        markCode(at: offset - 1)
      } else if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "'") {
        skipQuotedName(byte)
      } else if byte == UInt8(ascii: "\\") {
        // Outside of strings, an escape is in a regular expression.
        offset = min(offset + 2, source.bytes.count)
      } else if isSwift, byte == UInt8(ascii: "/"), let end = BareRegularExpression.end(in: source, from: offset) {
        offset = end
      } else {
        if byte == UInt8(ascii: "(") { parentheses.open(at: offset) }
        if byte == UInt8(ascii: ")") { parentheses.close(at: offset) }
        if byte == UInt8(ascii: "{") { braces.open(at: offset) }
        if byte == UInt8(ascii: "}") { braces.close(at: offset) }
        skipPlainCode()
      }
    }
  }

  /// Skips plain code of one line, which is most of a file, so each byte is checked only once.
  private mutating func skipPlainCode() {
    offset += 1
    while offset < source.bytes.count {
      switch source.bytes[offset] {
      case UInt8(ascii: "\n"), UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "("),
        UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\"), UInt8(ascii: "`"),
        UInt8(ascii: "'"):
        return
      default: offset += 1
      }
    }
  }

  private mutating func markCode(at offset: Int) {
    let line = source.line(of: offset)
    if line != linesOfCode.last { linesOfCode.append(line) }
  }

  private mutating func addComment(from start: Int) {
    let isBehindCode = linesOfCode.last == source.line(of: start)
    comments.append(Comment(range: start..<offset, isBehindCode: isBehindCode, isConditional: conditions > 0))
    ends[start] = offset
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        // In C, none is in another.
        depth = isSwift ? depth + 1 : 1
        offset += 2
      } else if starts(with: "*/") {
        depth -= 1
        offset += 2
      } else {
        offset += 1
      }
    } while depth > 0 && offset < source.bytes.count
    offset = min(offset, source.bytes.count)
  }

  /// Skips a name in backticks, `it's "fine"` for example, or in C a character: `'"'`.
  ///
  /// In Swift, quotes quote nothing, and in C, those within numbers separate digits.
  private mutating func skipQuotedName(_ quote: UInt8) {
    let word = source.bytes[source.startOfName(before: offset)..<offset].first ?? 0
    let isCharacter = quote == UInt8(ascii: "'")
    guard isCharacter != isSwift, !isCharacter || !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(word) else {
      return offset += 1
    }
    var end = offset + 1
    while end < source.bytes.count, source.bytes[end] != quote, source.bytes[end] != UInt8(ascii: "\n") {
      end += isCharacter && source.bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < source.bytes.count, source.bytes[end] == quote else { return offset += 1 }
    offset = end + 1
  }

  /// Skips a string, with what is interpolated in it, or a lone `#`.
  private mutating func skipString() {
    let pounds = source.bytes[offset...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = offset + pounds
    guard quote < source.bytes.count else { return offset = quote }
    if isSwift, source.bytes[quote] == UInt8(ascii: "/"), pounds > 0 { return skipRegularExpression(pounds: pounds) }
    guard source.bytes[quote] == UInt8(ascii: "\"") else { return offset += max(pounds, 1) }
    let marks = String(repeating: "#", count: pounds)
    let start = offset
    offset = quote
    let isLong = isSwift && starts(with: "\"\"\"") && !isQuoteAlone(marks)
    let end = (isLong ? "\"\"\"" : "\"") + marks
    offset += isLong ? 3 : 1
    // An escape may reach beyond the end of an incomplete text.
    defer {
      offset = min(offset, source.bytes.count)
      strings.append(start..<offset)
    }
    while offset < source.bytes.count {
      if starts(with: end) { return offset += end.utf8.count }
      if !isLong, source.bytes[offset] == UInt8(ascii: "\n") { return }
      if isSwift, starts(with: "\\" + marks + "(") {
        offset += marks.utf8.count + 2
        skipInterpolation()
      } else {
        offset += starts(with: "\\" + marks) ? marks.utf8.count + 2 : 1
      }
    }
  }

  /// Skips a raw string of C++: `R"x(…)x"`.
  ///
  /// - Returns: Whether one begins here.
  private mutating func skipRawString() -> Bool {
    guard !isSwift, source.bytes[offset] == UInt8(ascii: "\""),
      ["R", "LR", "uR", "UR", "u8R"].contains(source.text(source.startOfName(before: offset)..<offset))
    else { return false }
    let delimiter = source.bytes[(offset + 1)...].prefix(17).prefix { !$0.isSpace && !"()\\\"".utf8.contains($0) }
    guard source.bytes[delimiter.endIndex...].first == UInt8(ascii: "(") else { return false }
    let start = offset
    let end = [UInt8(ascii: ")")] + delimiter + [UInt8(ascii: "\"")]
    offset = delimiter.endIndex + 1
    while offset < source.bytes.count, !source.bytes[offset...].starts(with: end) { offset += 1 }
    offset = min(offset + end.count, source.bytes.count)
    strings.append(start..<offset)
    return true
  }

  /// Whether three quotes are a string of one line, as `#"""#` is: as in the compiler, if that ends on the line.
  private func isQuoteAlone(_ marks: String) -> Bool {
    guard !marks.isEmpty else { return false }
    let end = Array(("\"" + marks).utf8)
    return (offset + 2..<source.endOfLine(source.line(of: offset))).contains { source.bytes[$0...].starts(with: end) }
  }

  /// Skips `#/…/#`, which has several lines when nothing follows its beginning on the line.
  private mutating func skipRegularExpression(pounds: Int) {
    let end = "/" + String(repeating: "#", count: pounds)
    offset += pounds + 1
    let isLong = source.bytes[offset...].first { $0 != UInt8(ascii: " ") }.map(\.isSpace) ?? false
    while offset < source.bytes.count, isLong || source.bytes[offset] != UInt8(ascii: "\n") {
      if starts(with: end) { return offset += end.utf8.count }
      offset += source.bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    offset = min(offset, source.bytes.count)
  }

  private mutating func skipInterpolation() {
    var depth = 1
    parentheses.open(at: offset - 1)
    while depth > 0, offset < source.bytes.count {
      if source.bytes[offset] == UInt8(ascii: "(") { depth += 1 }
      if source.bytes[offset] == UInt8(ascii: ")") { depth -= 1 }
      step()
    }
  }

  /// The word after a `#` if it opens, continues or closes a condition of the compiler.
  private var directive: String? {
    let word = source.text(offset + 1..<source.endOfName(at: offset + 1))
    return ["if", "elseif", "else", "elif", "ifdef", "ifndef", "endif"].contains(word) ? word : nil
  }

  private func starts(with text: String) -> Bool { source.bytes[offset...].starts(with: text.utf8) }
}
