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
/// `unless-in: Module.function(_:)` excepts places in the parentheses of such a call from the rules that follow in the kind,
/// `unless-before: Module.method(_:)` those on whose value such a method is called, `unless-given: label label` calls with all
/// of these arguments, `unless-set: property property` values of which the lines behind set all of these properties.
///
/// `rules: NAME` adds the rules of a library, `exclude: PATH` leaves a path out. A second `effect:` in a kind is for the rules
/// behind it; the kind has the first.
struct RuleParser {
  private let name: String
  private(set) var rules: [Rule] = []
  /// The kinds that are switched off, and where.
  private(set) var off: [(kind: String, line: Int)] = []
  /// The effects, each as its kind first tells it.
  private(set) var effects: [Effect] = []
  /// The libraries whose rules are asked for, and where.
  private(set) var libraries: [(name: String, line: Int)] = []
  /// The patterns of the paths to leave out.
  private(set) var excluded: [String] = []

  private var effect: Effect?
  private var exceptions: [Rule.Exception] = []
  private var harmlessLabels: [String] = []
  private var harmlessSettings: [String] = []

  /// - Parameters:
  ///   - text: What the file holds.
  ///   - name: How messages call the file.
  ///   - known: Effects to which the file may add symbols by their kind alone.
  /// - Throws: ``CannotAudit``, with the line that is wrong.
  init(_ text: String, name: String, known: [Effect] = []) throws {
    self.name = name
    // Made once: that takes longer than to match a line.
    let pattern = /(static\s+)?([\w.]+)\.(\w+(?:\([\w:]*\))?)\s+(fix|use):\s*(.+)/
    for (index, line) in text.lines.enumerated() {
      let line = line.trimmed
      guard line.utf8.count <= 1_000 else {
        throw CannotAudit(
          "\(name):\(index + 1): “\(line.prefix(80))…” is too long for a rule. Is this a file of rules?")
      }
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      if let kind = line.value(of: "off") {
        off.append((String(kind), index + 1))
      } else if let library = line.value(of: "rules") {
        libraries.append((String(library), index + 1))
      } else if let path = line.value(of: "exclude") {
        excluded.append(String(path))
      } else {
        try read(line, known: known, pattern, number: index + 1) { CannotAudit("\(name):\(index + 1): \($0)") }
      }
    }
  }

  private typealias Pattern = Regex<(Substring, Substring?, Substring, Substring, Substring, Substring)>

  private mutating func read(
    _ line: Substring, known: [Effect], _ pattern: Pattern, number: Int, wrong: (String) -> CannotAudit
  ) throws {
    if let kind = line.value(of: "kind") {
      guard kind.wholeMatch(of: /[a-z0-9-]+/) != nil else {
        throw wrong("“\(kind)” is no name of a kind. Write small letters and hyphens.")
      }
      let before = known.last { $0.kind == kind }
      effect = before ?? Effect(kind: String(kind), effect: "has an effect of the kind \(kind)", why: "")
      exceptions = []
      harmlessLabels = []
      harmlessSettings = []
    } else if effect == nil {
      throw wrong("“\(line.prefix(80))” has no kind. Write a line before it: kind: clock")
    } else if let text = line.value(of: "effect") {
      effect?.effect = String(text)
    } else if let text = line.value(of: "why") {
      effect?.why = String(text)
    } else if let labels = line.value(of: "unless-given") {
      harmlessLabels = labels.split { !$0.isLetter }.map(String.init)
    } else if let properties = line.value(of: "unless-set") {
      harmlessSettings = properties.split { !$0.isLetter }.map(String.init)
    } else if let text = line.value(of: "unless-in") ?? line.value(of: "unless-before") {
      guard let match = text.wholeMatch(of: /([\w.]+)\.(\w+\([\w:]*\))/) else {
        throw wrong("“\(text)” is no function. Write: unless-in: Module.Type.function(label:)")
      }
      let symbol = SymbolPath(owner: String(match.1), member: String(match.2))
      exceptions.append(Rule.Exception(symbol: symbol, isAround: line.hasPrefix("unless-in")))
    } else {
      guard let effect, let match = line.wholeMatch(of: pattern) else {
        throw wrong("“\(line.prefix(80))” is no rule. Write: Module.Type.member(label:)  use: Env.endpoint()")
      }
      let symbol = SymbolPath(owner: String(match.2), member: String(match.3), isStatic: match.1 != nil)
      var rule = Rule(
        effect: effect, symbol: symbol, replacement: String(match.5), isFixable: match.4 == "fix",
        exceptions: exceptions, harmlessLabels: harmlessLabels)
      rule.harmlessSettings = harmlessSettings
      rule.origin = "\(name):\(number)"
      rules.append(rule)
      if !effects.contains(where: { $0.kind == effect.kind }) { effects.append(effect) }
    }
  }
}

extension StringProtocol {
  /// Its lines, however they end. Other marks of Unicode that end lines may stand in code and in names of files.
  var lines: [SubSequence] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
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
