extension AuditCommand {
  /// Writes a new baseline if one is asked for, else removes the findings that are in the given one.
  ///
  /// - Throws: ``CannotAudit`` when it cannot be written.
  func settle(_ report: inout Report, _ preparation: Preparation, _ search: Search) throws {
    if let path = options.newBaseline {
      try write(Baseline.text(of: report.findings), to: path)
      report.notes.append(
        "\(report.findings.count) findings are in \(path) now; ignore them with --baseline \(path)")
      if options.isPartial || !search.rules.off.isEmpty {
        report.notes.append("\(path) holds what was audited only; without the same options, the rest will be new")
      }
      report.inBaseline = report.findings.count
      report.findings = []
    } else if let baseline = preparation.baseline, let path = options.baseline {
      let all = report.findings.count
      let left = baseline.new(&report.findings)
      report.inBaseline = all - report.findings.count
      report.unusedInBaseline = left.count { isUnused($0, search) }
      if report.unusedInBaseline > 0 {
        report.notes.append(
          "\(report.unusedInBaseline) entries of \(path) match nothing now; write it again with --write-baseline \(path)"
        )
      }
    }
  }

  /// Whether an entry without a finding is out of date; findings in files that were not audited may still exist.
  private func isUnused(_ entry: Baseline.Entry, _ search: Search) -> Bool {
    if search.rules.off.contains(entry.kind) { return false }
    return search.auditedPaths.contains(entry.path) || !search.isThere(entry.path)
  }
}
