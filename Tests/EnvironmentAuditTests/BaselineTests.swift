@testable import EnvironmentAudit
import Testing

@Suite struct BaselineTests {
  private let source = SourceText("import Foundation\n\n  let a = Date(), b = Date()\nlet\tc = Date()\n")

  @Test func `what was written is passed over`() throws {
    let baseline = try Baseline(Baseline.text(of: [finding(3, 11), finding(4, 9)]), name: "b")
    #expect(new(baseline, [finding(3, 11), finding(4, 9)]) == (lines: [], unused: 0))
  }

  @Test func `each entry stands for one finding`() throws {
    let baseline = try Baseline(Baseline.text(of: [finding(3, 11)]), name: "b")
    #expect(new(baseline, [finding(3, 11), finding(3, 23), finding(4, 9)]) == (lines: [3, 4], unused: 0))
  }

  @Test func `lines may move`() throws {
    let baseline = try Baseline(Baseline.text(of: [finding(4, 9)]), name: "b")
    let moved = SourceText("\n\n\n\n\n" + "    let\tc = Date()\n")
    #expect(new(baseline, [finding(6, 13, in: moved)]) == (lines: [], unused: 0))
  }

  @Test func `what is fixed is counted`() throws {
    let baseline = try Baseline(Baseline.text(of: [finding(3, 11), finding(4, 9)]), name: "b")
    #expect(new(baseline, [finding(4, 9)]) == (lines: [], unused: 1))
  }

  @Test func `lines may end as on Windows`() throws {
    let text = Baseline.text(of: [finding(3, 11), finding(4, 9)]).replacing("\n", with: "\r\n")
    #expect(new(try Baseline(text, name: "b"), [finding(3, 11), finding(4, 9)]) == (lines: [], unused: 0))
  }

  @Test(arguments: ["a\tb\nc", "a\u{2028}b", "\u{301}"])
  func `names and code may hold anything`(text: String) throws {
    var odd = finding(3, 11)
    odd.path = text
    odd.code = text
    #expect(new(try Baseline(Baseline.text(of: [odd]), name: "b"), [odd]) == (lines: [], unused: 0))
  }

  @Test func `a line that is no entry is told`() {
    let error = #expect(throws: CannotAudit.self) { try Baseline("# head\n\nDate()\n", name: "b") }
    #expect(error?.description == "b:3: this is not an entry of a baseline. Write the file again: --write-baseline b")
  }

  private func new(_ baseline: Baseline, _ findings: [PlacedFinding]) -> (lines: [Int], unused: Int) {
    var new = findings
    let unused = baseline.new(&new)
    return (new.map(\.finding.line), unused.count)
  }

  private func finding(_ line: Int, _ column: Int, in source: SourceText? = nil) -> PlacedFinding {
    PlacedFinding(.clock("/p/A.swift", line, column), in: "/p", source: source ?? self.source)
  }
}

extension Finding {
  /// The finding of a `Date()`.
  static func clock(_ file: String, _ line: Int, _ column: Int) -> Finding {
    let effect = Effect(kind: "clock", effect: "reads the clock", why: "Tests.")
    let symbol = SymbolPath(owner: "Foundation.Date", member: "init()")
    let rule = Rule(effect: effect, symbol: symbol, replacement: "Env.date()", isFixable: true)
    return Finding(file: file, occurrence: IndexOccurrence(line: line, column: column, roles: 4), rule: rule)
  }
}
