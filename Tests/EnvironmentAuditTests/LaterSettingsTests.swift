import Foundation
import Testing

@testable import EnvironmentAudit

@Suite struct LaterSettingsTests {
  @Test(arguments: [
    "let f = X()\nf.locale = a\nf.timeZone = b", "var f: X = .init()\nf.timeZone = b; f.locale\n  = a",
    "let f =\n  X()\nf.locale = a\nf.timeZone = b",
    "let a: X = {\n  let f = X()\n  f.locale = a\n  f.timeZone = b\n  return f\n}()",
    "self.f = X()\nself.f.locale = a\nself.f.timeZone = b", "let f = App.X()\nf.locale = a\nif c { f.timeZone = b }",
    "f = X()\nf?.locale = a\nf?.timeZone = b", "self.f = X()\nf!.locale = a\nself.f!.timeZone = b",
    "func g(_ pin: Bool) -> X { let f = X(); f.locale = a; f.timeZone = b; return f }",
    "var g: X { let f = X(); f.locale = a; f.timeZone = b; return f }",
    "var f = X<Int>.X()\nf.locale = a\nf.timeZone = b",
    "let `f` = X()\n`f`.locale = a\n`f`?.timeZone = b",
    "let f: X? = X()\nif let f { f.locale = a; f.timeZone = b }",
    "let f = X()\nfunc g() { let f = Y(); f.locale = c }\nf.locale = a\nf.timeZone = b",
    "let e = 1; let f = X()\nf.locale = a // }\nf.text = \"}\"\nf.timeZone = b",
  ])
  func `a value whose properties are set behind it is known to have them`(code: String) {
    #expect(names(code).isSuperset(of: ["locale", "timeZone"]))
  }

  @Test(arguments: [
    "let f = X()\nf.locale = a", "let f = X()\nprint(f.locale == a, f.timeZone == b)",
    "let f = X()\n// f.locale = a\n/* f.timeZone = b */", "let f = X()\nlet s = \"f.locale = a; f.timeZone = b\"",
    "func a() { let f = X() }\nfunc b() { f.locale = a; f.timeZone = b }", "use(X())\nf.locale = a\nf.timeZone = b",
    "f.locale = a\nf.timeZone = b\nlet f = X()", "let f = X()\nf2.locale = a\nf2.timeZone = b",
    "class A { let f = X()\n  func g() {\n    let f = Y()\n    f.locale = a\n    f.timeZone = b\n  }\n}",
    "var f = X()\nfunc g() { if c { var f = Y(); if d { f.locale = a; f.timeZone = b } } }",
    "let f = X()\ndo { let f = Y(); f.locale = a }\nf.timeZone = b", "let f = g(X())\nf.locale = a\nf.timeZone = b",
    "let f = X()\nc ? f : .locale = a\nf?.timeZone == b",
  ])
  func `another is not`(code: String) {
    #expect(!names(code).isSuperset(of: ["locale", "timeZone"]))
  }

  @Test(arguments: [
    "let f = X()\nf.dateFormat = \"y\"", "make { $0.dateFormat = \"y\" }", "f?.dateFormat = #\"y\"#",
    "make { $0.dateFormat = \"y\"; $0.locale = Env.locale() }", "f.locale = .current\nf.dateFormat = \"y\"",
    "func a() { let f = X(); f.locale = b }\nfunc c() { let f = X(); f.dateFormat = \"y\" }",
    "make { $0.locale = b }\nmake { $0.dateFormat = \"y\" }", "f.locale = nil\nf.dateFormat =\n  \"\"\"\n  y\n  \"\"\"",
    "f.timeZone = b\nf.dateFormat = \"y\"", "f.locale = Locale.autoupdatingCurrent\nf.dateFormat = \"y\"",
    "// f.locale = b\nf.dateFormat = \"y\"",
  ])
  func `a fixed text without a fixed locale is told`(code: String) {
    #expect(setsText(code))
  }

  @Test(arguments: [
    "let f = X()\nf.locale = Locale(identifier: \"en_US_POSIX\")\nf.dateFormat = \"y\"",
    "make { $0.dateFormat = \"y\"; $0.locale = b }", "make { f in f.dateFormat = \"y\"; f.locale = b }",
    "f.dateFormat = template", "f.dateFormat = X.dateFormat(fromTemplate: \"y\")", "print(f.dateFormat == \"y\")",
    "class A { let f = X()\n  init() { f.locale = b }\n  func g() { self.f.dateFormat = \"y\" } }",
    "let f = X()\nf.locale = .posix\nif c { f.dateFormat = \"y\" }", "dateFormat = \"y\"",
    "func g(_ f: X) { f.locale = b; f.dateFormat = \"y\" }", "all[0].dateFormat = \"y\"",
  ])
  func `another text, or one with a fixed locale, is not`(code: String) {
    #expect(!setsText(code))
  }

  private func setsText(_ code: String) -> Bool {
    guard let range = code.range(of: "dateFormat") else { return false }
    let place = code.utf8.distance(from: code.startIndex, to: range.lowerBound)
    return settings(in: SourceText(code)).setsText(at: place, without: ["locale"])
  }

  @Test func `it is looked for within the text wherever that ends`() {
    let text = Array("let f: X = App.X() // }\n f.locale = \"}\\(f.x = 1)\" ; f?.y = f!. = f . timeZone = {".utf8)
    for end in text.indices {
      let source = SourceText(bytes: Array(text[..<end]))
      let settings = settings(in: source)
      for place in 0..<end {
        _ = settings.names(ofValueAt: place)
        _ = settings.setsText(at: place, without: ["locale"])
      }
    }
  }

  private func names(_ code: String) -> Set<String> {
    let source = SourceText(code)
    // The place of a type is behind that of a type before the equals sign.
    guard let range = code.range(of: "X()") ?? code.range(of: "init()") else { return [] }
    return settings(in: source).names(ofValueAt: code.utf8.distance(from: code.startIndex, to: range.lowerBound))
  }

  private func settings(in source: SourceText) -> LaterSettings {
    LaterSettings(in: source, comments: SourceComments(source))
  }
}
