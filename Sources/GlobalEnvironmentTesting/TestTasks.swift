import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The tasks in which tests run, whether they have an environment or not.
enum TestTasks {
  private struct State {
    var tasks: [(test: Test, task: TestTask)] = []
    /// How many there may be before ended ones are looked for.
    var limit = 64
  }

  private static let state = Locked(State())

  /// Records that a task was made in which a test, or one of its cases, runs.
  static func note(_ task: TestTask, of test: Test) {
    let crowd = state.withLock { state -> [(test: Test, task: TestTask)] in
      state.tasks.append((test, task))
      guard state.tasks.count > state.limit else { return [] }
      state.limit = 2 * state.tasks.count
      return state.tasks
    }
    // Outside of the lock: looking at a task may release it.
    let ended = Set(crowd.filter(\.task.hasEnded).map { ObjectIdentifier($0.task) })
    if ended.isEmpty { return }
    state.withLock { state in
      state.tasks.removeAll { ended.contains(ObjectIdentifier($0.task)) }
      state.limit = max(64, 2 * state.tasks.count)
    }
  }

  /// The tests whose tasks have not ended.
  static var testsUnderWay: Set<Test.ID> { Set(underWay.map(\.test.id)) }

  /// The test whose code made the running task; nil where that is unknown.
  static var testOfTask: Test? {
    guard let task = TestTask.current else { return nil }
    return underWay.last { $0.task.isSame(as: task) }?.test
  }

  /// That test; elsewhere, those that are under way.
  static var testsOfCode: [Test] { testOfTask.map { [$0] } ?? underWay.map(\.test) }

  private static var underWay: [(test: Test, task: TestTask)] {
    state.withLock { $0.tasks }.filter { !$0.task.hasEnded }
  }
}
