/// The rules of an audit.
package struct RuleSet: Sendable {
  /// By the name of the symbol, so that the many symbols without a rule are skipped after one look at their name.
  private var rules: [String: [Rule]] = [:]
  /// The rules for functions of C, by the name without labels, which code in C does not have.
  private var rulesOfC: [String: [Rule]] = [:]
  /// The calls that remove effects, by the name of the function.
  private var exceptions: [String: Set<Rule.Exception>] = [:]
  /// Those calls that are functions of C, by the name without labels.
  private var exceptionsOfC: [String: Set<Rule.Exception>] = [:]
  private(set) package var effects: [Effect] = []
  /// The kinds that are switched off.
  private(set) package var off: Set<String> = []
  /// The patterns of the paths that files of rules leave out.
  private(set) package var excluded: [String] = []
  /// The libraries whose rules were added.
  private var added: Set<String> = []

  /// Adds the rules of a file; of two for one symbol, the one that was added last counts.
  ///
  /// - Parameters:
  ///   - name: The name of the file in messages.
  ///   - areOwn: Whether a user wrote them, so that rules without use are reported.
  /// - Throws: ``CannotAudit``, with the line that is wrong.
  package mutating func add(_ text: String, name: String, areOwn: Bool = true) throws {
    let parser = try RuleParser(text, name: name, known: effects)
    for library in parser.libraries {
      do { try addLibrary(library.name) } catch { throw CannotAudit("\(name):\(library.line): \(error)") }
    }
    excluded += parser.excluded
    for var rule in parser.rules {
      if !areOwn { rule.origin = nil }
      for exception in rule.exceptions {
        if exception.symbol.isOfC {
          exceptionsOfC[exception.symbol.baseName, default: []].insert(exception)
        } else {
          exceptions[exception.symbol.member, default: []].insert(exception)
        }
      }
      if rule.symbol.isOfC {
        rulesOfC[rule.symbol.baseName, default: []].append(rule)
      } else {
        rules[rule.symbol.member, default: []].append(rule)
      }
    }
    for effect in parser.effects {
      if let index = effects.firstIndex(where: { $0.kind == effect.kind }) {
        effects[index] = effect
      } else {
        effects.append(effect)
      }
    }
    for (kind, line) in parser.off {
      do { try switchOff(kind) } catch { throw CannotAudit("\(name):\(line): \(error)") }
    }
  }

  /// Adds the rules of a library that the audit knows by its name.
  ///
  /// - Throws: ``CannotAudit`` when it knows no such library.
  package mutating func addLibrary(_ name: String) throws {
    guard let text = Self.libraries[name] else {
      let known = Self.libraries.keys.sorted().joined(separator: ", ")
      throw CannotAudit("There are no rules for a library “\(name)”. There are some for: \(known).")
    }
    guard added.insert(name).inserted else { return }
    try add(text, name: name, areOwn: false)
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
  package var all: [Rule] { unordered.sorted { "\($0.symbol)" < "\($1.symbol)" } }

  /// All rules, in no order, which is faster.
  var unordered: [Rule] { [rules, rulesOfC].flatMap { $0.values.joined() } }

  /// Returns the rule for a symbol of the index; nil when it may be used freely.
  package func rule(name: String, usr: () -> String) -> Rule? {
    let base = name.withoutLabels
    guard let candidates = rules[name] ?? rulesOfC[base] else { return nil }
    guard let path = SymbolPath(name: name, usr: usr()) else { return nil }
    return (path.isOfC ? rulesOfC[base] ?? [] : candidates).last {
      // What a package adds to a type of the system is its own.
      let isForeign = path.extender != nil && $0.origin == nil && SymbolPath.isOfSystem($0.symbol.owner)
      return !isForeign && $0.symbol.means(path)
    }
  }

  /// The rules that users wrote.
  package var own: [Rule] { unordered.filter { $0.origin != nil }.sorted { "\($0.symbol)" < "\($1.symbol)" } }

  /// Returns how calls of a symbol of the index remove effects; empty for most.
  package func exceptions(name: String, usr: () -> String) -> Set<Rule.Exception> {
    let base = name.withoutLabels
    guard let candidates = exceptions[name] ?? exceptionsOfC[base] else { return [] }
    guard let path = SymbolPath(name: name, usr: usr()) else { return [] }
    if path.isOfC { return exceptionsOfC[base] ?? [] }
    return candidates.filter { (path.owner + ".").hasPrefix($0.symbol.owner + ".") }
  }
}

extension SymbolPath {
  var isOfC: Bool { owner == "C" }

  /// Whether it is of the standard library of C++.
  var isOfCxx: Bool { module == "std" }

  /// The module whose symbol it is.
  var module: String { String(owner.prefix { $0 != "." }) }

  /// Whether it makes a value of a class of C++, whose name it has then.
  var isConstructorOfCxx: Bool { isOfCxx && owner.hasSuffix("." + member) }

  /// The name without labels.
  var baseName: String { member.withoutLabels }

  /// Whether a rule for this symbol is one for `other`: a rule without `static` is for both.
  fileprivate func means(_ other: SymbolPath) -> Bool {
    guard owner == other.owner, !isStatic || other.isStatic else { return false }
    return isOfC ? baseName == other.baseName : member == other.member
  }
}

extension String {
  fileprivate var withoutLabels: String { firstIndex(of: "(").map { String(self[..<$0]) } ?? self }
}
