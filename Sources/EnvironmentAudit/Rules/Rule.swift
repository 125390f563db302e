/// An effect that code should get from the environment: reading the clock, reaching the network.
package struct Effect: Hashable, Sendable {
  /// Its name in allowances and options: `clock`.
  package var kind: String
  /// What code with this effect does: `reads the clock`.
  package var effect: String
  /// Why code should not do that.
  package var why: String
}

/// A symbol that has an effect, and what to use instead.
package struct Rule: Hashable, Sendable {
  package var effect: Effect
  package var symbol: SymbolPath
  /// What to write instead: `Env.date()`, or a hint.
  package var replacement: String
  /// Whether `--fix` may write it.
  package var isFixable: Bool
  /// The calls that remove the effect of the symbol.
  package var exceptions: [Exception] = []
  /// The labels of arguments that, when all of them are given, remove the effect of the symbol; empty for none.
  package var harmlessLabels: [String] = []
  /// The properties that, when the lines after it set all of them, remove the effect; empty for none.
  package var harmlessSettings: [String] = []
  /// The file and the line of a rule that a user wrote; nil for a rule that comes with the audit.
  package var origin: String?

  /// A call that removes the effect.
  package struct Exception: Hashable, Sendable {
    /// The function; its owner may be just the module.
    package var symbol: SymbolPath
    /// Whether it does so for what is in its parentheses, rather than for the value that it is called on.
    package var isAround: Bool
  }

  /// The symbol as code spells it: `Date()`, `Date.now`, `print(_:separator:terminator:)`.
  package var spelling: String {
    let types = symbol.owner.split(separator: ".").dropFirst().joined(separator: ".")
    if types.isEmpty { return symbol.member }
    let initializer = "init("
    guard symbol.member.hasPrefix(initializer) else { return "\(types).\(symbol.member)" }
    return "\(types)(\(symbol.member.dropFirst(initializer.count))"
  }

  /// Whether code around a place, or after it, may remove the effect.
  var mayBeHarmless: Bool { !exceptions.isEmpty || !harmlessLabels.isEmpty || !harmlessSettings.isEmpty }
}
