import EnvironmentAudit
import Testing

@Suite struct RuleTests {
  @Test func `the rules of this package can be read`() throws {
    #expect(try RuleSet.builtIn().effects.count == 15)
  }
}
