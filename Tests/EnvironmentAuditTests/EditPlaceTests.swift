import Foundation
import Testing

@testable import EnvironmentAudit

@Suite struct EditPlaceTests {
  @Test(arguments: [
    "public init(session: A = ‸X()) {}", "extension B {\n  public func f<C>(a: A, b: A = .a(‸X())) {}\n}",
    "open class D { open func f(a: A? = ‸X()) {} }", "public extension B { func f(a: A = ‸X()) {} }",
    "public enum B { case c(a: A = ‸X()) }", "public enum B {\n  indirect case c, d(A), `e`(b: A, a: A = .a(‸X()))\n}",
    "public extension B { enum C { case d(a: A = ‸X()) } }",
  ])
  func `a default argument of a public function is told`(code: String) {
    #expect(note(code)?.hasPrefix("a default argument of a public function") == true)
  }

  @Test(arguments: [
    "let a = ‸X()", "private let a: A = ‸X()", "@MainActor public var a = ‸X()", "struct B {\n  static let a = ‸X()\n}",
    "let s = \"{\" // {\nlet a = ‸X()", "private(set) var a = ‸X()", "let a: A = {\n  ‸X()\n}()",
    "enum B { static let a = ‸X() }", "enum B {\n  static let a = [\n    Y(\"]\"),  // ]\n    ‸X(),\n  ]\n}",
    "enum B {\n  @MainActor static private(set) var a =\n    ‸X()\n}",
    "enum B { static let a = { let b = ‸X(); return b }() }",
    "enum B { static let a = (0..<2).map { _ in ‸X() } }", "let a = b\n  .c { ‸X() }",
    "let a: A = {\n  if b {\n    return ‸X()\n  }\n  return c\n}()",
  ])
  func `a value that all share is told`(code: String) {
    #expect(note(code)?.hasPrefix("a value that all share asks Env now") == true)
  }

  @Test(arguments: [
    "func f(a: A = ‸X()) {}", "func f() { let a = ‸X() }", "struct B { let a = ‸X() }", "var a: A { ‸X() }",
    "static var a: A { ‸X() }", "struct B {\n  let a = ‸X()\n}", "func f() {\n  let a = ‸X()\n}", "print(‸X())",
    "let f = { ‸X() }", "let f: () -> A = {\n  let a = ‸X()\n  return a\n}", "let b = B(a: { ‸X() }, c: 1)",
    "let b = [{ ‸X() }]", "enum B {\n  static let b = 1\n  func f() { ‸X() }\n}", "let b = 1; func f() { ‸X() }",
    "static var b = 1 { didSet { ‸X() } }", "let b = 1\nprint(‸X())", "// let b = [\nprint(‸X())",
    "enum B { static let b = { 1 }(); let a = ‸X() }", "enum B { case c(a: A = ‸X()) }",
    "public enum B { func f(a: A = ‸X()) {} }",
    "public extension B { private func f(a: A = ‸X()) {} }", "package func f(a: A = ‸X()) {}",
    "public func f() { switch a { case b(‸X()): c } }", "public enum B { func f() { if case c(a == ‸X()) = d {} } }",
  ])
  func `another place is not`(code: String) {
    #expect(note(code) == nil)
  }

  private func note(_ code: String) -> String? { place(code)?.note }

  private func place(_ code: String) -> EditPlace? {
    guard let mark = code.range(of: "‸") else { return nil }
    let offset = code.utf8.distance(from: code.startIndex, to: mark.lowerBound)
    let source = SourceText(code.replacing("‸", with: ""))
    return EditPlace(Edit(range: offset..<offset + 3, text: "Env.x()"), in: source, SourceComments(source))
  }
}
