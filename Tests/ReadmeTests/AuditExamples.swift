// What the article “Auditing a package” says, against the audit itself.

@testable import EnvironmentAudit
import Foundation
import Testing

struct AuditTests {
  private let article = Result { try Documents.text(of: path) }
  private static let path = "Sources/GlobalEnvironment/GlobalEnvironment.docc/AuditingAPackage.md"

  @Test func `the comment that is shown allows a place`() throws {
    let started = Date()  // audit:allow clock – the one place that sets the environment
    #expect(started > .distantPast)

    let code = try #require(try Documents.blocks(of: Self.path).first { $0.language == "swift" })
    let source = SourceText(code.text)
    let allowance = try #require(Allowance.all(of: SourceComments(source), in: source).first)
    #expect(allowance.kinds == ["clock"])
    #expect(!allowance.reason.isEmpty)
    #expect(allowance.extent == .line(1))
  }

  @Test func `the rules that are shown are rules`() throws {
    let text = try #require(try Documents.blocks(of: Self.path).first { $0.language == "text" }).text
    var rules = try RuleSet.builtIn()
    try rules.add(text, name: ".audit-environment")
    #expect(rules.isKnown("analytics"))
    #expect(rules.off == ["output"])
    #expect(rules.all.contains { "\($0.replacement)" == "Env.analytics(_:)" })
  }

  @Test func `the kinds are all kinds`() throws {
    let text = try article.get().replacing("\n", with: " ")
    #expect(text.contains("Kinds: \(try RuleSet.builtIn().effects.map(\.kind).joined(separator: ", "))."))
  }

  @Test func `the options are all options, and the formats all formats`() throws {
    let help = Options.help
    let known = Set(help.matches(of: #/\n {2}(--[a-z-]+)/#).map { String($0.1) })
    let rows = try article.get().split(separator: "\n").filter { $0.hasPrefix("| `--") }
    let told = Set(rows.flatMap { $0.matches(of: /`(--[a-z-]+)/).map { String($0.1) } })
    #expect(known == told)
    #expect(known.count > 8)
    for format in OutputFormat.allCases { #expect(try article.get().contains("`\(format.rawValue)`")) }
  }

  @Test func `a finding is told as the article tells it`() throws {
    let rule = try #require(RuleSet.builtIn().all.first { $0.spelling == "Date()" })
    let occurrence = IndexOccurrence(line: 12, column: 18, roles: 4)
    let finding = Finding(file: "…/Sources/App/Reminders.swift", occurrence: occurrence, rule: rule)
    var report = Report()
    report.findings = [PlacedFinding(finding, in: "…", source: SourceText(String(repeating: "\n", count: 12)))]
    report.files = 93
    let told = try OutputFormat.text.text(of: report)
    #expect(try Documents.blocks(of: Self.path).contains { $0.text + "\n" == told })
  }
}
