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
/// lines set all of these properties, `unless-with: Module.Type.member` what is called on, or with, such a member,
/// `unless-fixed: property` texts for properties of a value that has a fixed one of these. `on: Module.Type` says of which
/// types a value must be. These lines hold until the next of their kind.
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
  private var fixedSettings: [String] = []
  private var receivers: [String] = []

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
      fixedSettings = []
      receivers = []
      return
    }
    guard effect != nil else {
      throw wrong("“\(line.prefix(80))” has no kind. Write a line before it: kind: clock")
    }
    switch key {
    case "effect": effect?.effect = value
    case "why": effect?.why = value
    case "unless-given", "unless-set", "unless-fixed":
      // A label may have its colon.
      let words = value.items.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
      if let odd = words.first(where: { $0.wholeMatch(of: /\w+(:true)?/) == nil }) {
        throw wrong("“\(odd)” is not a name. Write names with commas between them.")
      }
      switch key {
      case "unless-given": harmlessLabels = words
      case "unless-set": harmlessSettings = words
      default: fixedSettings = words
      }
    case "on": receivers = value.items
    case "unless-in", "unless-before", "unless-with":
      // Only a function has parentheses that something may be in.
      guard let match = value.wholeMatch(of: /([\w.]+)\.(\w+(\([\w:]*\))?)/), key != "unless-in" || match.3 != nil
      else {
        throw wrong("“\(value)” is not a function. Write: unless-in: Module.Type.function(label:)")
      }
      let symbol = SymbolPath(owner: String(match.1), member: String(match.2))
      let position: Rule.Position = key == "unless-in" ? .around : key == "unless-before" ? .behind : .with
      exceptions.append(Rule.Exception(symbol: symbol, position: position))
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
        fixedSettings: fixedSettings, receivers: receivers,
        origin: "\(name):\(number)"))
    if !effects.contains(where: { $0.kind == effect.kind }) { effects.append(effect) }
  }
}
