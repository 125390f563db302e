/// The rules of an audit.
package struct RuleSet: Sendable {
  /// By the name of the symbol, so that the many symbols without a rule are passed over by one look at their name.
  private var rules: [String: [Rule]] = [:]
  /// Those for functions of C, by the name without labels, which code in C does not know.
  private var rulesOfC: [String: [Rule]] = [:]
  /// The calls that take effects away, by the name of the function.
  private var exceptions: [String: Set<Rule.Exception>] = [:]
  private(set) package var effects: [Effect] = []
  /// The kinds that are switched off.
  private(set) package var off: Set<String> = []

  package init() {}

  /// Adds the rules of a file; of two for one symbol, the one that was added last holds.
  ///
  /// - Parameter name: How messages call the file.
  /// - Throws: ``CannotAudit``, with the line that is wrong.
  package mutating func add(_ text: String, name: String) throws {
    let parser = try RuleParser(text, name: name, known: effects)
    for rule in parser.rules {
      for exception in rule.exceptions { exceptions[exception.symbol.member, default: []].insert(exception) }
      if rule.symbol.isOfC {
        rulesOfC[rule.symbol.baseName, default: []].append(rule)
      } else {
        rules[rule.symbol.member, default: []].append(rule)
      }
      if let index = effects.firstIndex(where: { $0.kind == rule.effect.kind }) {
        effects[index] = rule.effect
      } else {
        effects.append(rule.effect)
      }
    }
    for (kind, line) in parser.off {
      do { try switchOff(kind) } catch { throw CannotAudit("\(name):\(line): \(error)") }
    }
  }

  /// Leaves out the findings of one kind.
  ///
  /// - Throws: ``CannotAudit`` when there is no such kind.
  package mutating func switchOff(_ kind: String) throws {
    guard isKnown(kind) else { throw CannotAudit("There is no kind “\(kind)”. There are: \(kinds).") }
    off.insert(kind)
  }

  package func isKnown(_ kind: String) -> Bool { effects.contains { $0.kind == kind } }

  /// The names of all kinds, for a message.
  package var kinds: String { effects.map(\.kind).joined(separator: ", ") }

  /// All rules, by their symbols.
  package var all: [Rule] {
    [rules, rulesOfC].flatMap { $0.values.joined() }.sorted { "\($0.symbol)" < "\($1.symbol)" }
  }

  /// Returns the rule for a symbol of the index; nil when it may be used freely.
  package func rule(name: String, usr: () -> String) -> Rule? {
    let base = name.firstIndex(of: "(").map { String(name[..<$0]) } ?? name
    guard let candidates = rules[name] ?? rulesOfC[base] else { return nil }
    guard let path = SymbolPath(name: name, usr: usr()) else { return nil }
    return (path.isOfC ? rulesOfC[base] ?? [] : candidates).last { $0.symbol.means(path) }
  }

  /// Returns what a symbol of the index takes effects away as; empty for most.
  package func exceptions(name: String, usr: () -> String) -> Set<Rule.Exception> {
    guard let candidates = exceptions[name], let path = SymbolPath(name: name, usr: usr()) else { return [] }
    return candidates.filter { (path.owner + ".").hasPrefix($0.symbol.owner + ".") }
  }
}

extension SymbolPath {
  fileprivate var isOfC: Bool { owner == "C" }

  fileprivate var baseName: String { String(member.prefix { $0 != "(" }) }

  /// Whether a rule for this symbol is one for `other`: a rule without `static` is for both.
  fileprivate func means(_ other: SymbolPath) -> Bool {
    guard owner == other.owner, !isStatic || other.isStatic else { return false }
    return isOfC ? baseName == other.baseName : member == other.member
  }
}
