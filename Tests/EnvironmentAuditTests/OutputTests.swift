@testable import EnvironmentAudit
import Foundation
import Testing

@Suite struct OutputTests {
  private let report: Report = {
    var report = Report()
    let source = SourceText("let ä = \"🙂\", a = Date()\n")
    report.findings = [PlacedFinding(.clock("/p/Sources/A, B.swift", 1, 23), in: "/p", source: source)]
    report.unaudited = [
      Report.Unaudited(path: "Sources/C.swift", file: "/p/Sources/C.swift", reason: "100% stale\nbuild again")
    ]
    report.files = 2
    report.allowed = 3
    report.notes = ["a note"]
    report.effects = [Effect(kind: "clock", effect: "reads the clock", why: "Tests.")]
    return report
  }()

  @Test func `as text it has the form of a compiler's warnings`() throws {
    #expect(
      try OutputFormat.text.text(of: report) == """
        /p/Sources/A, B.swift:1:23: warning: Date() reads the clock; use Env.date()
        /p/Sources/C.swift:1:1: error: not audited: 100% stale
        build again
        note: a note
        1 place to fix in 1 of 2 files (1 clock), 3 allowed, 1 file not audited.

        """)
  }

  @Test func `for GitHub it escapes what would end a command`() throws {
    #expect(
      try OutputFormat.github.text(of: report) == """
        ::warning file=Sources/A%2C B.swift,line=1,col=20,title=clock::Date() reads the clock; use Env.date()
        ::error file=Sources/C.swift,title=not audited::100%25 stale%0Abuild again
        ::notice::a note
        1 place to fix in 1 of 2 files (1 clock), 3 allowed, 1 file not audited.

        """)
  }

  @Test func `for GitHub an accent hides nothing`() throws {
    var report = report
    report.notes = ["50%\u{301}, a:\u{301}b\r\n"]
    report.findings[0].path = "a:\u{301}b,\u{301}c%\u{301}.swift"
    let lines = try OutputFormat.github.text(of: report).split(separator: "\n")
    #expect(lines[0].hasPrefix("::warning file=a%3A\u{301}b%2C\u{301}c%25\u{301}.swift,line=1"))
    #expect(lines[2] == "::notice::50%25\u{301}, a:\u{301}b%0D%0A")
  }

  @Test func `a column does not count a byte order mark, and the code of a very long line is its beginning`() {
    let source = SourceText("\u{FEFF}let a = [\(String(repeating: "Date(), ", count: 10_000))]\n")
    let place = PlacedFinding(.clock("/p/A.swift", 1, 13), in: "/p", source: source)
    #expect(place.columnInUTF16 == 10)
    #expect(place.code.utf8.count <= 2_000)
    #expect(place.code.hasPrefix("let a = [Date(), "))
  }

  @Test func `as JSON it tells each place, its code and the exit code`() throws {
    let json = try json(.json)
    let place = try #require((json["findings"] as? [[String: Any]])?.first)
    #expect(place["path"] as? String == "Sources/A, B.swift")
    #expect(place["line"] as? Int == 1)
    #expect(place["column"] as? Int == 23)
    #expect(place["code"] as? String == "let ä = \"🙂\", a = Date()")
    #expect(place["why"] as? String == "Tests.")
    #expect(json["exitCode"] as? Int == 2)
  }

  @Test func `as SARIF it has what version 2.1.0 requires`() throws {
    let json = try json(.sarif)
    #expect(json["version"] as? String == "2.1.0")
    let run = try #require((json["runs"] as? [[String: Any]])?.first)
    #expect(run["columnKind"] as? String == "utf16CodeUnits")
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "audit-environment")
    let ids = try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(ids == ["clock", "allowance"])

    let result = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(result["ruleId"] as? String == "clock")
    #expect(result["level"] as? String == "warning")
    let location = try #require((result["locations"] as? [[String: Any]])?.first)
    let place = try #require(location["physicalLocation"] as? [String: Any])
    #expect((place["artifactLocation"] as? [String: Any])?["uri"] as? String == "Sources/A,%20B.swift")
    #expect((place["region"] as? [String: Any])?["startColumn"] as? Int == 20)

    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
  }

  @Test func `the exit code is 0 for nothing, 1 for findings, 2 for what could not be audited`() {
    var report = report
    #expect(report.exitCode == 2)
    report.unaudited = []
    #expect(report.exitCode == 1)
    report.findings = []
    #expect(report.exitCode == 0)
  }

  private func json(_ format: OutputFormat) throws -> [String: Any] {
    let text = try format.text(of: report)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
