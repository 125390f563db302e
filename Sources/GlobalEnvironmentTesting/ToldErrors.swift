import GlobalEnvironment
import GlobalEnvironmentMocks

/// What was done on queues and threads and made tests fail, with the tests that ran then. It is not known which of them
/// has done it: one of them reports it, and the others do not.
final class ToldErrors: Sendable {
  private let suspects = Locked<[OutsideWatch.Report: Set<WholeTest>]>([:])

  /// Whether to tell what was done while `tests` ran: not where one of them ran when it was told before.
  ///
  /// - Parameter here: What the test that ends has told.
  func tell(
    _ report: OutsideWatch.Report, of tests: [RunningTest], besides here: inout Set<OutsideWatch.Report>
  ) -> Bool {
    let isTold = here.contains(report)
    let tests = Set(tests.map(\.test))
    let isNoted = suspects.withLock { suspects in
      guard isTold || suspects[report, default: []].isDisjoint(with: tests) else { return false }
      suspects[report, default: []].formUnion(tests)
      return true
    }
    return isNoted && here.insert(report).inserted
  }

  /// Forgets the tests that have ended: what is done from now on is not theirs, or another test should know.
  func forgetEndedTests() {
    let tests = suspects.withLock { $0.values.reduce(into: Set()) { $0.formUnion($1) } }
    // Outside of the lock: to look at a task may release it.
    let ended = tests.filter(\.hasEnded)
    if ended.isEmpty { return }
    suspects.withLock { suspects in
      suspects = suspects.mapValues { $0.subtracting(ended) }.filter { !$0.value.isEmpty }
    }
  }
}
