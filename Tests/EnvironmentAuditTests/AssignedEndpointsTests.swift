import Foundation
import Testing

@testable import EnvironmentAudit

@Suite struct AssignedEndpointsTests {
  @Test(arguments: [
    "Env.x = { ‸X() }", "w { $0.x = {\n  let s = \"}\"\n  if a { return ‸X() }\n} }", "e.x={@Sendable in f { ‸X() } }",
    "Env.x = { a(/}/); return ‸X() }", "Env.x = /* random */ { ‸X() }", "Env.x = // c\n  { ‸X() }",
    "Env.x = if fast { { ‸X() + 1 } } else { { ‸X() } }", "Env.x = ({ ‸X() })", "Env\n  .x /* = */ = f", "Env.`x` = f",
    "@Sendable func real() -> Date { ‸X() }\nEnv.x = real", "Env.x = Clocks.real; enum Clocks { func f() { ‸X() } }",
    "(Env.x, Env.y) = (f, g); ‸X()", "swap(&Env.x, &other); ‸X()", "Env[keyPath: \\.x] = f; ‸X()", "$0.x = f; ‸X()",
    "var w = Environment(); w.x = real; ‸X()", "var x: EnvironmentEndpoint<A> { .init(live: { ‸X() }, mock: a) }",
  ])
  func `what the file assigns may be what asks, so that it must not ask that endpoint`(code: String) {
    #expect(endpoint(of: code, "Env.x()") == "x")
    #expect(endpoint(of: code, ".timeIntervalSince(Env.x())") == "x")
  }

  @Test(arguments: [
    "var w = Env; w.x = f; Env = w; ‸X()", "extension Environment { mutating func f() { x = f } }; ‸X()",
    "extension G.Environment { mutating func f() { x = { ‸X() } } }", "let p: Path<Environment, F> = \\.x; ‸X()",
    "let p = \\Environment.x; ‸X()", "Env[keyPath: path] = { ‸X() }", "withEnvironment { w in w.x = f }; ‸X()",
    "@Test(.environment { w in w.x = f }) func t() { ‸X() }",
  ])
  func `an environment that is a value may get them by any name`(code: String) {
    #expect(endpoint(of: code, "Env.x()") == "x")
  }

  @Test(arguments: [
    "self.x = f; Env.y(); ‸X()", "import var G.Env\nx = f; ‸X()", "@Environment(\\.x) var x; x = f; ‸X()",
    "Environment(); let x = f; ‸X()", "Environment(); x = ‸X()", "items[keyPath: path] = f; ‸X()",
    "view.environment(\\.x, x); ‸X()", "Environment(); x = [f]; ‸X()", "Environment(); if x == f { ‸X() }",
  ])
  func `a value of another type may not`(code: String) {
    #expect(endpoint(of: code, "Env.x()") == nil)
  }

  @Test(arguments: [
    "Env.y = { ‸X() }", "let x = { ‸X() }", "Env.maxx = { ‸X() }", "\"Env.x = {\"; ‸X()", "// Env.x = {\n‸X()",
    "self.x = x; ‸X()", "formatter.x = ‸X()", "formatter.x = .current; ‸X()", "$0.x = A.B(c: 1); ‸X()",
    "Env.x() == ‸X()", "if a.x == { 1 }() { ‸X() }", "Env.x.y = { ‸X() }", "items.map(\\.x); ‸X()", "a.x = nil; ‸X()",
  ])
  func `elsewhere it may`(code: String) {
    #expect(endpoint(of: code, "Env.x()") == nil)
  }

  @Test(arguments: ["locale", "timeZone"])
  func `the live calendar asks for the place`(name: String) {
    #expect(endpoint(of: "Env.\(name) = { ‸X().a }", "Env.calendar()") == name)
    #expect(endpoint(of: "Env.calendar = { ‸X() }", "Env.\(name)()") == nil)
  }

  @Test(arguments: [
    "Env.scheduler = { S() }; ‸X()", "struct S: WorkScheduler { func f() { ‸X() } }",
    "extension S: Sendable, GlobalEnvironment.WorkScheduler {}; ‸X()", "struct C: Clock {}; ‸X()",
    "final class C<A: B<() -> D>>: @unchecked Sendable, @retroactive Clock where A: E {}; ‸X()",
  ])
  func `what a scheduler or a clock does must not sleep by a scheduler`(code: String) {
    #expect(endpoint(of: code, "Env.sleep") == "scheduler")
  }

  @Test(arguments: [
    "func f(_ c: any Clock<Duration>) { a(Env.clock, Clocks.Clock2()); ‸X() }", "func f<C: Clock>(c: C) { ‸X() }",
    "struct R<C: Clock>: Sendable { let c: C; func f() { ‸X() } }", "extension R where C: Clock { func f() { ‸X() } }",
    "protocol P { associatedtype C: Clock }; ‸X()", "class R { class func f(s: WorkScheduler) { ‸X() } }",
  ])
  func `beside other clocks it may`(code: String) {
    #expect(endpoint(of: code, "Env.sleep") == nil)
  }

  /// Returns what is found to be asked by a change at the mark.
  private func endpoint(of code: String, _ new: String) -> String? {
    let parts = code.split(separator: "‸", omittingEmptySubsequences: false)
    let source = SourceText(parts.joined())
    let offset = parts[0].utf8.count
    let edit = Edit(range: offset..<min(offset + 3, source.bytes.count), text: new)
    return AssignedEndpoints(in: source, SourceComments(source), changes: [edit]).endpoint(askedBy: edit)
  }
}
