/// What the index knows about a name: how a rule spells it, where it is used, and which rule it has.
struct Explanation {
  private struct Use {
    var rule: Rule?
    var count = 0
    var file: String
    var line: Int
  }

  private let name: String
  private var uses: [String: Use] = [:]

  var isEmpty: Bool { uses.isEmpty }

  /// - Parameter name: A name without labels, or with them, or with its type, or as a finding tells it: `send`,
  ///   `Tracker.send(_:)`, `Date()`.
  /// - Throws: ``CannotAudit`` when the index cannot be read.
  init(of name: String, in sources: IndexedSources, _ rules: RuleSet) throws {
    self.name = name
    let wanted = name.wholeName
    for file in sources.files {
      guard let record = file.record else { continue }
      let found = try file.store.occurrences(in: record) { member, usr -> (SymbolPath, Rule?)? in
        let rule = rules.rule(name: member, usr: usr)
        // A finding tells `Date()` for `Date.init()`, and labels for a function that code in C calls without.
        let isSpelled = rule?.spelling == name
        guard member.wholeName == wanted || isSpelled else { return nil }
        guard let path = SymbolPath(name: member, usr: usr()) else { return nil }
        let isMeant = isSpelled || !name.contains(".") && !name.contains("(") || "\(path)".contains(name)
        return isMeant ? (path, rule) : nil
      }
      for (choice, place) in found {
        uses["\(choice.0)", default: Use(rule: choice.1, file: file.file.path, line: place.line)].count += 1
      }
    }
  }

  /// The explanation, for people.
  var text: String {
    guard !isEmpty else {
      return "No audited file uses anything named “\(name)”. Write the name as code does, without its type.\n"
    }
    return uses.sorted { $0.key < $1.key }.map { spelling, use in
      let rule = use.rule.map { "kind \($0.effect.kind); \($0.isFixable ? "fix" : "use"): \($0.replacement)" }
      return "\(spelling)\n  used \(use.count == 1 ? "once" : "\(use.count) times"), first at \(use.file):\(use.line)\n"
        + "  rule: \(rule ?? advice(for: spelling))\n"
    }.joined()
  }

  /// How to write a rule; none is for an operator, or for a name in backticks.
  private func advice(for spelling: String) -> String {
    let line = "\(spelling)  use: Env.endpoint()"
    return RuleLine(line[...]) == nil ? "none, as no rule can name it" : "none. To write one: \(line)"
  }
}

extension String {
  /// The last name in it, without labels.
  fileprivate var wholeName: Substring { prefix { $0 != "(" }.split(separator: ".").last ?? "" }
}
