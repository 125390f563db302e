import Foundation
import Testing

@testable import EnvironmentAudit

@Suite struct PlacedNamesTests {
  @Test(arguments: [
    ("x::now();", 0), ("using std::x::now;", 1), ("using x = std::y; auto a = x::now();", 0),
    ("f(); using std::now;", 1),
    ("using namespace std; x::now();", 0), ("using std::a, std::now;", 1), ("auto a =\n  x::now();", 0),
  ])
  func `a name of C++ that is only made known is no finding`(code: String, left: Int) throws {
    let source = SourceText(code)
    let range = try #require(code.range(of: "now"))
    let rule = Rule(
      effect: Effect(kind: "own", effect: "is now", why: "Tests."), symbol: SymbolPath(owner: "std.x", member: "now"),
      replacement: "it", isFixable: false)
    let offset = code.utf8.distance(from: code.startIndex, to: range.lowerBound)
    let place = IndexOccurrence(line: source.line(of: offset), column: source.column(of: offset), roles: 4)
    let findings: Set = [Finding(file: "a.cpp", occurrence: place, rule: rule)]
    #expect(try findings.placed(in: source, isSwift: false).count == 1 - left)
  }

  @Test(arguments: ["ifstream f(1)", "f", "ifstream(1)"])
  func `a value of C++ that is made has its finding under any name`(code: String) throws {
    let rule = Rule(
      effect: Effect(kind: "own", effect: "opens", why: "Tests."),
      symbol: SymbolPath(owner: "std.basic_ifstream", member: "basic_ifstream"), replacement: "it", isFixable: false)
    let finding = Finding(file: "a.cpp", occurrence: IndexOccurrence(line: 1, column: 1, roles: 4), rule: rule)
    let placed = try Set([finding]).placed(in: SourceText(code), isSwift: false)
    #expect(placed.map(\.message) == ["std::ifstream opens; use it"])
  }
}
