import Foundation
import GlobalEnvironment

/// Threads and queues that assign `Env` while an XCTest test runs.
///
/// The test's code may do so, but so may work that an earlier test has left behind: the two cannot be distinguished.
struct XCTestThreads: Sendable {
  static let shared = XCTestThreads()

  private let isNoted = Locked(false)

  func testBegins() {
    isNoted.replace(with: false)
  }

  /// Returns what to print when the running code assigns `Env` after a test with an environment of its own; nil in a task, on
  /// the main thread, and when this test has said so before.
  func noteOnWrite() -> String? {
    if Thread.isMainThread || withUnsafeCurrentTask(body: { $0 != nil }) { return nil }
    let isNews = !isNoted.replace(with: true)
    guard isNews else { return nil }
    return """
      note: Env was assigned on a thread or a queue, so it changed for the test that runs now. If an earlier test started that work, \
      wait for it there.\n
      """
  }
}
