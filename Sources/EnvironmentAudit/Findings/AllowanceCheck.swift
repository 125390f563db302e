/// The findings of a file that its allowances leave.
package struct AllowanceCheck: Sendable {
  /// The findings that no allowance covers, and those about allowances.
  package private(set) var findings: [Finding] = []
  /// How many findings are allowed.
  package private(set) var allowed = 0

  /// - Parameters:
  ///   - findings: The findings of one file, including those of kinds that are switched off.
  ///   - allowances: The allowances of the same file.
  package init(_ findings: [Finding], allowances: [Allowance], in file: String, rules: RuleSet) {
    let allowed = Set(
      allowances.flatMap { allowance in allowance.kinds.map { Use(extent: allowance.extent, kind: $0) } })
    var used: Set<Use> = []
    for finding in findings {
      let covering = [.line(finding.line), .file].map { Use(extent: $0, kind: finding.kind) }.filter(allowed.contains)
      used.formUnion(covering)
      if rules.off.contains(finding.kind) { continue }
      if covering.isEmpty { self.findings.append(finding) } else { self.allowed += 1 }
    }
    for allowance in allowances {
      let wrong =
        allowance.isMalformed(rules)
        ?? allowance.isUnused(rules) { !used.contains(Use(extent: allowance.extent, kind: $0)) }
      guard let wrong else { continue }
      self.findings.append(Finding(file: file, line: allowance.line, column: allowance.column, allowance: wrong))
    }
  }

  /// One kind that is allowed somewhere.
  private struct Use: Hashable {
    var extent: Allowance.Extent
    var kind: String
  }
}

extension Allowance {
  /// What is wrong with its form.
  fileprivate func isMalformed(_ rules: RuleSet) -> String? {
    if let unknown = kinds.first(where: { !rules.isKnown($0) }) {
      return "there is no kind “\(unknown)”; write one of: \(rules.kinds)"
    }
    if kinds.isEmpty { return "the allowance names no kind; write: // audit:allow clock – the reason" }
    if reason.isEmpty {
      return "the allowance has no reason; write: // audit:allow \(kinds.joined(separator: ", ")) – the reason"
    }
    return nil
  }

  /// What is wrong with its kinds: those that nothing uses.
  fileprivate func isUnused(_ rules: RuleSet, _ isUnused: (String) -> Bool) -> String? {
    let unused = kinds.filter(isUnused)
    guard !isConditional, !unused.isEmpty else { return nil }
    let effects = unused.compactMap { kind in rules.effects.first { $0.kind == kind }?.effect }
    let place = extent == .file ? "nothing in this file" : "nothing on this line"
    return "\(place) \(effects.joined(separator: ", or ")); remove \(unused.joined(separator: ", ")) from the allowance"
  }
}
