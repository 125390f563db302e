extension RuleSet {
  /// The kinds and their rules, for people.
  var list: String {
    effects.map { effect in
      let symbols = all.filter { $0.effect.kind == effect.kind }.map {
        "  \($0.symbol)  \($0.isFixable ? "fix" : "use"): \($0.replacement)\n"
      }
      return "\(effect.kind): \(effect.effect). \(effect.why)\(off.contains(effect.kind) ? " (off)" : "")\n"
        + symbols.joined()
    }.joined(separator: "\n")
  }
}
