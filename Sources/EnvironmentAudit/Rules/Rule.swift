/// An effect that code should ask of the environment: reading the clock, reaching the network.
package struct Effect: Hashable, Sendable {
  /// Its name in allowances and options: `clock`.
  package var kind: String
  /// What something that has it does: `reads the clock`.
  package var effect: String
  /// Why it should not.
  package var why: String

  package init(kind: String, effect: String, why: String) {
    self.kind = kind
    self.effect = effect
    self.why = why
  }
}

/// A symbol that has an effect, and what to use instead.
package struct Rule: Hashable, Sendable {
  package var effect: Effect
  package var symbol: SymbolPath
  /// What to write instead: `Env.date()`, or a hint.
  package var replacement: String
  /// Whether `--fix` may write it.
  package var isFixable: Bool
  /// The calls beside which the symbol has no effect.
  package var exceptions: [Exception]
  /// The labels of the arguments with which, when all of them are given, the symbol has no effect; empty for none.
  package var harmlessLabels: [String]
  /// The properties that make it harmless when the lines behind it set all of them; empty for none.
  package var harmlessSettings: [String] = []
  /// The file and the line of a rule that a user wrote; nil for those that come with the audit.
  package var origin: String?

  /// A call that takes the effect away.
  package struct Exception: Hashable, Sendable {
    /// The function; its owner may be no more than the module.
    package var symbol: SymbolPath
    /// Whether it does so for what is in its parentheses, rather than for what it is called on.
    package var isAround: Bool
  }

  package init(
    effect: Effect, symbol: SymbolPath, replacement: String, isFixable: Bool, exceptions: [Exception] = [],
    harmlessLabels: [String] = []
  ) {
    self.effect = effect
    self.symbol = symbol
    self.replacement = replacement
    self.isFixable = isFixable
    self.exceptions = exceptions
    self.harmlessLabels = harmlessLabels
  }

  /// The symbol as code spells it: `Date()`, `Date.now`, `print(_:separator:terminator:)`.
  package var spelling: String {
    let types = symbol.owner.split(separator: ".").dropFirst().joined(separator: ".")
    if types.isEmpty { return symbol.member }
    let initializer = "init("
    guard symbol.member.hasPrefix(initializer) else { return "\(types).\(symbol.member)" }
    return "\(types)(\(symbol.member.dropFirst(initializer.count))"
  }

  /// Whether what stands around a place, or behind it, may take the effect away.
  var mayBeHarmless: Bool { !exceptions.isEmpty || !harmlessLabels.isEmpty || !harmlessSettings.isEmpty }
}
