import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The tasks in which tests run, whether they have an environment or not.
enum TestTasks {
  private struct Noted {
    let test: Test
    let task: TestTask
  }

  private struct State {
    /// Those of tests without cases, and of the cases that are identified so far.
    var identified: [PlainTest: TestTask] = [:]
    /// By the identity of the task, which a later one may have again.
    var tasks: [UInt: Noted] = [:]
    /// How many there may be before ended ones are looked for.
    var limit = 64
  }

  private static let state = Locked(State())

  /// Records that a task was made in which the current test, or one of its cases, runs.
  static func note(_ task: TestTask) {
    guard let test = Test.current, !test.isSuite else { return }
    TestsOfTargets.note(task, of: test)
    // Swift Testing makes several tasks. The test runs in the last one.
    if !test.isParameterized { identify(PlainTest(test: test), as: task) }
    // What was there before is released outside of the lock, and so is a task by looking at it.
    let (_, crowd) = state.withLock { state -> (Noted?, [Noted]) in
      let before = state.tasks.updateValue(Noted(test: test, task: task), forKey: task.id)
      guard state.tasks.count > state.limit else { return (before, []) }
      state.limit = 2 * state.tasks.count
      return (before, Array(state.tasks.values))
    }
    let ended = crowd.filter(\.task.hasEnded)
    if ended.isEmpty { return }
    let endedIDs = Set(ended.map { ObjectIdentifier($0.task) })
    _ = state.withLock { state in
      for noted in ended where state.tasks[noted.task.id]?.task === noted.task { state.tasks[noted.task.id] = nil }
      state.limit = max(64, 2 * state.tasks.count)
      let before = state.identified
      state.identified = before.filter { !endedIDs.contains(ObjectIdentifier($0.value)) }
      return before
    }
  }

  /// Records that a test without cases, or a case, runs in that task.
  static func identify(_ test: PlainTest, as task: TestTask) {
    // Released after the lock.
    _ = state.withLock { $0.identified.updateValue(task, forKey: test) }
  }

  /// The task of the test or case that the asking code belongs to; nil when that has ended, or is not identified yet.
  static var ofTest: TestTask? {
    guard let test = Test.current, let testCase = Test.Case.current else { return nil }
    let caseID = testCase.isParameterized ? PlainTest.caseID(of: testCase) : nil
    if testCase.isParameterized, caseID == nil { return nil }
    let task = state.withLock { $0.identified[PlainTest(test: test, caseID: caseID)] }
    return task?.hasEnded == false ? task : nil
  }

  /// The tests whose tasks have not ended.
  static var testsUnderWay: Set<Test.ID> { Set(underWay.map(\.test.id)) }

  /// The test whose code made the running task; nil where that is unknown.
  static var testOfTask: Test? {
    guard let task = TestTask.current else { return nil }
    // Compared outside of the lock: that may release the task.
    let noted = state.withLock { $0.tasks[task.id] }
    return noted.flatMap { $0.task.isSame(as: task) ? $0.test : nil }
  }

  /// That test; elsewhere, those that are under way.
  static var testsOfCode: [Test] { testOfTask.map { [$0] } ?? underWay.map(\.test) }

  private static var underWay: [Noted] {
    state.withLock { Array($0.tasks.values) }.filter { !$0.task.hasEnded }
  }
}
