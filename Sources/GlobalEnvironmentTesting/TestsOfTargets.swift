import GlobalEnvironmentMocks
import Testing

/// The tests that begin in the environment of their target, from when Swift Testing makes their tasks.
///
/// An environment is made when its test first asks for it. What the test starts on queues and threads may ask before that, and
/// does not reach the live world either.
enum TestsOfTargets {
  private struct Running {
    let test: Test
    /// The last one that was made for it: it runs there.
    var task: TestTask
    let watched: RunningTest
  }

  private struct State {
    /// Those that run, and some that have ended.
    var running: [Test.ID: Running] = [:]
    /// The same, in the order in which they are looked at.
    var order: [Test.ID] = []
    var next = 0

    /// Returns a few of them, and others the next time.
    mutating func some() -> [Running] {
      (0..<min(TestsOfTargets.looks, order.count)).compactMap { _ in
        next = next + 1 < order.count ? next + 1 : 0
        return running[order[next]]
      }
    }

    /// Removes a test, unless it runs once more.
    mutating func remove(_ ended: Running) -> Bool {
      let id = ended.test.id
      guard let known = running[id], known.watched === ended.watched, known.task === ended.task else { return false }
      running[id] = nil
      guard let place = order.firstIndex(of: id) else { return true }
      order.swapAt(place, order.count - 1)
      order.removeLast()
      return true
    }
  }

  /// How many tests each test that begins checks for their end.
  private static let looks = 8

  private static let state = Locked(State())

  /// Records that a task was made in which a test runs.
  static func note(_ task: TestTask, of test: Test) {
    guard TargetEnvironments.hasEnvironment(module: test.id.moduleName), test.traits(EnvironmentScoping.self).isEmpty
    else { return }
    endTests()
    let isKnown = state.withLock { state in
      state.running[test.id]?.task = task
      return state.running[test.id] != nil
    }
    if isKnown { return }
    let new = Running(
      test: test, task: task,
      watched: OutsideWatch.shared.testBegan(test.name, family: ScopeFamily(), reportsAtEnd: false))
    let isFirst = state.withLock { state in
      guard state.running[test.id] == nil else { return false }
      state.running[test.id] = new
      state.order.append(test.id)
      return true
    }
    if !isFirst { _ = OutsideWatch.shared.testEnded(new.watched) }
  }

  private static func endTests() {
    // Released after the lock.
    let some = state.withLock { $0.some() }
    for ended in some where ended.task.hasEnded && state.withLock({ $0.remove(ended) }) {
      OutsideWatch.shared.testEnded(ended.watched).forEach { record($0, in: ended.test) }
    }
  }
}
