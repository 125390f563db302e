@testable import EnvironmentAudit
import Foundation
import Testing

@Suite struct EnvironmentImportTests {
  @Test(arguments: [
    ("import Foundation\nlet a = 1\n", "import Foundation\nimport GlobalEnvironment\nlet a = 1\n"),
    ("import Dispatch\nimport Network\n", "import Dispatch\nimport GlobalEnvironment\nimport Network\n"),
    ("import Foundation", "import Foundation\nimport GlobalEnvironment\n"),
    ("// Head.\n\nimport UIKit\n", "// Head.\n\nimport GlobalEnvironment\nimport UIKit\n"),
    ("// Of UIKit.\nimport UIKit\n", "// Of UIKit.\nimport UIKit\nimport GlobalEnvironment\n"),
    ("// Head.\n\nlet a = 1\n", "// Head.\n\nimport GlobalEnvironment\n\nlet a = 1\n"),
    (
      "#if canImport(Darwin)\nimport Foundation\n#endif\nlet a = 1\n",
      "import GlobalEnvironment\n\n#if canImport(Darwin)\nimport Foundation\n#endif\nlet a = 1\n"
    ),
    (
      "/*\nimport X\n*/\nimport struct Foundation.Date\n",
      "import GlobalEnvironment\n\n/*\nimport X\n*/\nimport struct Foundation.Date\n"
    ),
    ("@testable import App\n", "import GlobalEnvironment\n\n@testable import App\n"),
    (
      "import Foundation\nimport XCTest\n\n@testable import App\n",
      "import Foundation\nimport GlobalEnvironment\nimport XCTest\n\n@testable import App\n"
    ),
    (
      "import A\n\nimport struct B.C\n\n@testable import App\n",
      "import A\nimport GlobalEnvironment\n\nimport struct B.C\n\n@testable import App\n"
    ),
    ("import B\r\nlet a = 1\r\n", "import B\r\nimport GlobalEnvironment\r\nlet a = 1\r\n"),
    ("\u{FEFF}import B\nlet a = 1\n", "\u{FEFF}import B\nimport GlobalEnvironment\nlet a = 1\n"),
    ("\u{FEFF}let a = 1\n", "\u{FEFF}import GlobalEnvironment\n\nlet a = 1\n"),
  ])
  func `it is put among the imports, in their order`(before: String, after: String) {
    #expect(added(to: before) == after)
  }

  @Test(arguments: [
    ("// Head.\n\n‸// audit:allow clock – why\nlet a = 1\n"), ("‸/// A.\n/// B.\nlet a = 1\n"),
    ("‸/* Made in\n 2026 */ func tailWait() {}\n"), ("‸/* A */ /* B\n*/\n// C\nlet a = 1\n"),
    ("#!/usr/bin/swift\n‸// A.\nlet a = 1\n"), ("\u{FEFF}‸// A.\nlet a = 1\n"),
    ("/* A */\n\n‸// B.\n@testable import App\n"), ("‸// A.\n#if canImport(Darwin)\nimport Foundation\n#endif\n"),
  ])
  func `it is put before the comments that belong to what is behind it`(marked: String) {
    let text = marked.replacing("‸", with: "")
    #expect(added(to: text) == marked.replacing("‸", with: "import GlobalEnvironment\n\n"))
  }

  @Test func `it is put into no comment that begins behind another import`() {
    let text = "import Foundation /* A\n B */\nlet a = 1\n"
    #expect(added(to: text) == "import GlobalEnvironment\n" + text)
  }

  @Test(arguments: [
    "import GlobalEnvironment\n", "import var GlobalEnvironment.Env\n", "import GlobalEnvironmentTesting\n",
  ])
  func `a file that has it stays`(text: String) {
    #expect(added(to: text) == text)
  }

  @Test(arguments: ["import SwiftUI\n", "import Foundation\nstruct Environment {}\n"])
  func `where Environment may mean something else, only the variable is imported`(text: String) {
    #expect(added(to: text).contains("\nimport var GlobalEnvironment.Env\n"))
  }

  @Test(arguments: [
    ("import SwiftUI\n", "import SwiftUI\n\nimport var GlobalEnvironment.Env\n"),
    (
      "import SwiftUI\n\nimport struct A.B\nimport struct I.J\n",
      "import SwiftUI\n\nimport struct A.B\nimport var GlobalEnvironment.Env\nimport struct I.J\n"
    ),
    (
      "import SwiftUI\n\n@testable import App\n",
      "import SwiftUI\n\nimport var GlobalEnvironment.Env\n\n@testable import App\n"
    ),
  ])
  func `the variable is put among the imports of declarations`(before: String, after: String) {
    #expect(added(to: before) == after)
  }

  @Test func `it is public where a public import gave a default argument`() {
    let text = "public import Foundation\npublic func f(a: Date = Date()) {}\n"
    #expect(added(to: text, editing: "Date()").contains("\npublic import GlobalEnvironment\n"))
    #expect(
      added(to: "public import Foundation\nlet a = Date()\n", editing: "Date()").contains(
        "\nimport GlobalEnvironment\n"))
  }

  /// The compiler warns of one that no signature uses, and of default arguments it looks at public ones alone.
  @Test(arguments: ["let a = Date()", "package func f() -> Date { Date() }", "package func f(a: Date = Date()) {}"])
  func `it is never package`(code: String) {
    let text = "package import Foundation\n\(code)\n"
    #expect(added(to: text, editing: "Date()").contains("\nimport GlobalEnvironment\n"))
  }

  @Test(arguments: [
    ("public func f(a: Date = Date()) {}", true), ("public func f<A: B>(a: A, b: [Date] = [Date()]) {}", true),
    ("public init?(a: Double = Date().b) {}", true), ("public subscript(a: Date = Date() + 1) -> Date { a }", true),
    ("public func f(a: Date = max(g(Date()), h)) {}", true), ("@frozen public struct A { var a = Date() }", true),
    ("public enum A { case b(a: Date = Date()) }", true),
    ("public func f(a: Int) { g(a: Date()) }", false), ("let a = A.init(a: Date())", false),
    ("let a = (Date())", false),
  ])
  func `only what callers see makes it public`(declaration: String, isPublic: Bool) {
    let text = "public import Foundation\n\(declaration)\n"
    #expect(added(to: text, editing: "Date()").contains("\npublic import GlobalEnvironment\n") == isPublic)
  }

  @Test(arguments: ["internal import Foundation\n", "import Foundation\n", "public import Foundation\n", ""])
  func `whatever access Foundation has, what callers see of another module makes it public`(imports: String) {
    func added(to code: String) -> String { self.added(to: imports + code, editing: "a.b", of: "Swift") }
    #expect(added(to: "public func f(a: [A] = a.b) {}\n").contains("public import GlobalEnvironment\n"))
    #expect(added(to: "@inlinable public func f() { a.b() }\n").contains("public import GlobalEnvironment\n"))
    #expect(!added(to: "public func f() { a.b() }\n").contains("public import GlobalEnvironment\n"))
    #expect(!added(to: "package func f(a: [A] = a.b) {}\n").contains("package import GlobalEnvironment\n"))
  }

  @Test(arguments: [
    ("func f(a: Date = Date()) {}", "internal "), ("package func f(a: Date = Date()) {}", "internal "),
    ("public func f(a: Date = Date()) {}", "public "), ("@inlinable func f() { Date() }", "public "),
    ("public func f() { Date() }", "internal "),
  ])
  func `where it has to say its access, that is what is shown`(code: String, access: String) {
    let source = SourceText("import Foundation\n" + code)
    let place = source.bytes.firstRange(of: Array("Date()".utf8)) ?? 0..<0
    let edit = Edit(range: place, text: "Env.date()", module: "Foundation")
    #expect(EnvironmentImport(in: source).explicitAccess(for: [edit]) == access)
  }

  @Test func `it is put behind the first line of a script`() {
    #expect(added(to: "#!/usr/bin/swift\nlet a = 1\n") == "#!/usr/bin/swift\nimport GlobalEnvironment\n\nlet a = 1\n")
  }

  private func added(to text: String, editing part: String? = nil, of module: String = "Foundation") -> String {
    let source = SourceText(text)
    var edits: [Edit] = []
    if let part, let range = text.range(of: part) {
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      edits.append(Edit(range: start..<start + part.utf8.count, text: part, module: module))
    }
    let imports = EnvironmentImport(in: source)
    guard let line = imports.edit(imports.access(for: edits)) else { return text }
    let added = source.applying([line])
    return added.text(0..<added.bytes.count)
  }
}
