@testable import EnvironmentAudit
import Testing

@Suite struct AllowanceTests {
  @Test func `behind code it is for its line, alone for the next line of code`() {
    let found = allowances(
      """
      let a = Date()  // audit:allow clock – the program's only clock
      // audit:allow identity – made once

      // Something else.
      let b = UUID()
      """)
    #expect(found.map(\.extent) == [.line(1), .line(5)])
    #expect(found.map(\.kinds) == [["clock"], ["identity"]])
    #expect(found.map(\.reason) == ["the program's only clock", "made once"])
    #expect(found.map(\.column) == [17, 1])
  }

  @Test func `before code on its last line it is for that line`() {
    #expect(allowances("/* audit:allow clock – why */ let a = Date()\nlet b = 1").map(\.extent) == [.line(1)])
    #expect(allowances("/* audit:allow clock – why\n */ let a = Date()\nlet b = 1").map(\.extent) == [.line(2)])
  }

  @Test(arguments: ["\n", "\r\n"])
  func `lines may end in either way`(end: String) {
    let lines = [
      "\u{FEFF}// audit:allow clock – the first", "let a = Date()", "/* audit:allow clock – the second", "more */",
      "let b = Date()", "let c = \"\"\"", "  // audit:allow clock – no", "  \"\"\"",
      "f()  // audit:allow clock – the third",
    ]
    let found = allowances(lines.joined(separator: end))
    #expect(found.map(\.extent) == [.line(2), .line(5), .line(9)])
    #expect(found.map(\.kinds) == [["clock"], ["clock"], ["clock"]])
    #expect(found.map(\.reason) == ["the first", "the second", "the third"])
  }

  @Test(arguments: [
    #"let a = /a\/*b\"/  // audit:allow clock – here"#, ##"let a = #/[/*"]/#  // audit:allow clock – here"##,
    "let a = #/  \n  \" // a\n  /#  // audit:allow clock – here", "let a = ##/ /# \" /##  // audit:allow clock – here",
    ##"let a = f(\.b, "\#("\(1)")")  // audit:allow clock – here"##,
    "let a\0 = 1  // audit:allow clock – here",
    #"let r = /"/; let t = Date()  // audit:allow clock – here"#,
    #"f(/[\/*"]/, { /"/ })  // audit:allow clock – here"#, #"return /a(b)"/  // audit:allow clock – here"#,
    #"let a = b / c, d = "x" / "/"  // audit:allow clock – here"#,
    "let a = x.reduce(1, /)  // audit:allow clock – here",
    "let a = (b) / c / d  // audit:allow clock – here",
    "let a = b # c  // audit:allow clock – here", ##"let a = #"""#, b = 1  // audit:allow clock – here"##,
    ###"let a = ##"""a","b"""##  // audit:allow clock – here"###,
    "let a = #\"\"\"\n  \" // b\n  \"\"\"#  // audit:allow clock – here",
    "func `GET /posts/* is answered`() {}  // audit:allow clock – here",
    "func `it's \"fine`() {}  // audit:allow clock – here", "func `http://x`() {}  // audit:allow clock – here",
    "let a = ` // audit:allow clock – here", "let a = /x; let b = 1  // audit:allow clock – here",
    #"let a = /x\ /, b = "/"  // audit:allow clock – here"#, #"let r = /[)"]/; f()  // audit:allow clock – here"#,
    "f(x)\n/\"/.g(y)  // audit:allow clock – here", "_ = x[0]\n/\"/; f()  // audit:allow clock – here",
    "let a = b\n  / c  // audit:allow clock – here",
  ])
  func `it is found behind regular expressions and what no compiler would take`(text: String) {
    let found = allowances(text)
    #expect(found.map(\.reason) == ["here"])
  }

  @Test(arguments: [
    "/* a /* b */ f(); // audit:allow clock – here", #"char a = '"'; // audit:allow clock – here"#,
    #"f('\'', L'"', '\\'); // audit:allow clock – here"#, "int a = 1'000; g('/*'); // audit:allow clock – here",
    #"char *a = "" """b"; // audit:allow clock – here"#, #"f("\("); // audit:allow clock – here"#,
    #"f(R"(a " /* )"); // audit:allow clock – here"#, #"f(u8R"x(" )" \)x", L"/*"); // audit:allow clock – here"#,
    "f(R\"(\n/* \"\n)\"); // audit:allow clock – here", #"f(R"a b(", OR"(/*"); // audit:allow clock – here"#,
    "int a = b /c; f('x') /d; // audit:allow clock – here", "#error don't\n// audit:allow clock – here",
  ])
  func `it is found in C, where comments, characters and strings have forms of their own`(text: String) {
    let source = SourceText(text)
    let found = Allowance.all(of: SourceComments(source, isSwift: false), in: source)
    #expect(found.map(\.reason) == ["here"])
  }

  @Test func `a raw string of C++ is read wherever the text ends`() {
    let text = Array(#"f(LR"ab(" /* )ab" )ab", R"0123456789abcdefg()", "x"); // audit:allow clock – here"#.utf8)
    for end in text.indices {
      let source = SourceText(bytes: Array(text[..<end]))
      #expect(SourceComments(source, isSwift: false).strings.allSatisfy { $0.upperBound <= end })
    }
  }

  @Test func `a comment of several lines may hold one on each`() {
    let found = allowances(
      """
      /*
       * Some words.
       * audit:allow clock – first
         audit:allow identity: second */
      let a = (Date(), UUID())
      """)
    #expect(found.map(\.kinds) == [["clock"], ["identity"]])
    #expect(found.map(\.reason) == ["first", "second"])
    #expect(found.map(\.extent) == [.line(5), .line(5)])
    #expect(found.map(\.line) == [3, 4])
    #expect(found.map(\.column) == [4, 4])
  }

  @Test(arguments: [
    "// audit:allow-file clock, time-zone – why", "// audit:allow-file clock time-zone — why",
    "// audit:allow-file clock, time-zone: why", "//audit:allow-file clock,time-zone - why",
    "/* audit:allow-file clock, time-zone – why */",
  ])
  func `it may be for a file, for several kinds, behind any dash`(text: String) {
    let found = allowances(text + "\nlet a = 1")
    #expect(found.map(\.extent) == [.file])
    #expect(found.map(\.kinds) == [["clock", "time-zone"]])
    #expect(found.map(\.reason) == ["why"])
  }

  @Test(arguments: [
    #"let a = "// audit:allow clock – in a string""#, ##"let a = #"" // audit:allow clock – in a raw string"#"##,
    "let a = \"\"\"\n  // audit:allow clock – in a long string\n  \"\"\"",
    #"let a = "\("// audit:allow clock – nested")""#,
    "// This is how: audit:allow clock – why", "// audit:allowed clock", "/* // audit:allow clock – why */",
    "/// audit:allow clock – documentation", "/** audit:allow clock – documentation */",
    "/**\n * audit:allow clock – documentation\n */", "/*\n let a = 1 // audit:allow clock – no code\n */",
  ])
  func `what only looks like one is none`(text: String) {
    #expect(allowances(text).isEmpty)
  }

  @Test func `it is found behind strings of any form`() {
    let text = #"""
      let a = ["\"", "\\", #"\"#, "\(f("x\(1)"))", """
        "quotes" \(Date())
        """, /* "a /* nested */ */ "b"]  // audit:allow clock – here
      """#
    #expect(allowances(text).map(\.extent) == [.line(3)])
    #expect(
      allowances("let a = \"\"\"\n  \\(Date())\n  \"\"\"  // audit:allow clock – here\nlet b = 1").map(\.extent) == [
        .line(3)
      ])
  }

  @Test func `it hides what it is for, and nothing else`() throws {
    let check = try check(
      "let a = (Date(), UUID())  // audit:allow clock – here", [("clock", 1), ("identity", 1), ("clock", 2)])
    #expect(check.findings.map(\.kind) == ["identity", "clock"])
    #expect(check.allowed == 1)
  }

  @Test func `it is told when nothing needs it any more, kind by kind`() throws {
    let check = try check("let a = 1  // audit:allow clock, identity – here", [("clock", 1)])
    #expect(
      check.findings.map(\.message) == [
        "nothing on this line makes a random identity; remove identity from the allowance"
      ])
    #expect(check.findings.map(\.line) == [1])
    #expect(check.findings.map(\.column) == [12])
  }

  @Test func `one within #if is not told, as another platform may need it`() throws {
    let check = try check("#if os(Windows)\nlet a = Date()  // audit:allow clock – here\n#endif", [])
    #expect(check.findings.isEmpty)
  }

  @Test func `one behind #endif is told`() throws {
    let check = try check("#if os(Windows)\n#endif\nlet a = 1  // audit:allow clock – here", [])
    #expect(check.findings.count == 1)
  }

  @Test func `one for a kind that is switched off is needed as long as the effect is there`() throws {
    var rules = try RuleSet.builtIn()
    try rules.switchOff("clock")
    #expect(try check("let a = Date()  // audit:allow clock – here", [("clock", 1)], rules: rules).findings.isEmpty)
    #expect(try check("let a = Date()", [("clock", 1)], rules: rules).findings.isEmpty)
  }

  @Test(arguments: [
    ("// audit:allow clok – why", "there is no kind “clok”"), ("// audit:allow – why", "the allowance names no kind"),
    ("// audit:allow clock", "the allowance has no reason"), ("// audit:allow", "the allowance names no kind"),
  ])
  func `one that is written wrong is told, with what to write`(text: String, message: String) throws {
    let check = try check("let a = Date()  " + text, [("clock", 1)])
    let finding = try #require(check.findings.last)
    #expect(finding.kind == "allowance")
    #expect(finding.message.hasPrefix(message))
  }

  private func allowances(_ text: String) -> [Allowance] {
    let source = SourceText(text)
    return Allowance.all(of: SourceComments(source), in: source)
  }

  /// Checks findings, given as kinds and lines, against the allowances of a text.
  private func check(_ text: String, _ found: [(String, Int)], rules: RuleSet? = nil) throws -> AllowanceCheck {
    let rules = try rules ?? .builtIn()
    let findings = try found.map { kind, line in
      let rule = try #require(rules.all.first { $0.effect.kind == kind })
      return Finding(file: "A.swift", occurrence: IndexOccurrence(line: line, column: 9, roles: 4), rule: rule)
    }
    return AllowanceCheck(findings, allowances: allowances(text), in: "A.swift", rules: rules)
  }
}
