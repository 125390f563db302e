/// Returns a report as workflow commands: `::warning file=…,line=…,col=…,title=…::message`.
func gitHubOutput(_ report: Report) -> String {
  if let failure = report.failure { return "::error title=not audited::\(message(failure))\n" }
  let findings = report.findings.map {
    "::warning file=\(property($0.path)),line=\($0.finding.line),col=\($0.columnInUTF16),"
      + "title=\(property($0.finding.kind))::\(message($0.finding.message))"
  }
  let unaudited = report.unaudited.map {
    "::error file=\(property($0.path)),title=not audited::\(message($0.reason))"
  }
  let notes = report.notes.map { "::notice::\(message($0))" }
  return (findings + unaudited + notes + [report.summary]).map { $0 + "\n" }.joined()
}

/// Escapes what would end a command, as GitHub's own toolkit does.
private func message(_ text: String) -> String {
  // By scalars, as a sign with a combining accent would be another character.
  text.unicodeScalars.map { scalar in
    switch scalar {
    case "%": "%25"
    case "\r": "%0D"
    case "\n": "%0A"
    default: String(scalar)
    }
  }.joined()
}

/// Escapes what would also end a property.
private func property(_ text: String) -> String {
  message(text).unicodeScalars.map { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : String($0) }.joined()
}
