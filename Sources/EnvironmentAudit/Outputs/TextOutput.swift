/// Returns a report in the form of a compiler's warnings, which editors understand.
func textOutput(_ report: Report) -> String {
  if let failure = report.failure { return "error: \(failure)\n" }
  let findings = report.findings.map {
    "\($0.finding.file):\($0.finding.line):\($0.finding.column): warning: \($0.finding.message)"
  }
  let unaudited = report.unaudited.map { "\($0.file):1:1: error: not audited: \($0.reason)" }
  let notes = report.notes.map { "note: \($0)" }
  return (findings + unaudited + notes + Overview(report).lines + [report.summary]).map { $0 + "\n" }.joined()
}
