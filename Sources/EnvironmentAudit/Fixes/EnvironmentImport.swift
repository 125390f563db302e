/// The line `import GlobalEnvironment` that a mended file needs.
struct EnvironmentImport {
  private let source: SourceText
  private var statements: [Statement] = []
  private let comments: SourceComments

  /// One import that no `#if` leaves out.
  private struct Statement {
    var line: Int
    var access: String
    var module: String
  }

  init(in source: SourceText) {
    self.source = source
    comments = SourceComments(source)
    var depth = 0
    // Made once: that takes longer than most lines.
    let pattern = Self.pattern
    for line in comments.linesOfCode {
      let text = source.line(line)
      if text.hasPrefix("#if") { depth += 1 }
      if text.hasPrefix("#endif") { depth -= 1 }
      guard depth == 0, text.contains("import"), let match = text.prefixMatch(of: pattern) else { continue }
      statements.append(Statement(line: line, access: match.1.map { "\($0) " } ?? "", module: String(match.2)))
    }
  }

  /// Returns the line to insert; nil when the file can say `Env` already.
  ///
  /// - Parameter edits: The changes that need it.
  func edit(for edits: [Edit]) -> Edit? {
    guard !statements.contains(where: { Self.modules.contains($0.module) }) else { return nil }
    let newline = source.hasWindowsLines ? "\r\n" : "\n"
    let line =
      access(for: edits)
      + (isNextToAnotherEnvironment ? "import var GlobalEnvironment.Env" : "import GlobalEnvironment") + newline
    if let before = statements.last(where: { $0.module < "GlobalEnvironment" }) ?? statements.last {
      let end = source.endOfLine(before.line)
      let isEnded = source.bytes[..<end].last == UInt8(ascii: "\n")
      return Edit(range: end..<end, text: isEnded ? line : newline + line)
    }
    let start = comments.linesOfCode.first.flatMap { source.offset(line: $0, column: 1) } ?? 0
    return Edit(range: max(start, source.start)..<max(start, source.start), text: line + newline)
  }

  /// The module of the file's other effects is imported `public` when its interface shows them; then this one must be, too.
  private func access(for edits: [Edit]) -> String {
    guard let foundation = statements.first(where: { $0.module.hasPrefix("Foundation") }) else { return "" }
    return foundation.access == "public " && !edits.contains(where: isDefaultArgument) && !hasInlinableCode
      ? "" : foundation.access
  }

  private var hasInlinableCode: Bool {
    source.text(0..<source.bytes.count).contains(/@(inlinable|frozen|backDeployed|_alwaysEmitIntoClient)\b/)
  }

  /// Whether a change is in the default value of a parameter, which the callers of the function see.
  private func isDefaultArgument(_ edit: Edit) -> Bool {
    var place = edit.range.lowerBound
    while let start = comments.parentheses.start(around: place) {
      let head = source.text(max(source.start, start - 200)..<start)
      if head.contains(/(\bfunc\s+[^\s(]+|(^|[^.\w])init[?!]?|\bsubscript)\s*(<[^()]*>)?\s*$/) { return true }
      place = start
    }
    return false
  }

  /// Whether the file means something else by `Environment`, SwiftUI's for example, which must not become ambiguous.
  private var isNextToAnotherEnvironment: Bool {
    statements.contains { $0.module == "SwiftUI" } || source.text(0..<source.bytes.count).contains(/\bEnvironment\b/)
  }

  private static let modules = ["GlobalEnvironment", "GlobalEnvironment.Env", "GlobalEnvironmentTesting"]

  /// An import, its access level, and its module.
  private static var pattern: Regex<(Substring, Substring?, Substring)> {
    /(?:@\w+(?:\([^)]*\))?\s+)*(?:(public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?([\w.]+)/
  }
}
