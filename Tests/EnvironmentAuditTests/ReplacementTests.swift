@testable import EnvironmentAudit
import Testing

@Suite struct ReplacementTests {
  /// What stands before the place is `‸`, as the index tells it.
  @Test(arguments: [
    ("let a = ‸Date()", "let a = Env.date()"), ("let a = Date.‸init( )", "let a = Env.date()"),
    ("let a: Date = .‸init()", "let a: Date = Env.date()"), ("let a = Foundation.‸Date()", "let a = Env.date()"),
    ("let a = ‸Moment()", "let a = Env.date()"), ("\"ä\\(‸Date())\"", "\"ä\\(Env.date())\""),
    ("[‸Date()]", "[Env.date()]"), ("\u{FEFF}‸Date()", "\u{FEFF}Env.date()"),
    ("‸Date().description", "Env.date().description"), ("return .‸init()", "return Env.date()"),
    ("guard .‸init() > x", "guard Env.date() > x"), ("switch .‸init()", "switch Env.date()"),
    ("Self.‸init()", "Env.date()"),
    ("x ?? .‸init()", "x ?? Env.date()"), ("x == 1 ? .‸init() : b", "x == 1 ? Env.date() : b"),
    ("f(a: .‸init(), .‸init())", "f(a: Env.date(), Env.date())"),
  ])
  func `a call becomes a call, however its type is written`(before: String, after: String) throws {
    #expect(try fixed(before, "Foundation.Date.init() fix: Env.date()") == after)
  }

  @Test(arguments: [
    ("let a = Date.‸init", "unapplied"), ("dates.map(Date.‸init)", "unapplied"), ("Date.‸init(), ‸Date", "no call"),
    ("x.y?.‸init()", "not on a type's name"), ("type(of: x).‸init()", "not on a type's name"),
    ("[Date].‸init()", "not on a type's name"),
    ("let a = ‸Date(1)", "has an argument"), ("init(b: Int) { self.‸init() }", "makes nothing new"),
    ("super.‸init()", "makes nothing new"), ("return.‸init()", "a space would be missing"),
    ("borrow .‸init()", "a keyword that is not known"), ("`Date`.‸init()", "a name in backticks"),
  ])
  func `what is no such call stays`(before: String, reason: Comment) throws {
    let stays = try fixed(before, "Foundation.Date.init() fix: Env.date()", onlyLast: true)
    #expect(stays == before.replacing("‸", with: ""), reason)
  }

  @Test(arguments: [
    ("Calendar.‸current.date", "Env.calendar().date"), ("Foundation.Calendar.‸current", "Env.calendar()"),
    ("let a: Calendar = .‸current", "let a: Calendar = Env.calendar()"),
    ("Calendar\n  .‸current\n  .x", "Env.calendar()\n  .x"),
    ("Self.‸current", "Env.calendar()"), ("f(.‸current)", "f(Env.calendar())"),
    ("in .‸current }", "in Env.calendar() }"),
    ("a.b(Calendar.‸current)", "a.b(Env.calendar())"),
  ])
  func `a static property becomes a call`(before: String, after: String) throws {
    #expect(try fixed(before, "Foundation.Calendar.current fix: Env.calendar()") == after)
  }

  @Test(arguments: [
    #"\Calendar.Type.‸current"#, #"\.‸current"#, "type(of: c).‸current", "x\n  .map { $0 }\n  .‸current", "‸current",
  ])
  func `a key path, and a property of what is computed, stays`(before: String) throws {
    #expect(try fixed(before, "Foundation.Calendar.current fix: Env.calendar()") == before.replacing("‸", with: ""))
  }

  @Test(arguments: [
    ("Date.‸`now`", "Foundation.Date.now fix: Env.date()"),
    ("Date.‸`init`()", "Foundation.Date.init() fix: Env.date()"),
    ("a.‸`timeIntervalSinceNow`", "Foundation.Date.timeIntervalSinceNow fix: .timeIntervalSince(Env.date())"),
    ("Task.‸`sleep`(for: a)", "Swift.Task.sleep(for:tolerance:clock:) fix: Env.sleep(for:tolerance:)"),
  ])
  func `a name in backticks stays, as the index tells only where they begin`(before: String, rule: String) throws {
    #expect(try fixed(before, rule) == before.replacing("‸", with: ""))
  }

  @Test(arguments: ["Calendar  // the user's\n  .‸current", "let a: Calendar = /* here */ .‸current"])
  func `what has a comment in the middle stays`(before: String) throws {
    #expect(try fixed(before, "Foundation.Calendar.current fix: Env.calendar()") == before.replacing("‸", with: ""))
  }

  @Test(arguments: [
    ("a.b?.‸timeIntervalSinceNow", "a.b?.timeIntervalSince(Env.date())"),
    ("\"\\(a.‸timeIntervalSinceNow)\"", "\"\\(a.timeIntervalSince(Env.date()))\""),
    ("a[\"k)\"].‸timeIntervalSinceNow", "a[\"k)\"].timeIntervalSince(Env.date())"),
    ("a > b.‸timeIntervalSinceNow", "a > b.timeIntervalSince(Env.date())"),
    ("x[\\.y] > .now.‸timeIntervalSinceNow", "x[\\.y] > .now.timeIntervalSince(Env.date())"),
    ("let x = \\A.b\nreturn c.‸timeIntervalSinceNow", "let x = \\A.b\nreturn c.timeIntervalSince(Env.date())"),
    ("a[\\.b]\n  .c.‸timeIntervalSinceNow", "a[\\.b]\n  .c.timeIntervalSince(Env.date())"),
    (">.‸timeIntervalSinceNow", ">.timeIntervalSince(Env.date())"),
    ("\\.[1, 2].‸timeIntervalSinceNow", nil), ("\\Log.[a, \"b]\"].‸timeIntervalSinceNow", nil),
    ("\\Dictionary<String, Date>.values.first?.‸timeIntervalSinceNow", nil),
    ("\\A<(B) -> C, D<E>>.f!.‸timeIntervalSinceNow", nil), ("\\[String: Date].values.‸timeIntervalSinceNow", nil),
    ("\\.pair\n  .0\n  .‸timeIntervalSinceNow", nil), ("\\.pair // The first.\n  .0.‸timeIntervalSinceNow", nil),
    ("\\.f(a, { b }).‸timeIntervalSinceNow", nil), ("\\A<B>\n  .c.‸timeIntervalSinceNow", nil),
    ("f(\\.‸timeIntervalSinceNow)", nil), ("a[\\Date.b[0].‸timeIntervalSinceNow]", nil), ("‸timeIntervalSinceNow", nil),
  ])
  func `a member of a value becomes another member`(before: String, after: String?) throws {
    let rule = "Foundation.Date.timeIntervalSinceNow fix: .timeIntervalSince(Env.date())"
    #expect(try fixed(before, rule) == after ?? before.replacing("‸", with: ""))
  }

  @Test(arguments: [
    ("‸Date(timeIntervalSinceNow: 60)", "Env.date().addingTimeInterval(60)"),
    ("Date.‸init(timeIntervalSinceNow:\n  x())", "Env.date().addingTimeInterval(x())"),
    ("f(Date.‸init(timeIntervalSinceNow:))", nil), ("f(Date.‸init)", nil),
  ])
  func `an initializer with a label becomes a call with its argument`(before: String, after: String?) throws {
    let rule = "Foundation.Date.init(timeIntervalSinceNow:) fix: Env.date().addingTimeInterval(_:)"
    #expect(try fixed(before, rule) == after ?? before.replacing("‸", with: ""))
  }

  @Test func `a property that is changed stays`() throws {
    let text = "CommandLine.‸arguments = []"
    #expect(
      try fixed(text, "Swift.CommandLine.arguments fix: Env.arguments()", roles: 4 | 16)
        == text.replacing("‸", with: ""))
  }

  @Test(arguments: [
    ("try await Task.‸sleep(for: .seconds(1))", "try await Env.sleep(for: .seconds(1))"),
    ("Task.‸sleep(for: d, tolerance: [1, 2][0])", "Env.sleep(for: d, tolerance: [1, 2][0])"),
    ("Task.‸sleep(for: d, clock: c)", nil), ("Task.‸sleep", nil), ("let f = Task.‸sleep(for:)", nil),
    ("Task<Never, Never>.‸sleep(for: d)", nil), ("Task.‸sleep(for: x(\"clock:\"))", nil),
  ])
  func `a function is called on Env with the arguments that Env knows`(before: String, after: String?) throws {
    let rule = "Swift.Task.sleep(for:tolerance:clock:) fix: Env.sleep(for:tolerance:)"
    #expect(try fixed(before, rule) == after ?? before.replacing("‸", with: ""))
  }

  /// Applies one rule at each place of a text.
  private func fixed(_ text: String, _ rule: String, roles: UInt64 = 4, onlyLast: Bool = false) throws -> String {
    let rules = try RuleSet("own", "kind: own\n" + rule)
    let parts = text.split(separator: "‸", omittingEmptySubsequences: false)
    let source = SourceText(parts.joined())
    var offsets: [Int] = []
    for part in parts.dropLast() { offsets.append((offsets.last ?? 0) + part.utf8.count) }
    let edits = offsets.suffix(onlyLast ? 1 : offsets.count).compactMap { offset in
      let place = IndexOccurrence(line: source.line(of: offset), column: source.column(of: offset), roles: roles)
      return Replacement(in: source).edit(for: Finding(file: "A.swift", occurrence: place, rule: rules.all[0]))
    }
    let fixed = source.applying(edits)
    return fixed.text(0..<fixed.bytes.count)
  }
}
