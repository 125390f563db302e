import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The scopes of tests whose code is not inside a bound one.
enum TestScopes {
  private struct State {
    /// How many traits of each test are under way.
    var traited: [Test.ID: Int] = [:]
    /// That of the XCTest test under way.
    var xctest: EnvironmentScope?
  }

  private static let state = Locked(State())

  /// Returns the scope of the code that asks; nil where it belongs to no test, or to one that reads and has none so far.
  static func scope(for access: TestHooks.Access) -> EnvironmentScope? {
    guard let test = Test.current else { return scopeOutsideTests(for: access) }
    // Cases that run one after another do not disturb each other.
    let isSerialized = test.traits.contains { $0 is ParallelizationTrait }
    let isParameterized = Test.Case.current?.isParameterized ?? false && !isSerialized
    switch access {
    case .read:
      return PlainTestScopes.existing(for: test)
    case .hold where isParameterized:
      // Its cases cannot be told apart, so none of them may hold what the others see.
      let environment = PlainTestScopes.existing(for: test)?.environment ?? EnvironmentScope.root.environment
      return EnvironmentScope(environment) { reportSharing(by: test) }
    case .write where isParameterized:
      reportSharing(by: test)
      return PlainTestScopes.made(for: test, until: nil)
    case .hold, .write:
      // A trait of the user's may write before the test's own task is made.
      return PlainTestScopes.made(for: test, until: Test.Case.current == nil ? nil : .current)
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

  static func traitBegan(for test: Test) {
    state.withLock { $0.traited[test.id, default: 0] += 1 }
    OutsideWatch.shared.testBegan(test)
  }

  static func traitEnded(for test: Test) {
    state.withLock { state in
      let count = state.traited[test.id, default: 0] - 1
      state.traited[test.id] = count > 0 ? count : nil
    }
    for note in OutsideWatch.shared.testEnded(test) {
      if note.isWarning { warn(note.message, at: nil) } else { report(note.message, at: nil) }
    }
  }

  /// The tests with a trait that are under way.
  static var traitedTests: Set<Test.ID> { state.withLock { Set($0.traited.keys) } }

  /// On a queue or on a thread, nothing tells which test the code belongs to.
  private static func scopeOutsideTests(for access: TestHooks.Access) -> EnvironmentScope? {
    let (xctest, isTesting) = state.withLock { ($0.xctest, !$0.traited.isEmpty) }
    if let xctest { return xctest }
    switch access {
    // A task without a scope belongs to a plain test, which wants the process's environment. Nobody knows whose a thread is.
    case .read: return Jobs.isTaskWithoutScope ? nil : OutsideWatch.shared.scope()
    case .write where isTesting || PlainTestScopes.areUsed: reportWriteOutsideTests()
    case .write, .hold: break
    }
    return nil
  }

  /// Reports that code that belongs to no test writes `Env`, unless a test has the process's environment to itself.
  static func reportWriteOutsideTests() {
    if OutsideWatch.shared.isAllowed { return }
    report(
      """
      Env was assigned where no test is known, on a queue, on a thread or in a callback, so every test sees it. \
      Carry the test's scope there: let scope = EnvironmentScope.current; queue.async { scope.run { Env = … } }.
      """,
      at: nil
    )
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
}
