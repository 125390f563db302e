/// Reads rules as their files hold them:
///
/// ```
/// # A comment.
/// kind: clock
/// effect: reads the clock
/// why: A test cannot choose the moment.
///
/// Foundation.Date.init()  fix: Env.date()
/// static Foundation.Date.timeIntervalSinceReferenceDate  use: Env.date().timeIntervalSinceReferenceDate
/// ```
///
/// `fix:` says what `--fix` writes, `use:` is advice. A file may hold several kinds, and lines `off: KIND` that switch one off.
struct RuleParser {
  private let name: String
  private(set) var rules: [Rule] = []
  private(set) var off: Set<String> = []

  private var effect: Effect?

  /// - Parameters:
  ///   - text: What the file holds.
  ///   - name: How messages call the file.
  ///   - known: Effects to which the file may add symbols by their kind alone.
  /// - Throws: ``CannotAudit``, with the line that is wrong.
  init(_ text: String, name: String, known: [Effect] = []) throws {
    self.name = name
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.trimmed
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      try read(line, known: known) { CannotAudit("\(name):\(index + 1): \($0)") }
    }
  }

  private mutating func read(_ line: Substring, known: [Effect], wrong: (String) -> CannotAudit) throws {
    if let kind = line.value(of: "kind") {
      guard kind.wholeMatch(of: /[a-z0-9-]+/) != nil else {
        throw wrong("“\(kind)” is no name of a kind. Write small letters and hyphens.")
      }
      let before = known.last { $0.kind == kind }
      effect = before ?? Effect(kind: String(kind), effect: "has an effect of the kind \(kind)", why: "")
    } else if let kind = line.value(of: "off") {
      off.insert(String(kind))
    } else if let text = line.value(of: "effect") {
      effect?.effect = String(text)
    } else if let text = line.value(of: "why") {
      effect?.why = String(text)
    } else {
      guard let match = line.wholeMatch(of: /(static\s+)?([\w.]+)\.(\w+(?:\([\w:]*\))?)\s+(fix|use):\s*(.+)/) else {
        throw wrong("“\(line)” is no rule. Write: Module.Type.member(label:)  use: Env.endpoint()")
      }
      guard let effect else { throw wrong("The rule has no kind. Write a line before it: kind: clock") }
      let symbol = SymbolPath(owner: String(match.2), member: String(match.3), isStatic: match.1 != nil)
      rules.append(
        Rule(effect: effect, symbol: symbol, replacement: String(match.5), isFixable: match.4 == "fix"))
    }
  }
}

extension Substring {
  /// Without the spaces around it.
  var trimmed: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// What is behind `key:`; nil when the text does not begin so.
  fileprivate func value(of key: String) -> Substring? {
    hasPrefix(key + ":") ? dropFirst(key.utf8.count + 1).trimmed : nil
  }
}
