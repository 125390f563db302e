import GlobalEnvironment
import Testing

/// The scopes of Swift Testing tests that have no `.environment` trait: one for each test that writes `Env`.
///
/// Nothing tells when such a test ends, so its scope stays; it holds what the test assigned and little more.
enum TestScopes {
  private static let scopes = Locked<[Test.ID: EnvironmentScope]>([:])

  /// Returns the scope of the running test; nil when none runs, or when it reads and has none so far.
  static func scope(for access: TestHooks.Access) -> EnvironmentScope? {
    guard let test = Test.current else { return nil }
    let isParameterized = Test.Case.current?.isParameterized ?? false
    switch access {
    case .read:
      return existing(for: test)
    case .hold where isParameterized:
      // Its cases cannot be told apart, so none of them may hold what the others see.
      return EnvironmentScope(existing(for: test)?.environment ?? EnvironmentScope.root.environment)
    case .write where isParameterized:
      Issue.record(
        """
        \(test.name) assigns Env, but its cases run in parallel and share one environment. \
        Give each case its own: add the trait .environment(.mock) to the test or to its suite, \
        or assign inside withEnvironment(.mock) { … }.
        """,
        sourceLocation: test.sourceLocation
      )
      return made(for: test)
    case .hold, .write:
      return made(for: test)
    }
  }

  private static func existing(for test: Test) -> EnvironmentScope? {
    scopes.withLock { $0[test.id] }
  }

  private static func made(for test: Test) -> EnvironmentScope {
    existing(for: test)
      ?? {
        let scope = EnvironmentScope(EnvironmentScope.root.environment)
        return scopes.withLock { scopes in
          // Two tasks of one test may get here at once: the first wins.
          if let first = scopes[test.id] { return first }
          scopes[test.id] = scope
          return scope
        }
      }()
  }
}
