import Foundation
import GlobalEnvironment

/// The search for effects in the files of a package.
struct Search {
  let rules: RuleSet
  private(set) var files: [FileFindings] = []
  private(set) var unaudited: [(file: SourceList.File, reason: String)] = []
  /// The files that the compiler knows, and those that it does not.
  let sources: IndexedSources
  /// The symbols with rules that the files name.
  private(set) var seen: Set<SymbolPath> = []
  /// The USRs of each `hashValue` that somebody wrote; nil as long as no file names one.
  private var writtenHashes: Set<String>?

  /// What was found in one file.
  struct FileFindings {
    var file: SourceList.File
    var source: SourceText
    var findings: [Finding]
    var allowed: Int
    /// What `#if` left out of the build; nil where it can have left out nothing.
    var leftOut: LeftOutBranches?
  }

  /// - Throws: ``CannotAudit`` when no file could be looked at.
  init(_ sources: IndexedSources, rules: RuleSet) throws {
    self.rules = rules
    self.sources = sources
    unaudited = sources.unaudited
    let spellings = Spellings(rules)
    // Two targets may share a file by links: it is read and reported once.
    let sharing = Dictionary(grouping: sources.files, by: \.file.realPath)
    var looked: Set<String> = []
    for file in sources.files where looked.insert(file.file.realPath).inserted {
      do {
        files.append(try look(at: sharing[file.file.realPath] ?? [file], spellings))
      } catch {
        unaudited.append((file.file, "\(error)"))
      }
    }
  }

  private mutating func look(at shared: [IndexedSources.File], _ spellings: Spellings) throws -> FileFindings {
    let file = shared[0].file
    var findings: Set<Finding> = []
    var exceptions: [(Set<Rule.Exception>, IndexOccurrence)] = []
    for indexed in shared {
      guard let record = indexed.record else { continue }
      let found = try indexed.store.occurrences(in: record, receivers: true) { rules.choice(name: $0, usr: $1) }
      let inherited = Set(found.filter(\.choice.isInherited).map(\.occurrence.place))
      let ofClasses = try indexed.store.rulesOfInherited(in: record, at: inherited, rules)
      let all = found.compactMap { found in found.choice.rule.map { ($0, found.occurrence) } } + ofClasses
      for (rule, occurrence) in all where rule.holds(for: occurrence.receiver) {
        findings.insert(Finding(file: file.path, occurrence: occurrence, rule: rule))
        seen.insert(rule.symbol)
      }
      for (choice, occurrence) in found where !choice.exceptions.isEmpty {
        exceptions.append((choice.exceptions, occurrence))
      }
    }
    guard let data = try? Env.files().read(URL(filePath: file.realPath)) else { throw CannotAudit("it cannot be read") }
    let isSwift = file.path.hasSuffix(".swift")
    let hasBranches = LeftOutBranches.mayOccur(in: data)
    // Most files have neither findings nor allowances, and need no further look.
    let hasHashes = isSwift && data.range(of: Data(HashValues.text.utf8)) != nil
    guard !findings.isEmpty || hasBranches || hasHashes || Allowance.mayOccur(in: data) else {
      return FileFindings(file: file, source: SourceText(""), findings: [], allowed: 0)
    }
    let source = SourceText(bytes: Array(data))
    guard !source.hasOldLines else {
      throw CannotAudit(
        "a line of it ends with a carriage return alone, where compilers lose count; end it with a line feed")
    }
    findings = try findings.placed(in: source, isSwift: isSwift)
    if findings.contains(where: { $0.rule?.isFixable == true }) {
      var names = IndexedNames()
      for indexed in shared { if let record = indexed.record { try names.add(record, of: indexed.store) } }
      findings = Set(
        findings.map { finding in
          var finding = finding
          finding.isDoubtful = names.isDoubtful(finding, in: source)
          return finding
        })
    }
    let comments = SourceComments(source, isSwift: isSwift)
    if !exceptions.isEmpty || findings.contains(where: { $0.rule?.mayBeHarmless == true }) {
      let calls = ExceptionalCalls(exceptions, in: source, comments)
      findings = findings.filter { !calls.except($0) }
    }
    let compiled =
      try !hasBranches
      ? []
      : shared.reduce(into: Set<Int>()) { lines, indexed in
        if let record = indexed.record { lines.formUnion(try indexed.store.lines(in: record)) }
      }
    let allowances = Allowance.all(of: comments, in: source)
    let leftOut =
      hasBranches ? LeftOutBranches(of: source, comments, compiled: compiled, spellings, allowances) : nil
    if hasHashes, let rule = HashValues.rule(of: rules) {
      let named = try shared.compactMap(\.record).isEmpty ? [:] : hashValues(named: shared)
      let places = HashValues.places(in: source, comments).filter { place in
        named[place.place] != true && leftOut?.branches.contains { $0.contains(place.line) } != true
      }
      findings.formUnion(places.map { Finding(file: file.path, occurrence: $0, rule: rule) })
    }
    let check = AllowanceCheck(
      findings.sorted(by: Finding.isBefore), allowances: allowances, in: file.path, rules: rules)
    var result = FileFindings(file: file, source: source, findings: check.findings, allowed: check.allowed)
    result.leftOut = leftOut
    return result
  }
}

extension Search {
  /// Returns the places of files where the index names a `hashValue`: whether that is no finding of the compiler's hash, as
  /// it has a rule of its own, or somebody wrote it.
  private mutating func hashValues(named shared: [IndexedSources.File]) throws -> [IndexOccurrence.Place: Bool] {
    let written =
      try writtenHashes
      ?? sources.files.reduce(into: Set()) { written, file in
        guard let record = file.record else { return }
        let found = try file.store.occurrences(in: record, defined: true) { $0 == HashValues.name ? $1() : nil }
        written.formUnion(found.map(\.choice))
      }
    writtenHashes = written
    var named: [IndexOccurrence.Place: Bool] = [:]
    for indexed in shared {
      guard let record = indexed.record else { continue }
      for (usr, place) in try indexed.store.occurrences(in: record, choosing: { $0 == HashValues.name ? $1() : nil }) {
        let hasRule = rules.rule(name: HashValues.name, usr: { usr }) != nil
        named[place.place] = hasRule || written.contains(usr) || !SymbolPath.isInteger(usr)
      }
    }
    return named
  }
}

/// Why an audit looks at a symbol.
private struct Choice {
  var rule: Rule?
  var exceptions: Set<Rule.Exception>
  /// Whether it is the initializer that classes of Objective-C inherit.
  var isInherited: Bool
}

extension RuleSet {
  fileprivate func choice(name: String, usr: () -> String) -> Choice? {
    let isInherited = name == "init()" && usr() == SymbolPath.inheritedInitializer
    let choice = Choice(
      rule: rule(name: name, usr: usr), exceptions: exceptions(name: name, usr: usr), isInherited: isInherited)
    return choice.rule == nil && choice.exceptions.isEmpty && !isInherited ? nil : choice
  }
}
