import Testing

@testable import EnvironmentAudit

@Suite struct ExceptionalCallsTests {
  /// `around` excepts what is in its parentheses, `behind` what it is called on. The place is `x`.
  @Test(arguments: [
    "around(.x)", "around(.x.y(1).z)", "around(/* ) */ .x)", "around(\")\", .x)", "a(around(b ? .x : .y))",
    "f(\"\\(around(.x))\")", "x.behind()", "x.y.behind()", "x(\")\\(1)(\").y(2) . behind()",
    "x  // .(\n  /* ) */ .y\n  .behind()",
    "(a.x).behind()", "x!.behind()", "x?.y.behind()", "((x)).behind()",
    "with.x", "with(1).x", "f().with.y.x", "x(1, with)", "x(a: .with) {}", "with?.x",
  ])
  func `a place that such a call is for is excepted`(code: String) {
    #expect(isExcepted(code))
  }

  @Test(arguments: [
    "x", "around(y(.x))", "around(y(1), y(.x))", "around(1).x", "around().y(x)", "[around(y)]; x", "behind(x)",
    "x; y.behind()", "x + y.behind()", "y.behind().x", "f(x).behind()", "x.y\naround(1).behind()",
    "around(\"\\(f(x))\")",
    "around((.x))", "f(x).behind()", "(x, y).behind()", "(x + y).behind()", "(f(x)).behind()",
    "with; x", "with + x", "x.with", "x(f(with))", "f(with).x", "[with]; x(1)",
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

  @Test(arguments: [
    ("x(a: true)", true), ("x(1, a : true)", true), ("x(a: false)", false), ("x(a: isTrue)", false), ("x(true)", false),
    ("x(a: f(a: true))", false),
  ])
  func `a call may be excepted for an argument that is true`(code: String, isExcepted: Bool) {
    #expect(self.isExcepted(code, labels: ["a:true"]) == isExcepted)
  }

  private func isExcepted(_ code: String, labels: [String] = []) -> Bool {
    let source = SourceText("let a = \(code)\n")
    func place(of name: String) -> IndexOccurrence? {
      guard let range = Array(code.utf8).firstRange(of: Array(name.utf8)) else { return nil }
      let offset = 8 + range.lowerBound
      return IndexOccurrence(line: source.line(of: offset), column: source.column(of: offset), roles: 4)
    }
    let around = Rule.Exception(symbol: SymbolPath(owner: "App", member: "around(_:)"), position: .around)
    let behind = Rule.Exception(symbol: SymbolPath(owner: "App", member: "behind()"), position: .behind)
    var found: [(Set<Rule.Exception>, IndexOccurrence)] = []
    if let call = place(of: "around") { found.append(([around], call)) }
    let with = Rule.Exception(symbol: SymbolPath(owner: "App", member: "with"), position: .with)
    if let call = place(of: "with") { found.append(([with], call)) }
    if let call = place(of: "behind") { found.append(([behind], call)) }
    guard let x = place(of: "x") else { return false }
    let rule = Rule(
      effect: Effect(kind: "own", effect: "is x", why: "Tests."), symbol: SymbolPath(owner: "App", member: "x"),
      replacement: "it", isFixable: false, exceptions: [around, behind, with],
      harmlessLabels: labels)
    let calls = ExceptionalCalls(found, in: source, SourceComments(source))
    return calls.except(Finding(file: "A.swift", occurrence: x, rule: rule))
  }
}
