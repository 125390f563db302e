import Testing

@testable import EnvironmentAudit

@Suite struct ExceptionalCallsTests {
  /// `around` excepts what is in its parentheses, `behind` what it is called on. The place is `x`.
  @Test(arguments: [
    "around(.x)", "around(.x.y(1).z)", "around(/* ) */ .x)", "around(\")\", .x)", "a(around(b ? .x : .y))",
    "f(\"\\(around(.x))\")", "x.behind()", "x.y.behind()", "x(\")\\(1)(\").y(2) . behind()",
    "x  // .(\n  /* ) */ .y\n  .behind()",
  ])
  func `a place that such a call is for is excepted`(code: String) {
    #expect(isExcepted(code))
  }

  @Test(arguments: [
    "x", "around(y(.x))", "around(y(1), y(.x))", "around(1).x", "around().y(x)", "[around(y)]; x", "behind(x)",
    "x; y.behind()", "x + y.behind()", "y.behind().x", "f(x).behind()", "x.y\naround(1).behind()",
    "around(\"\\(f(x))\")",
    "around((.x))",
  ])
  func `another is not`(code: String) {
    #expect(!isExcepted(code))
  }

  @Test(arguments: [
    ("x(a: 1, b: 2)", true), ("x(b: 1,\n  // c: 3\n  a : 2)", true), ("x<[Int]>(c: 0, a: \")\", b: 1)", true),
    ("x(a: 1)", false), ("x(a: f(b: 1))", false), ("x(a: \", b: \")", false), ("x(a: 1).y(b: 2)", false), ("x", false),
    ("x(a: 1, [b: 2])", false), ("x(a: 1, \"\\(f(1, b: 2))\")", false), ("x<Int(a: 1, b: 2)", false),
    ("x(a: 1, b ? c : d)", false), ("f(\", b: 1\"); x(a: \", \\(g(\", \", c)), \", b: 2); g(\", b: 1\")", true),
    ("f(\", b: 1\"); x(a: \", \\(g(\", b: \", c)), b: \", 2); g(\", b: 1\")", false), ("x(a: \"\", b: \"\")", true),
    ("g(\"\\(x(a: \", b: \"))\")", false), ("g(\"\\(x(a: \",\", b: \"\"))\")", true),
  ])
  func `a call with all of some arguments is excepted`(code: String, isExcepted: Bool) {
    #expect(self.isExcepted(code, labels: ["a", "b"]) == isExcepted)
  }

  private func isExcepted(_ code: String, labels: [String] = []) -> Bool {
    let source = SourceText("let a = \(code)\n")
    func place(of name: String) -> IndexOccurrence? {
      guard let range = Array(code.utf8).firstRange(of: Array(name.utf8)) else { return nil }
      let offset = 8 + range.lowerBound
      return IndexOccurrence(line: source.line(of: offset), column: source.column(of: offset), roles: 4)
    }
    let around = Rule.Exception(symbol: SymbolPath(owner: "App", member: "around(_:)"), isAround: true)
    let behind = Rule.Exception(symbol: SymbolPath(owner: "App", member: "behind()"), isAround: false)
    var found: [(Set<Rule.Exception>, IndexOccurrence)] = []
    if let call = place(of: "around") { found.append(([around], call)) }
    if let call = place(of: "behind") { found.append(([behind], call)) }
    guard let x = place(of: "x") else { return false }
    let rule = Rule(
      effect: Effect(kind: "own", effect: "is x", why: "Tests."), symbol: SymbolPath(owner: "App", member: "x"),
      replacement: "it", isFixable: false, exceptions: [around, behind],
      harmlessLabels: labels)
    let calls = ExceptionalCalls(found, in: source, SourceComments(source))
    return calls.except(Finding(file: "A.swift", occurrence: x, rule: rule))
  }
}
