import GlobalEnvironment
import Testing

/// The scopes of tests whose code is not inside a bound one.
enum TestScopes {
  private struct State {
    /// One for each Swift Testing test without a trait that has written `Env`.
    ///
    /// Nothing tells when such a test ends, so they stay, and a test that is repeated in one process finds its own again.
    var plain: [Test.ID: EnvironmentScope] = [:]
    /// How many tests with a trait are under way.
    var traited = 0
    /// That of the XCTest test under way.
    var xctest: EnvironmentScope?
  }

  private static let state = Locked(State())

  /// Returns the scope of the code that asks; nil where it belongs to no test, or to one that reads and has none so far.
  static func scope(for access: TestHooks.Access) -> EnvironmentScope? {
    guard let test = Test.current else { return scopeOutsideTests(for: access) }
    let isParameterized = Test.Case.current?.isParameterized ?? false
    switch access {
    case .read:
      return existing(for: test)
    case .hold where isParameterized:
      // Its cases cannot be told apart, so none of them may hold what the others see.
      let environment = existing(for: test)?.environment ?? EnvironmentScope.root.environment
      return EnvironmentScope(environment) { reportSharing(by: test) }
    case .write where isParameterized:
      reportSharing(by: test)
      return made(for: test)
    case .hold, .write:
      return made(for: test)
    }
  }

  /// Lets code that no scope reaches, on queues and in detached tasks, see `scope` until it ends.
  static func beginXCTest(_ scope: EnvironmentScope) {
    state.withLock { $0.xctest = scope }
  }

  static var isInXCTest: Bool { state.withLock { $0.xctest != nil } }

  static func endXCTest() {
    // Let go of after the lock is.
    _ = state.withLock { $0.xctest.take() }
  }

  static func traitedTestBegan() {
    state.withLock { $0.traited += 1 }
  }

  static func traitedTestEnded() {
    state.withLock { $0.traited -= 1 }
  }

  /// On a queue, on a thread or in a detached task, nothing tells which test the code belongs to.
  private static func scopeOutsideTests(for access: TestHooks.Access) -> EnvironmentScope? {
    let (xctest, isTesting) = state.withLock { ($0.xctest, $0.traited > 0 || !$0.plain.isEmpty) }
    if access == .write, xctest == nil, isTesting {
      report(
        """
        Env was assigned where no test is known, on a queue, on a thread or in a detached task, so every test sees it. \
        Carry the test's scope there: let scope = EnvironmentScope.current; queue.async { scope.run { Env = … } }.
        """,
        at: nil
      )
    }
    return xctest
  }

  private static func reportSharing(by test: Test) {
    Issue.record(
      """
      \(test.name) assigns Env, but its cases run in parallel and share one environment. \
      Give each case its own: add the trait .environment(.mock) to the test or to its suite, \
      or assign inside withEnvironment(.mock) { … }.
      """,
      sourceLocation: test.sourceLocation
    )
  }

  private static func existing(for test: Test) -> EnvironmentScope? {
    state.withLock { $0.plain[test.id] }
  }

  private static func made(for test: Test) -> EnvironmentScope {
    if let scope = existing(for: test) { return scope }
    let scope = EnvironmentScope(EnvironmentScope.root.environment)
    return state.withLock { state in
      // Two tasks of one test may get here at once: the first wins.
      if let first = state.plain[test.id] { return first }
      state.plain[test.id] = scope
      return scope
    }
  }
}
