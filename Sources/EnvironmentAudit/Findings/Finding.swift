/// A place that escapes the environment, or an allowance that is wrong.
package struct Finding: Hashable, Sendable {
  /// The path of the file.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in bytes of UTF-8.
  package var column: Int
  /// The kind of effect: `clock`; ``allowance`` for what is wrong with an allowance.
  package var kind: String
  /// What is used there: `Date()`.
  package var symbol: String
  /// What is wrong, and what to do, in one line.
  package var message: String
  /// Why it is wrong.
  package var why: String
  /// The rule; nil for an allowance.
  package var rule: Rule?
  /// Whether the place changes the symbol rather than reads it.
  package var isChange = false
  /// Whether the text there may mean something else, so that `--fix` leaves it alone.
  package var isDoubtful = false

  /// The kind of findings about allowances.
  package static let allowance = "allowance"

  /// Creates the finding of a use of a rule's symbol.
  package init(file: String, occurrence: IndexOccurrence, rule: Rule) {
    self.file = file
    line = occurrence.line
    column = occurrence.column
    kind = rule.effect.kind
    symbol = rule.spelling
    message = "\(rule.spelling) \(rule.effect.effect); use \(rule.replacement)"
    why = rule.effect.why
    self.rule = rule
    isChange = occurrence.changes
  }

  /// Creates the finding of an allowance that is wrong.
  package init(file: String, line: Int, column: Int, allowance message: String) {
    self.file = file
    self.line = line
    self.column = column
    kind = Self.allowance
    symbol = "audit:allow"
    self.message = message
    why = "An allowance that allows nothing hides what comes after it."
  }

  /// Whether `one` comes before `other` in a list.
  package static func isBefore(_ one: Finding, _ other: Finding) -> Bool {
    (one.file, one.line, one.column, one.symbol) < (other.file, other.line, other.column, other.symbol)
  }
}
