import Testing

@testable import EnvironmentAudit

@Suite struct LeftOutBranchesTests {
  private let code = """
    #if os(Linux)
      let a = Date()
    #elseif os(macOS)
      let a = Date()  // Date()
      let b = "Date()", c = Date(timeIntervalSince1970: 0), d = Darwin.getenv("A"), e = x.getenv("A")
      func getenv(_: String) {}
      let f = Foundation.Date.now, g = Calendar.current, h = print
    #else
      #if DEBUG
        let a = Date(timeIntervalSinceNow: 1)
      #endif
    #endif
    let z = Date()
    """

  @Test func `what looks like a finding is told for branches of which the index knows nothing`() throws {
    #expect(try lines(code, compiled: [2, 13]) == [4, 5, 7, 7, 10])
  }

  @Test func `a branch that was compiled is the index's`() throws {
    #expect(try lines(code, compiled: [2, 4, 10, 13]) == [])
  }

  @Test func `kinds that are switched off are not told`() throws {
    var rules = try RuleSet.builtIn()
    try rules.switchOff("clock")
    #expect(try lines(code, compiled: [2, 13], rules) == [5, 7])
  }

  @Test func `what has an allowance there is not told`() throws {
    let code = """
      // audit:allow-file identity – here
      #if os(macOS)
        let a = Date()  // audit:allow clock – here
        let b = (Date(), UUID())  // audit:allow identity – here
        let c = UUID()
      #endif
      """
    let source = SourceText(code)
    let comments = SourceComments(source)
    let branches = LeftOutBranches(
      of: source, comments, compiled: [], Spellings(try .builtIn()), Allowance.all(of: comments, in: source))
    #expect(branches.lines == [4])
    #expect(branches.branches == [3..<6])
  }

  @Test func `it ends where the text ends`() throws {
    let text = Array(code.utf8)
    let spellings = Spellings(try .builtIn())
    for end in stride(from: 0, to: text.count, by: 3) {
      let source = SourceText(bytes: Array(text[..<end]))
      _ = LeftOutBranches(of: source, SourceComments(source), compiled: [], spellings)
    }
  }

  private func lines(_ code: String, compiled: Set<Int>, _ rules: RuleSet? = nil) throws -> [Int] {
    let source = SourceText(code)
    return LeftOutBranches(of: source, SourceComments(source), compiled: compiled, Spellings(try rules ?? .builtIn()))
      .lines
  }
}
