/// Reads the rules of a file:
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
/// `fix:` says what `--fix` writes, `use:` is advice. A file may have several kinds, and lines `off: KIND` that switch one
/// off. Some lines exclude places from the rules that follow in the kind: `unless-in: Module.function(_:)` places in the
/// parentheses of such a call, `unless-before: Module.method(_:)` those on whose value such a method is called,
/// `unless-given: label label` calls with all of these arguments, `unless-set: property property` values for which later
/// lines set all of these properties.
///
/// `rules: NAME` adds the rules of a library, `exclude: PATH` leaves a path out. A second `effect:` in a kind applies to
/// the rules after it; the kind has the first.
struct RuleParser {
  private let name: String
  private(set) var rules: [Rule] = []
  /// The kinds that are switched off, and where.
  private(set) var off: [(kind: String, line: Int)] = []
  /// The effects, each as its kind first describes it.
  private(set) var effects: [Effect] = []
  /// The libraries whose rules are asked for, and where.
  private(set) var libraries: [(name: String, line: Int)] = []
  /// The patterns of the paths to leave out.
  private(set) var excluded: [String] = []

  private var effect: Effect?
  private var exceptions: [Rule.Exception] = []
  private var harmlessLabels: [String] = []
  private var harmlessSettings: [String] = []

  /// Reads `text`; `name` is that of the file in messages.
  ///
  /// - Parameter known: Effects to which the file may add symbols by their kind alone.
  /// - Throws: ``CannotAudit``, with the line that is wrong.
  init(_ text: String, name: String, known: [Effect] = []) throws {
    self.name = name
    for (index, line) in text.lines.enumerated() {
      let line = line.trimmed
      guard line.utf8.count <= 1_000 else {
        throw CannotAudit(
          "\(name):\(index + 1): “\(line.prefix(80))…” is too long for a rule. Is this a file of rules?")
      }
      guard !line.isEmpty, line.utf8.first != UInt8(ascii: "#") else { continue }
      let (key, value) = line.keyAndValue
      switch key {
      case "off": off.append((value, index + 1))
      case "rules": libraries.append((value, index + 1))
      case "exclude": excluded.append(value)
      default:
        try read(line, key: key, value, known: known, number: index + 1) {
          CannotAudit("\(name):\(index + 1): \($0)")
        }
      }
    }
  }

  private mutating func read(
    _ line: Substring, key: String, _ value: String, known: [Effect], number: Int, wrong: (String) -> CannotAudit
  ) throws {
    if key == "kind" {
      guard value.wholeMatch(of: /[a-z0-9-]+/) != nil else {
        throw wrong("“\(value)” is not the name of a kind. Write small letters and hyphens.")
      }
      let before = known.last { $0.kind == value }
      effect = before ?? Effect(kind: value, effect: "has an effect of the kind \(value)", why: "")
      exceptions = []
      harmlessLabels = []
      harmlessSettings = []
      return
    }
    guard effect != nil else {
      throw wrong("“\(line.prefix(80))” has no kind. Write a line before it: kind: clock")
    }
    switch key {
    case "effect": effect?.effect = value
    case "why": effect?.why = value
    case "unless-given", "unless-set":
      // A label may have its colon.
      let words = value.items.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
      if let odd = words.first(where: { $0.wholeMatch(of: /\w+/) == nil }) {
        throw wrong("“\(odd)” is not a name. Write names with commas between them.")
      }
      if key == "unless-given" { harmlessLabels = words } else { harmlessSettings = words }
    case "unless-in", "unless-before":
      guard let match = value.wholeMatch(of: /([\w.]+)\.(\w+\([\w:]*\))/) else {
        throw wrong("“\(value)” is not a function. Write: unless-in: Module.Type.function(label:)")
      }
      let symbol = SymbolPath(owner: String(match.1), member: String(match.2))
      exceptions.append(Rule.Exception(symbol: symbol, isAround: key == "unless-in"))
    default: try addRule(line, number: number, wrong: wrong)
    }
  }

  private mutating func addRule(_ line: Substring, number: Int, wrong: (String) -> CannotAudit) throws {
    guard let effect, let parts = RuleLine(line) else {
      throw wrong("“\(line.prefix(80))” is not a rule. Write: Module.Type.member(label:)  use: Env.endpoint()")
    }
    rules.append(
      Rule(
        effect: effect, symbol: parts.symbol, replacement: parts.replacement, isFixable: parts.isFixable,
        exceptions: exceptions, harmlessLabels: harmlessLabels, harmlessSettings: harmlessSettings,
        origin: "\(name):\(number)"))
    if !effects.contains(where: { $0.kind == effect.kind }) { effects.append(effect) }
  }
}
