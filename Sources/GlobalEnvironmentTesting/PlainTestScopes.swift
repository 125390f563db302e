import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The scopes of tests without a trait that have an environment of their own: they have assigned `Env`, or their target
/// declares one.
///
/// The end of such a test is not reported. But the task in which Swift Testing runs it ends then, and the next test looks
/// which tasks have ended.
enum PlainTestScopes {
  private struct Running {
    let scope: EnvironmentScope
    let family: ScopeFamily
    /// It ends with the test. Nil where it was not the test's own task that made the scope: then the end is unknown.
    let task: TestTask?
    let watched: RunningTest
  }

  private struct State {
    var running: [PlainTest: Running] = [:]
    /// The same, in the order in which they are looked at; some of them have ended.
    var order: [(test: PlainTest, scope: ObjectIdentifier)] = []
    var next = 0
    /// The scopes of suites, and of parameterized tests outside of their cases: a user's trait has assigned `Env` there.
    var around: [Test.ID: EnvironmentScope] = [:]
    /// The families of tests that have ended: what those left running belongs to them.
    var ended: [PlainTest: ScopeFamily] = [:]

    mutating func insert(_ new: Running, for test: PlainTest) {
      running[test] = new
      order.append((test, ObjectIdentifier(new.scope)))
    }

    /// Returns a few of those that run, and others the next time.
    mutating func some() -> [(PlainTest, Running)] {
      var found: [(PlainTest, Running)] = []
      for _ in 0..<min(PlainTestScopes.looks, order.count) {
        if next >= order.count { next = 0 }
        let (test, scope) = order[next]
        if let running = running[test], ObjectIdentifier(running.scope) == scope {
          found.append((test, running))
          next += 1
        } else {
          order.swapAt(next, order.count - 1)
          order.removeLast()
        }
      }
      return found
    }
  }

  /// How many tests each test that begins checks for their end: so its cost does not grow with their number.
  private static let looks = 8

  private static let state = Locked(State())

  /// Whether a test has, or had, such a scope.
  static var areUsed: Bool { state.withLock { !$0.running.isEmpty || !$0.ended.isEmpty } }

  /// Whether a test that has such a scope runs.
  static var areRunning: Bool {
    let tasks = state.withLock { state in state.running.values.map(\.task) }
    return tasks.contains { $0?.hasEnded != true }
  }

  /// Records that Swift Testing makes a task here in which a test will run; it may have run before. Returns whether it does.
  static func beginTest() -> Bool {
    guard let test = Test.current, Test.Case.current == nil else { return false }
    endTests()
    // Its cases run in parallel, so nothing is known about them here.
    if test.isParameterized { return true }
    let plain = PlainTest(test: test)
    // What ran before has ended, even if its thread has not released the task yet.
    if let running = state.withLock({ $0.running[plain] }), running.task != nil { end(running, of: plain) }
    // Released after the lock.
    _ = state.withLock { $0.ended.removeValue(forKey: plain) }
    return true
  }

  /// Returns the scope of a test; when that has ended, one that reports each use.
  static func existing(for test: PlainTest) -> EnvironmentScope? {
    let running = state.withLock { $0.running[test] }
    if let running {
      guard running.task?.hasEnded == true else { return running.scope }
      end(running, of: test)
    }
    // A detached task may have made it, which does not know its case.
    guard let ended = state.withLock({ $0.ended[test] }) else { return TestTask.current?.family?.scope }
    // The test runs once more, and this code is not what it left behind.
    if let task = TestTask.current, !task.hasEnded {
      _ = state.withLock { $0.ended.removeValue(forKey: test) }
      return task.family?.scope
    }
    return ended.scope
  }

  /// Returns the scope of the test itself for one of its cases, or of the innermost suite that has one: a user's trait may
  /// have assigned `Env` around it.
  static func around(_ test: PlainTest) -> EnvironmentScope? {
    let scopes = state.withLock { $0.around }
    if scopes.isEmpty { return nil }
    var id = test.caseID == nil ? test.test.id.parent : test.test.id
    while let outer = id {
      if let scope = scopes[outer] { return scope }
      id = outer.parent
    }
    return nil
  }

  /// Returns the scope of a test, which is made from `environment` if there is none. It ends with the test where the asking
  /// code is the test's own.
  static func made(for test: PlainTest, _ environment: () -> Environment) -> EnvironmentScope {
    if let scope = existing(for: test) { return scope }
    PlannedScopes.end(for: test.test)
    endTests()
    Copies.check
    // Of a family of its own, so that detached tasks find it.
    let family = ScopeFamily()
    family.setTest(test.test)
    let scope = EnvironmentScope(environment(), in: family)
    // A user's trait may write before the test's own task is made. A detached task of the test has lost both.
    let task = Test.current != nil && Test.Case.current == nil ? nil : TestTask.current
    let watched = OutsideWatch.shared.testBegan(test.test.name, family: family, reportsAtEnd: false)
    let running = Running(scope: scope, family: family, task: task, watched: watched)
    let first = state.withLock { state in
      // Two tasks of one test may get here at once: the first wins.
      if let first = state.running[test]?.scope ?? task?.family?.scope { return first }
      state.insert(running, for: test)
      task?.family = family
      if test.caseID == nil, test.test.isSuite || test.test.isParameterized { state.around[test.test.id] = scope }
      return scope
    }
    if first !== scope { _ = OutsideWatch.shared.testEnded(watched) }
    return first
  }

  /// Ends the scopes of tests that have ended.
  private static func endTests() {
    let running = state.withLock { $0.some() }
    for (test, running) in running where running.task?.hasEnded == true { end(running, of: test) }
  }

  private static func end(_ running: Running, of test: PlainTest) {
    let isFirst = state.withLock { state in
      guard state.running[test]?.scope === running.scope else { return false }
      state.running[test] = nil
      state.ended[test] = running.family
      return true
    }
    // Outside of the lock: what the scope held is released here.
    guard isFirst else { return }
    TestEnd(name: test.test.name, location: test.test.sourceLocation).end(running.family)
    OutsideWatch.shared.testEnded(running.watched).forEach { record($0, in: test.test) }
  }
}
