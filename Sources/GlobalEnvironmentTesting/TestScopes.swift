import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The scopes of tests whose code is not inside a bound one.
enum TestScopes {
  private struct State {
    /// One for each Swift Testing test without a trait, or case of one, that has written `Env` or whose target says what it begins in.
    ///
    /// Nothing tells when such a test ends, so they stay, and a test that is repeated in one process finds its own again.
    var plain: [PlainTest: EnvironmentScope] = [:]
    /// How many traits of each test are under way.
    var traited: [Test.ID: Int] = [:]
    /// That of the XCTest test under way.
    var xctest: EnvironmentScope?
    /// The process's environment as it was before the test that has it to itself.
    var besideExclusive: EnvironmentScope?
  }

  private static let state = Locked(State())

  /// Returns the scope of the code that asks; nil where it belongs to no test, or to one that reads and has none so far.
  static func scope(for access: TestHooks.Access) -> EnvironmentScope? {
    // A detached task has lost its test, but not where it was made.
    guard let test = Test.current else { return TestHooks.scopeOfTask ?? scopeOutsideTests(for: access) }
    // Around the tests of a suite, and around the cases of a test, their environments are not made yet.
    let isAround = test.isSuite || test.isParameterized && Test.Case.current == nil
    let isReader = access == .read && (isAround || !TargetEnvironments.hasEnvironment(module: test.id.moduleName))
    // It takes time to know a case by its arguments.
    let (isNone, beside) = state.withLock { ($0.plain.isEmpty, $0.besideExclusive) }
    if isReader, isNone { return beside }
    return PlainTest.current.flatMap { scope(for: access, of: $0, isReader: isReader) }
  }

  /// - Parameter isReader: Whether the test, or what is around it, gets a scope of its own only when it writes.
  static func scope(for access: TestHooks.Access, of test: PlainTest, isReader: Bool) -> EnvironmentScope? {
    if let scope = state.withLock({ $0.plain[test] }) {
      if access == .write, test.isShared { reportSharing(by: test) }
      return scope
    }
    let (inherited, beside) = state.withLock { state in (suiteScope(of: test, in: state), state.besideExclusive) }
    if isReader { return inherited ?? beside }
    switch access {
    case .hold where test.isShared:
      // Its cases cannot be told apart, so none of them may hold what the others see.
      return EnvironmentScope(base(of: test, inherited ?? beside)) { reportSharing(by: test) }
    case .write where test.isShared:
      reportSharing(by: test)
      return made(for: test, from: inherited ?? beside)
    case .read, .hold, .write:
      return made(for: test, from: inherited ?? beside)
    }
  }

  /// The scope of the innermost suite that has one: a trait of the user's may have assigned `Env` around its tests.
  private static func suiteScope(of test: PlainTest, in state: State) -> EnvironmentScope? {
    var suite = test.id.parent
    while let id = suite {
      if let scope = state.plain[PlainTest(id: id, caseID: nil, isShared: false)] { return scope }
      suite = id.parent
    }
    return nil
  }

  /// The environment in which a test without a trait begins.
  private static func base(of test: PlainTest, _ outer: EnvironmentScope?) -> Environment {
    if let outer, outer !== state.withLock({ $0.besideExclusive }) { return outer.environment }
    return TargetEnvironments.environment(ofModule: test.id.moduleName) ?? (outer ?? .root).environment
  }

  /// Lets code that no scope reaches, on queues and in detached tasks, see `scope` until it ends.
  static func beginXCTest(_ scope: EnvironmentScope) {
    XCTestThreads.shared.testBegins()
    state.withLock { $0.xctest = scope }
  }

  static var isInXCTest: Bool { state.withLock { $0.xctest != nil } }

  static func endXCTest() {
    // Let go of after the lock is.
    _ = state.withLock { $0.xctest.take() }
  }

  /// - Parameter family: That of the scopes that the trait makes.
  static func traitBegan(for test: Test, family: ScopeFamily?) -> RunningTest {
    state.withLock { $0.traited[test.id, default: 0] += 1 }
    return OutsideWatch.shared.testBegan(test.name, family: family)
  }

  static func traitEnded(for test: Test, _ running: RunningTest) {
    state.withLock { state in
      let count = state.traited[test.id, default: 0] - 1
      state.traited[test.id] = count > 0 ? count : nil
    }
    OutsideWatch.shared.testEnded(running).forEach { record($0, in: test) }
  }

  /// The tests with a trait that are under way.
  static var traitedTests: Set<Test.ID> { state.withLock { Set($0.traited.keys) } }

  /// On a queue or on a thread, nothing tells which test the code belongs to.
  private static func scopeOutsideTests(for access: TestHooks.Access) -> EnvironmentScope? {
    let (xctest, beside, isTesting) = state.withLock { state in
      (state.xctest, state.besideExclusive, !state.traited.isEmpty || !state.plain.isEmpty)
    }
    if let xctest {
      if access == .write, let note = XCTestThreads.shared.noteOnWrite() { Environment.live.standardError(note) }
      return xctest
    }
    ExitTests.began(access)
    switch access {
    // A task without a scope belongs to a plain test, which wants the process's environment. Nobody knows whose a thread is.
    case .read: return Jobs.isTaskWithoutScope ? beside : OutsideWatch.shared.scope()
    case .write where isTesting: reportWriteOutsideTests()
    case .write, .hold: break
    }
    return nil
  }

  /// Whether tests run, and nothing tells to which of them the code that asks belongs.
  static var isOutsideTests: Bool {
    guard Test.current == nil, OutsideWatch.shared.hasTests, !isInXCTest, !Jobs.isTaskWithoutScope else { return false }
    let family = ScopeFamily.current
    return family == nil || family === OutsideWatch.family
  }

  /// Reports that code that belongs to no test writes `Env`, unless a test has the process's environment to itself.
  static func reportWriteOutsideTests() {
    if OutsideWatch.shared.isAllowed || OutsideWatch.shared.noteAssignment() { return }
    report(
      """
      Env was assigned where no test is known, on a queue, on a thread or in a callback, so every test sees it. \
      Carry the test's scope there: let scope = EnvironmentScope.current; queue.async { scope.run { Env = … } }.
      """,
      at: nil
    )
  }

  /// Lets tests beside one that has the process's environment to itself begin in that environment as it was before.
  static func beginExclusive() {
    let before = EnvironmentScope(EnvironmentScope.root.environment, in: ScopeFamily())
    state.withLock { $0.besideExclusive = before }
  }

  static func endExclusive() {
    // Let go of after the lock is.
    _ = state.withLock { $0.besideExclusive.take() }
  }

  private static func reportSharing(by test: PlainTest) {
    guard let test = Test.current else { return }
    Issue.record(
      """
      \(test.name) assigns Env, but its cases run in parallel and share one environment. \
      Give each case its own: add the trait .environment(.mock) to the test or to its suite, \
      or assign inside withEnvironment(.mock) { … }.
      """,
      sourceLocation: test.sourceLocation
    )
  }

  private static func made(for test: PlainTest, from outer: EnvironmentScope?) -> EnvironmentScope {
    Copies.check
    // Of a family of its own, so that detached tasks find it.
    let scope = EnvironmentScope(base(of: test, outer), in: ScopeFamily())
    return state.withLock { state in
      // Two tasks of one test may get here at once: the first wins.
      if let first = state.plain[test] { return first }
      state.plain[test] = scope
      return scope
    }
  }
}
