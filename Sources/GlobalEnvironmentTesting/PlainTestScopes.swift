import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The scopes of tests without a trait that have written `Env`.
///
/// Nothing tells when such a test ends. But the task in which Swift Testing runs it goes then, and the next test looks which tasks
/// have gone.
enum PlainTestScopes {
  private struct Running {
    let scope: EnvironmentScope
    let family: ScopeFamily
    let test: Test
    /// It goes when the test ends. Without it nothing tells: it was not the test's own task that wrote first.
    let task: TestTask?
  }

  private struct State {
    var running: [Test.ID: Running] = [:]
    /// What tests that have ended left running belongs to these.
    var ended: [Test.ID: ScopeFamily] = [:]
  }

  private static let state = Locked(State())

  /// Whether a test has written.
  static var areUsed: Bool { state.withLock { !$0.running.isEmpty || !$0.ended.isEmpty } }

  /// Notes that Swift Testing makes a task here in which a test is going to run; it may have run before.
  ///
  /// - Returns: Whether it does.
  static func beginTest() -> Bool {
    guard let test = Test.current, Test.Case.current == nil else { return false }
    // What ran before has ended, even if its thread has not let go of the task yet.
    endTests(and: test.id)
    state.withLock { _ = $0.ended.removeValue(forKey: test.id) }
    return true
  }

  /// Returns the scope of a test; when that has ended, one that reports each use.
  static func existing(for test: Test) -> EnvironmentScope? {
    let (running, ended) = state.withLock { ($0.running[test.id], $0.ended[test.id]) }
    guard let running else { return ended?.scope }
    guard running.task?.hasEnded == true else { return running.scope }
    end(running)
    return running.family.scope
  }

  /// Returns the scope of a test, which is made if there is none.
  ///
  /// - Parameter task: With its end, the scope ends; nil if that is not known.
  static func made(for test: Test, until task: TestTask?) -> EnvironmentScope {
    if let scope = existing(for: test) { return scope }
    endTests()
    Copies.check
    // Of a family of its own, so that detached tasks find it.
    let family = ScopeFamily()
    let scope = EnvironmentScope(EnvironmentScope.root.environment, in: family)
    return state.withLock { state in
      // Two tasks of one test may get here at once: the first wins.
      if let first = state.running[test.id] { return first.scope }
      state.running[test.id] = Running(scope: scope, family: family, test: test, task: task)
      return scope
    }
  }

  /// Ends the scopes of all tests that have ended.
  ///
  /// - Parameter id: That of a test that has ended for another reason than that its task has gone.
  private static func endTests(and id: Test.ID? = nil) {
    for running in state.withLock({ $0.running }).values {
      guard let task = running.task else { continue }
      if task.hasEnded || running.test.id == id { end(running) }
    }
  }

  private static func end(_ running: Running) {
    let isFirst = state.withLock { state in
      let id = running.test.id
      guard state.running[id]?.scope === running.scope else { return false }
      state.running[id] = nil
      state.ended[id] = running.family
      return true
    }
    // Outside of the lock: what the scope held is let go of here.
    if isFirst { TestEnd(of: running.test).end(running.family) }
  }
}
