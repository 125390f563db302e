import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The scopes of tests whose code is not inside a bound one.
enum TestScopes {
  private struct State {
    /// How many traits of each test are running.
    var traited: [Test.ID: Int] = [:]
    /// That of the running XCTest test.
    var xctest: XCTestScope?
    /// The process's environment as it was before the test that has it to itself.
    var besideExclusive: EnvironmentScope?
  }

  /// The scope of an XCTest test.
  struct XCTestScope {
    let scope: EnvironmentScope
    /// Whether it has begun in the live world.
    let isLive: Bool
  }

  private static let state = Locked(State())

  /// Returns the scope of the code that asks; nil where it belongs to no test, or to one that reads and has none so far.
  static func scope(for access: TestHooks.Access) -> EnvironmentScope? {
    // A detached task has lost its test, but not where it was made.
    guard let test = Test.current else { return TestHooks.scopeOfTask(for: access) ?? scopeOutsideTests(for: access) }
    let (now, task) = (KnownReads.moment, TestTask.current)
    if let task, let scope = TestTasks.scope(of: task) {
      if access == .write, task.plain.isShared { reportSharing(by: test) }
      if access == .read, task.isRunning, task.plain.holds(scope) { KnownReads.note(scope, asOf: now) }
      return scope
    }
    guard let testCase = Test.Case.current else { return scope(for: access, around: test) }
    if let task, let scope = TestTasks.adopt(for: task, testCase) { return scope }
    if access.isReading, !TargetEnvironments.hasEnvironment(module: test.id.moduleName) {
      // A task is made here whose first turn may not show: the case's own task remembers the case for it.
      if access == .makeTask { task?.plain.note(testCase) }
      let scope = TestTasks.around(test) ?? beside(for: access)
      if scope == nil, access == .read { KnownReads.note(nil, asOf: now) }
      return scope
    }
    task?.plain.note(testCase)
    return scope(for: access, of: task ?? TestTasks.stray(of: test, testCase))
  }

  /// Returns the scope of a test that has none so far, for code that does more than read it.
  static func scope(for access: TestHooks.Access, of task: TestTask) -> EnvironmentScope {
    let test = task.plain.test
    let make = { environment(of: test, for: access) }
    if task.plain.isShared {
      // Its cases cannot be distinguished, so none of them may hold what the others see.
      if access == .hold { return EnvironmentScope(make()) { reportSharing(by: test) } }
      if access == .write { reportSharing(by: test) }
    }
    return TestTasks.made(for: task, make)
  }

  /// Returns the scope of code before a test and around it, and around the tests of a suite: their environments are not made yet.
  private static func scope(for access: TestHooks.Access, around test: Test) -> EnvironmentScope? {
    if access.isReading { return TestTasks.around(test) ?? PreTestScopes.scope(for: test) ?? beside(for: access) }
    // An object that is made before the test, as one of its arguments, keeps what the test will begin in.
    if access == .hold, !test.isSuite, TestTasks.around(test) == nil, let scope = PreTestScopes.scope(for: test) {
      return scope
    }
    return TestTasks.made(around: test) { environment(of: test, for: access) }
  }

  /// What a test begins in, or the code around it.
  private static func environment(of test: Test, for access: TestHooks.Access) -> Environment {
    TestTasks.around(test)?.environment ?? TargetEnvironments.environment(of: test)
      ?? (beside(for: access) ?? .root).environment
  }

  /// The process's environment as it was before the test that has it to itself; nil where none has, and for tasks that
  /// are made here: it ends before they do.
  private static func beside(for access: TestHooks.Access) -> EnvironmentScope? {
    access.isLooking ? nil : besideExclusive
  }

  static var besideExclusive: EnvironmentScope? { state.withLock { $0.besideExclusive } }

  /// The scope of the process's environment, for tests beside the one that has it to itself.
  static var ofProcess: EnvironmentScope { besideExclusive ?? .root }

  /// Lets code that no scope reaches, on queues and in detached tasks, see `scope` until it ends. Returns that of a
  /// test which runs around this one, to be put back.
  @discardableResult
  static func beginXCTest(_ scope: EnvironmentScope) -> XCTestScope? {
    state.replace(\.xctest, with: XCTestScope(scope: scope, isLive: scope.environment.isLive))
  }

  static var isInXCTest: Bool { state.withLock { $0.xctest != nil } }

  static func endXCTest(_ name: String, backTo outer: XCTestScope?) {
    let ended = state.replace(\.xctest, with: outer)
    // One that has the live world all along has no environment of its own.
    if ended?.isLive != true || ended?.scope.environment.isLive == false { OutsideWatch.shared.xctestEnded(name) }
  }

  /// - Parameter isLive: Whether the test begins in the live world: that is not an environment of its own.
  static func traitBegan(for test: Test, family: ScopeFamily?, isLive: Bool = false) -> RunningTest? {
    state.withLock { $0.traited[test.id, default: 0] += 1 }
    family?.setTest(test)
    return isLive ? nil : OutsideWatch.shared.testBegan(test.name, family: family)
  }

  static func traitEnded(for test: Test, _ running: RunningTest?) {
    state.withLock { state in
      let count = state.traited[test.id, default: 0] - 1
      state.traited[test.id] = count > 0 ? count : nil
    }
    if let running { OutsideWatch.shared.testEnded(running).forEach { record($0, in: test) } }
  }

  /// The tests that are running.
  static var testsUnderWay: Set<Test.ID> {
    state.withLock { Set($0.traited.keys) }.union(TestTasks.testsUnderWay)
  }

  /// On a queue or on a thread, it is unknown which test the code belongs to.
  private static func scopeOutsideTests(for access: TestHooks.Access) -> EnvironmentScope? {
    let (xctest, isTesting) = state.withLock { ($0.xctest?.scope, !$0.traited.isEmpty) }
    if access == .write, XCTestFailures.isInTest, OutsideWatch.shared.last != nil {
      XCTestThreads.shared.noteOnWrite().map(Environment.live.standardError)
    }
    if let xctest { return xctest }
    // The task was made before its test had a scope.
    if let scope = TestTask.current?.family?.scope { return scope }
    let isReader = access.isReading
    // What is asked before a test may make a detached task.
    if isReader, let test = TestTasks.testOfTask, let scope = PreTestScopes.scope(for: test) { return scope }
    if !isReader, let test = TestTasks.ofTask { return scope(for: access, of: test) }
    ExitTests.began(access)
    switch access {
    // A task without a scope belongs to a plain test, which uses the process's environment. The test of a thread is unknown.
    case .read, .look, .makeTask, .hold:
      if TaskFamilies.isCurrentTaskOfNone, !XCTestThreads.shared.isInEarlierTask { return beside(for: access) }
      // While a test has the process's environment to itself, the tasks that threads make belong to that environment, for
      // as long as they run: it is not known whose threads these are.
      return access.isLooking && OutsideWatch.shared.isAllowed ? .root : OutsideWatch.shared.scope()
    case .write:
      if isTesting || TestTasks.areAssigning {
        reportWriteOutsideTests()
      } else if !TaskFamilies.isCurrentTaskOfNone, !OutsideWatch.shared.isAllowed {
        // A test that has ended may have left this behind.
        _ = OutsideWatch.shared.noteAssignment()
      }
    }
    return nil
  }

  /// Whether tests run, but it is unknown to which of them the code that asks belongs.
  static var isOutsideTests: Bool {
    guard Test.current == nil, OutsideWatch.shared.hasTests, !isInXCTest, !TaskFamilies.isCurrentTaskOfNone else {
      return false
    }
    let family = ScopeFamily.current
    return family == nil || family === OutsideWatch.family
  }

  /// Reports that code that belongs to no test writes `Env`, unless a test has the process's environment to itself.
  static func reportWriteOutsideTests() {
    if OutsideWatch.shared.isAllowed || OutsideWatch.shared.noteAssignment() { return }
    report(
      """
      Env was assigned where no test is known, on a queue, on a thread, in a callback or in a detached task of an \
      actor, so every test sees it. Carry the test's scope there: let scope = EnvironmentScope.current; queue.async { scope.run { Env = … } }.
      """,
      at: nil
    )
  }

  /// Lets tests beside one that has the process's environment to itself begin in that environment as it was before.
  static func beginExclusive() {
    let before = EnvironmentScope(EnvironmentScope.root.environment, in: ScopeFamily())
    state.withLock { $0.besideExclusive = before }
    KnownReads.change()
  }

  static func endExclusive() {
    state.replace(\.besideExclusive, with: nil)
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

extension Environment {
  /// Whether it is the live world, with no endpoint changed.
  var isLive: Bool { !isMock && endpoints(changedSince: .live).isEmpty }
}
