/// An overview of many findings: where most of them are, and what to do next.
struct Overview {
  private let report: Report

  /// Up to this number, findings can be read one by one.
  private static let fewFindings = 20

  init(_ report: Report) {
    self.report = report
  }

  /// Its lines; none for few findings.
  var lines: [String] {
    guard report.findings.count > Self.fewFindings else { return [] }
    return [""] + table("By kind", report.counts(\.finding.kind), most: .max)
      + table("By file", report.counts(\.path), most: 10)
      + table("Most frequent", report.counts(\.finding.symbol), most: 3) + nextSteps + [""]
  }

  private func table(_ title: String, _ rows: [(name: String, count: Int)], most: Int) -> [String] {
    let width = String(report.findings.count).count
    var lines = [title]
    for row in rows.prefix(most) {
      let count = String(row.count)
      lines.append("  \(String(repeating: " ", count: width - count.count))\(count)  \(row.name)")
    }
    if rows.count > most {
      let rest = rows.dropFirst(most)
      let places = rest.map(\.count).reduce(0, +)
      lines.append("  \(places) more in \(Report.count(rest.count, title == "By file" ? "file" : "symbol"))")
    }
    return lines + [""]
  }

  private var nextSteps: [String] {
    // A fix leaves what is not safe to change.
    let fixable = report.fixed > 0 ? 0 : report.findings.count { $0.finding.rule?.isFixable == true }
    // No allowance allows a wrong one, and no option leaves them out.
    let kind = report.counts(\.finding.kind).first { $0.name != Finding.allowance }?.name ?? "clock"
    return ["Next"]
      + (fixable > 0 ? ["  --fix rewrites what is safe, up to \(Report.count(fixable, "place"))."] : [])
      + [
        "  --write-baseline FILE takes all as it is: with --baseline FILE, only new places fail.",
        "  --without \(kind) leaves a kind out, --exclude PATH a file or a folder.",
        "  // audit:allow \(kind) – the reason  allows one line.",
      ]
  }
}
