import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The scopes of code that runs before its test does: the arguments of a parameterized test, and conditions such as
/// `.enabled(if:)`.
///
/// It sees what the test will begin in, made for it alone.
enum PreTestScopes {
  /// Nil for a test that has begun, and for one without an environment of its own.
  private static let scopes = Locked<[Test.ID: EnvironmentScope?]>([:])

  /// Returns the scope of such code; nil when the test has begun, and where it has no environment of its own.
  static func scope(for test: Test) -> EnvironmentScope? {
    if let known = scopes.withLock({ $0[test.id] }) { return known }
    let traits = test.traits(EnvironmentScoping.self)
    let isTimed = traits.isEmpty && !test.traits(VirtualTimeScoping.self).isEmpty
    let target = TargetEnvironments.environment(ofModule: test.id.moduleName)
    if traits.isEmpty, target == nil, !isTimed {
      end(for: test)
      return nil
    }
    let outer = TestScopes.ofProcess
    // What makes an environment may ask `Env`, which is being made here.
    let environment = outer.run {
      // A change that throws fails the test when that begins.
      traits.reduce(into: target ?? (isTimed ? .mock : outer.environment)) { try? $1.change(&$0) }
    }
    let new = EnvironmentScope(environment, in: ScopeFamily())
    return scopes.withLock { scopes in
      if let first = scopes[test.id] { return first }
      scopes[test.id] = .some(new)
      return new
    }
  }

  /// Records that the test begins, so that its environment is made. That a task is made shows nothing: the code that runs
  /// before a test may make some.
  static func end(for test: Test) {
    // Released after the lock.
    _ = scopes.withLock { $0.updateValue(nil, forKey: test.id) }
  }
}
