import Testing

@testable import EnvironmentAudit

/// Texts that end anywhere: an index may be older than its file, and a file may hold anything.
@Suite struct CutOffTests {
  private let text = Array(
    ##"""
    import Foundation // audit:allow-file clock – why
    #if os(Linux) /* a /* b */ c */
    let a = "\(Date().x("é\\"))\"", b = #"\#(Date.now) "\"#, c = """
      // audit:allow clock "x" \(try await Task.sleep(for: .seconds(1, [2]), tolerance: .zero))
      """ // audit:allow - x
    #endif
    let d: Date? = .now, e = Date(timeIntervalSinceNow: 1), f = x?.timeIntervalSinceNow, # ## #"
    """##.utf8)

  @Test func `allowances and imports are read wherever the text ends`() {
    for end in text.indices {
      let source = SourceText(bytes: Array(text[..<end]))
      _ = Allowance.all(of: SourceComments(source), in: source)
      let imports = EnvironmentImport(in: source)
      let edit = imports.edit(imports.access(for: []))
      #expect(edit.map { source.applying([$0]).bytes.count > end } ?? true)
    }
  }

  @Test func `a replacement stays within the text wherever that ends and the place is`() throws {
    // One of each form.
    let members = [
      "init()", "now", "timeIntervalSinceNow", "init(timeIntervalSinceNow:)", "sleep(for:tolerance:clock:)",
    ]
    let rules = try RuleSet.builtIn().all.filter { $0.isFixable && members.contains($0.symbol.member) }
    #expect(rules.count >= members.count)
    let full = SourceText(bytes: text)
    for offset in text.indices {
      let line = full.line(of: offset)
      let column = full.column(of: offset)
      for end in [offset + 1, offset + 4, text.count] where end <= text.count {
        let source = SourceText(bytes: Array(text[..<end]))
        for rule in rules {
          let place = IndexOccurrence(line: line, column: column, roles: 4)
          let edit = Replacement(in: source).edit(for: Finding(file: "A.swift", occurrence: place, rule: rule))
          if let edit { #expect(edit.range.upperBound <= end) }
        }
      }
    }
  }

  @Test func `what takes an effect away is looked for within the text wherever that ends`() throws {
    let styles = Array("f(.x<A>(a: 1, // b\n \"c, \\(d)\", e : 2).g /* h */ .i.x), x<, x(, x(a:, .x. , .x...y".utf8)
    let rule = Rule(
      effect: Effect(kind: "own", effect: "is x", why: "Tests."), symbol: SymbolPath(owner: "App", member: "x"),
      replacement: "it", isFixable: false,
      exceptions: [Rule.Exception(symbol: SymbolPath(owner: "App", member: "g()"), position: .behind)],
      harmlessLabels: ["a", "z"])
    let full = SourceText(bytes: styles)
    for offset in styles.indices {
      let place = IndexOccurrence(line: full.line(of: offset), column: full.column(of: offset), roles: 4)
      let finding = Finding(file: "A.swift", occurrence: place, rule: rule)
      for end in styles.indices {
        let source = SourceText(bytes: Array(styles[..<end]))
        let calls = ExceptionalCalls([([rule.exceptions[0]], place)], in: source, SourceComments(source))
        #expect(!calls.except(finding))
      }
    }
  }
}
