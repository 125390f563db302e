import Testing

@testable import EnvironmentAudit

@Suite struct OverviewTests {
  @Test func `few findings need none`() {
    #expect(Overview(report(count: 20)).lines.isEmpty)
  }

  @Test func `many are counted by kind, by file and by symbol, with what to do next`() {
    let text = Overview(report(count: 33)).lines.joined(separator: "\n")
    #expect(text.contains("By kind\n  33  clock\n"))
    #expect(text.contains("By file\n   3  0.swift\n   3  1.swift\n"))
    #expect(text.contains("\n  3 more in 1 file\n"))
    #expect(text.contains("Most frequent\n  33  Date()\n"))
    #expect(text.contains("Next\n  --fix rewrites what is safe, up to 33 places.\n"))
    #expect(text.contains("--write-baseline FILE"))
  }

  @Test func `what --fix has left is not offered to it again`() {
    var report = report(count: 33)
    report.fixed = 1
    #expect(!Overview(report).lines.contains { $0.contains("--fix") })
  }

  @Test func `what to leave out or allow next is no wrong allowance`() {
    var report = report(count: 3)
    report.findings += (0..<30).map { line in
      let wrong = Finding(file: "/p/1.swift", line: line, column: 1, allowance: "It is wrong.")
      return PlacedFinding(wrong, in: "/p", source: SourceText(""))
    }
    let text = Overview(report).lines.joined(separator: "\n")
    #expect(text.contains("By kind\n  30  allowance\n"))
    #expect(text.contains("--without clock leaves"))
    #expect(text.contains("// audit:allow clock – the reason"))
  }

  private func report(count: Int) -> Report {
    var report = Report()
    report.findings = (0..<count).map { index in
      PlacedFinding(.clock("/p/\(index % 11).swift", index + 1, 1), in: "/p", source: SourceText(""))
    }
    report.files = 20
    return report
  }
}
