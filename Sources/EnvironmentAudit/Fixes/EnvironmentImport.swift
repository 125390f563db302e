/// The line `import GlobalEnvironment` that a fixed file needs.
struct EnvironmentImport {
  private let source: SourceText
  private var statements: [Statement] = []
  private let comments: SourceComments

  /// One import that no `#if` leaves out.
  private struct Statement {
    var line: Int
    var access: String
    var module: String
    var group: Group
  }

  /// The groups that a formatter keeps imports in, in its order, with an empty line between.
  private enum Group: Int {
    case modules, declarations, implementation, testable
  }

  init(in source: SourceText) {
    self.source = source
    comments = SourceComments(source)
    var depth = 0
    // Made once, as it takes longer than reading most lines.
    let pattern = Self.pattern
    for line in comments.linesOfCode {
      let text = source.line(line)
      if text.hasPrefix("#if") { depth += 1 }
      if text.hasPrefix("#endif") { depth -= 1 }
      guard depth == 0, text.contains("import"), let match = text.prefixMatch(of: pattern) else { continue }
      var group = match.3 == nil ? Group.modules : .declarations
      if match.1.contains("@testable") { group = .testable }
      if match.1.contains("@_implementationOnly") { group = .implementation }
      statements.append(
        Statement(line: line, access: match.2.map { "\($0) " } ?? "", module: String(match.4), group: group))
    }
  }

  /// The modules that are imported, those of single declarations without their names.
  var modules: Set<String> { Set(statements.map { String($0.module.prefix { $0 != "." }) }) }

  /// Whether the file can use `Env` already.
  var hasEnvironment: Bool { statements.contains { Self.ownModules.contains($0.module) } }

  /// Returns the line to insert; nil when the file can use `Env` already.
  ///
  /// - Parameter access: As ``access(for:)`` has it, or another that fits the files beside it.
  func edit(_ access: String) -> Edit? {
    guard !hasEnvironment else { return nil }
    let group = isNextToAnotherEnvironment ? Group.declarations : .modules
    let new = group == .modules ? "import GlobalEnvironment" : "import var GlobalEnvironment.Env"
    let line = access + new + newline
    let peers = statements.filter { $0.group == group }
    if let before = peers.last(where: { $0.module < "GlobalEnvironment" }) {
      return insertion(of: line, behind: before)
    }
    // A comment above an import belongs to it.
    if let first = peers.first, !comments.hasComment(onLine: first.line - 1) {
      return insertion(of: line, beforeLine: first.line)
    }
    if let last = peers.last { return insertion(of: line, behind: last) }
    if let before = statements.last(where: { $0.group.rawValue < group.rawValue }) {
      return insertion(of: newline + line, behind: before)
    }
    if let first = statements.first { return insertion(of: line + newline, beforeLine: first.line) }
    return insertion(of: line + newline, beforeLine: comments.linesOfCode.first ?? 1)
  }

  private var newline: String { source.hasWindowsLines ? "\r\n" : "\n" }

  private func insertion(of line: String, behind statement: Statement) -> Edit {
    let end = source.endOfLine(statement.line)
    // A comment that begins behind it may have further lines.
    if comments.comments.contains(where: { $0.range.lowerBound < end && $0.range.upperBound > end }) {
      return insertion(of: line, beforeLine: statement.line)
    }
    let isEnded = source.bytes[..<end].last == UInt8(ascii: "\n")
    return Edit(range: end..<end, text: isEnded ? line : newline + line)
  }

  /// Inserts before a line of code, and before the comments directly above it, which belong to it or reach into it.
  private func insertion(of line: String, beforeLine number: Int) -> Edit {
    var first = number
    for comment in comments.comments.reversed() where source.line(of: comment.range.lowerBound) < first {
      let last = source.line(of: comment.range.upperBound - 1)
      guard last >= first || (last == first - 1 && !comment.isBehindCode) else { break }
      first = source.line(of: comment.range.lowerBound)
    }
    let start = max(source.offset(line: first, column: 1) ?? source.bytes.count, source.start)
    return Edit(range: start..<start, text: line)
  }

  /// Returns the access that the import needs for some changes, with a space behind it; empty for none.
  func access(for edits: [Edit]) -> String {
    // What is not of Foundation may be shown whatever access that has.
    let others = edits.filter { $0.module != "Foundation" }
    let shown = others.compactMap { EditPlace($0, in: source, comments).access }
    if shown.contains("public") || (!others.isEmpty && hasInlinableCode) { return "public " }
    return accessLikeFoundation(for: edits.filter { $0.module == "Foundation" })
  }

  /// Returns the access that the import needs for some changes where it has to say one.
  func explicitAccess(for edits: [Edit]) -> String {
    let shown = edits.compactMap { EditPlace($0, in: source, comments).access }
    return shown.contains("public") || hasInlinableCode ? "public " : "internal "
  }

  /// Foundation is imported `public` when the file's interface shows its effects; then this module must be, too. What is
  /// shown to the package alone needs no import of that access: only signatures count there, and they name no `Env`.
  private func accessLikeFoundation(for edits: [Edit]) -> String {
    guard let foundation = statements.first(where: { $0.module.hasPrefix("Foundation") }) else { return "" }
    if foundation.access == "package " { return "" }
    let isNeeded =
      foundation.access != "public " || edits.contains { EditPlace($0, in: source, comments).isDefaultArgument }
      || hasInlinableCode
    return isNeeded ? foundation.access : ""
  }

  private var hasInlinableCode: Bool {
    source.text(0..<source.bytes.count).contains(/@(inlinable|frozen|backDeployed|_alwaysEmitIntoClient)\b/)
  }

  /// Whether `Environment` means another type in the file, SwiftUI's for example, and must not become ambiguous.
  private var isNextToAnotherEnvironment: Bool {
    statements.contains { $0.module == "SwiftUI" } || source.text(0..<source.bytes.count).contains(/\bEnvironment\b/)
  }

  private static let ownModules: Set = ["GlobalEnvironment", "GlobalEnvironment.Env", "GlobalEnvironmentTesting"]

  /// Returns the access levels of the imports of `GlobalEnvironment` in a text, those that `#if` leaves out, too.
  static func levels(in text: String) -> Set<String> {
    let pattern = pattern
    return Set(
      text.lines.compactMap { line in
        guard line.contains("GlobalEnvironment"),
          let match = line.drop(while: { $0 == "\u{FEFF}" }).trimmed.prefixMatch(of: pattern),
          match.4.prefix(while: { $0 != "." }) == "GlobalEnvironment"
        else { return nil }
        return match.2.map { "\($0) " } ?? ""
      })
  }

  /// An import: its attributes, its access level, the kind of a declaration, and its module.
  private static var pattern: Regex<(Substring, Substring, Substring?, Substring?, Substring)> {
    /((?:@\w+(?:\([^)]*\))?\s+)*)(?:(public|package|internal|fileprivate|private)\s+)?import\s+(?:(struct|class|enum|protocol|typealias|func|let|var)\s+)?([\w.]+)/
  }
}
