import Foundation
import GlobalEnvironment

/// The search for effects in the files of a package.
struct Search {
  let rules: RuleSet
  private(set) var files: [FileFindings] = []
  private(set) var unaudited: [(file: SourceList.File, reason: String)] = []

  /// Files that a plugin made, perhaps for nobody to compile, and that cannot be audited.
  let uncompiled: [(file: SourceList.File, reason: String)]

  /// Files in languages that no index tells of.
  let foreign: [SourceList.File]

  /// What was found in one file.
  struct FileFindings {
    var file: SourceList.File
    var source: SourceText
    var findings: [Finding]
    var allowed: Int
  }

  /// - Throws: ``CannotAudit`` when no file could be looked at.
  init(_ sources: IndexedSources, rules: RuleSet) throws {
    self.rules = rules
    unaudited = sources.unaudited
    uncompiled = sources.uncompiled
    foreign = sources.foreign
    // Two targets may share a file by links: it is read and reported once.
    var order: [String] = []
    var sharing: [String: [IndexedSources.File]] = [:]
    for file in sources.files {
      if sharing[file.file.realPath] == nil { order.append(file.file.realPath) }
      sharing[file.file.realPath, default: []].append(file)
    }
    for path in order {
      guard let shared = sharing[path] else { continue }
      do {
        files.append(try look(at: shared))
      } catch {
        unaudited.append((shared[0].file, "\(error)"))
      }
    }
  }

  private func look(at shared: [IndexedSources.File]) throws -> FileFindings {
    let file = shared[0].file
    var findings: Set<Finding> = []
    var exceptions: [(Set<Rule.Exception>, IndexOccurrence)] = []
    for indexed in shared {
      guard let record = indexed.record else { continue }
      let found = try indexed.store.occurrences(in: record) { rules.choice(name: $0, usr: $1) }
      for (choice, occurrence) in found {
        switch choice {
        case .effect(let rule): findings.insert(Finding(file: file.path, occurrence: occurrence, rule: rule))
        case .exception(let exception): exceptions.append((exception, occurrence))
        }
      }
    }
    guard let data = try? Env.files().read(URL(filePath: file.realPath)) else { throw CannotAudit("it cannot be read") }
    // Most files have neither findings nor allowances, and need no further look.
    guard !findings.isEmpty || Allowance.mayOccur(in: data) else {
      return FileFindings(file: file, source: SourceText(""), findings: [], allowed: 0)
    }
    let source = SourceText(bytes: Array(data))
    guard !source.hasOldLines else {
      throw CannotAudit(
        "a line of it ends with a carriage return alone, where compilers lose count; end it with a line feed")
    }
    guard findings.allSatisfy({ source.names($0) }) else {
      throw CannotAudit("the index does not fit what is in it; build the package again")
    }
    if !exceptions.isEmpty || findings.contains(where: { $0.rule?.harmlessLabels.isEmpty == false }) {
      let calls = ExceptionalCalls(exceptions, in: source)
      findings = findings.filter { !calls.except($0) }
    }
    let check = AllowanceCheck(
      findings.sorted(by: Finding.isBefore), allowances: Allowance.all(in: source), in: file.path, rules: rules)
    return FileFindings(file: file, source: source, findings: check.findings, allowed: check.allowed)
  }
}

/// Why an audit looks at a symbol.
private enum Choice {
  case effect(Rule)
  case exception(Set<Rule.Exception>)
}

extension RuleSet {
  fileprivate func choice(name: String, usr: () -> String) -> Choice? {
    if let rule = rule(name: name, usr: usr) { return .effect(rule) }
    let exceptions = exceptions(name: name, usr: usr)
    return exceptions.isEmpty ? nil : .exception(exceptions)
  }
}

extension SourceText {
  /// Whether the place of a finding holds a name that fits: that of the symbol, or any for an initializer.
  fileprivate func names(_ finding: Finding) -> Bool {
    guard let offset = offset(line: finding.line, column: finding.column), let rule = finding.rule else { return false }
    let name = text(offset..<endOfName(at: offset))
    let expected = rule.symbol.member.prefix { $0 != "(" }
    if bytes[offset] == UInt8(ascii: "`") { return true }
    return expected == "init" ? !name.isEmpty : name == expected
  }
}
