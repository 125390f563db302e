import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

/// Threads, queues and tasks that use `Env` while an XCTest test runs.
///
/// The test's code may do so, but so may work that an earlier test has left behind. A task shows it by its age; on
/// threads and queues, the two cannot be distinguished.
struct XCTestThreads: Sendable {
  static let shared = XCTestThreads()

  private struct Beginnings {
    /// That of the running class. What is set up for the class comes next.
    var suite = TaskAge()
    var firstTest: TaskAge?
    var test: TaskAge?
  }

  private let isNoted = Locked(false)
  private let beginnings = Locked<Beginnings?>(nil)

  func suiteBegins() {
    beginnings.replace(with: Beginnings())
  }

  func testBegins() {
    isNoted.replace(with: false)
    let now = TaskAge()
    beginnings.withLock { beginnings in
      if beginnings?.firstTest == nil { beginnings?.firstTest = now }
      beginnings?.test = now
    }
  }

  /// Whether the code runs in a task of an earlier test, or of an earlier class.
  var isInEarlierTask: Bool {
    guard let beginnings = beginnings.withLock({ $0 }), XCTestFailures.isInTest else { return false }
    if beginnings.suite.isCurrentTaskOlder { return true }
    return beginnings.firstTest?.isCurrentTaskOlder == false && beginnings.test?.isCurrentTaskOlder == true
  }

  /// Returns what to print when the running code assigns `Env` after a test with an environment of its own; nil in a task of
  /// the test, on the main thread, and when this test has said so before.
  func noteOnWrite() -> String? {
    let isTestsOwn = Thread.isMainThread || withUnsafeCurrentTask { $0 != nil }
    if isTestsOwn, !isInEarlierTask { return nil }
    if isNoted.replace(with: true) { return nil }
    return """
      note: Env was assigned on a thread, on a queue or in an earlier task, so it changed for the test that runs now. \
      If an earlier test started that work, wait for it there.\n
      """
  }
}
