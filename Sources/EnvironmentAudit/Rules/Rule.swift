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
  /// The properties that, when the same value gets fixed ones, remove the effect of a text that is set; empty for none.
  package var fixedSettings: [String] = []
  /// The types whose values alone have the effect, though the symbol is of others, too; empty for all.
  package var receivers: [String] = []
  /// The file and the line of a rule that a user wrote; nil for a rule that comes with the audit.
  package var origin: String?

  /// A call that removes the effect.
  package struct Exception: Hashable, Sendable {
    /// The function; its owner may be just the module.
    package var symbol: SymbolPath
    package var position: Position
  }

  /// Where the call that removes an effect stands.
  package enum Position: Sendable {
    /// Around the place: `call(place)`.
    case around
    /// Behind it: `place.call()`.
    case behind
    /// In front of the place, or in its parentheses, where it has a finding of its own: `call.place()`, `place(call)`.
    case with
  }

  /// The symbol as code spells it: `Date()`, `Date.now`, `print(_:separator:terminator:)`.
  package var spelling: String {
    if symbol.isOfCxx {
      let path = symbol.isConstructorOfCxx ? symbol.owner : "\(symbol.owner).\(symbol.member)"
      return path.replacing(".", with: "::").replacing(/::(__)?basic_/, with: "::")
    }
    let types = symbol.owner.split(separator: ".").dropFirst().joined(separator: ".")
    if types.isEmpty { return symbol.member }
    let initializer = "init("
    guard symbol.member.hasPrefix(initializer) else { return "\(types).\(symbol.member)" }
    return "\(types)(\(symbol.member.dropFirst(initializer.count))"
  }

  /// Whether code around a place, or after it, may remove the effect.
  var mayBeHarmless: Bool {
    !exceptions.isEmpty || !harmlessLabels.isEmpty || !harmlessSettings.isEmpty || !fixedSettings.isEmpty
      || !receivers.isEmpty
  }

  /// Whether it holds for a value of this type.
  func holds(for receiver: String?) -> Bool { receivers.isEmpty || receiver.map(receivers.contains) == true }
}
