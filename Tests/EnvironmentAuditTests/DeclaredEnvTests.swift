import Testing

@testable import EnvironmentAudit

@Suite struct DeclaredEnvTests {
  @Test(arguments: [
    "struct Env {}", "let Env = 1", "case Env", "enum `Env` {}", "struct Reader<Env, Value> {}", "func f<A,Env>() {}",
    "struct Reader<Env: Sendable> {}", "struct Reader<each Env> {}", "protocol P { associatedtype Env }",
    "func f(_ Env: Int) {}", "for Env in all {}", "import enum Core.Env",
  ])
  func `another Env is seen in any form`(code: String) {
    #expect(FixedTargets.declaresEnv(code))
  }

  @Test(arguments: [
    "import var GlobalEnvironment.Env", "let date = Env.date()", "Env = .mock", "struct Environment {}",
    "f(Env.date())",
    "let environment = Env", "f(&Env)",
  ])
  func `this one is none`(code: String) {
    #expect(!FixedTargets.declaresEnv(code))
  }
}
