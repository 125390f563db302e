import Foundation
import GlobalEnvironment
import XCTest

/// Follows the tests of XCTest as they begin and end.
///
/// It notices those that leave the process's environment changed for those that come after them.
///
/// `@unchecked` holds because its state is locked.
final class XCTestWatch: NSObject, XCTestObservation, @unchecked Sendable {
  /// The environment as the running test found it.
  private let before = Locked<Environment?>(nil)

  func testCaseWillStart(_ testCase: XCTestCase) {
    before.withLock { $0 = EnvironmentScope.root.environment }
    XCTestFailures.testBegins()
    // The block that is added first runs last, while the test can still fail.
    testCase.addTeardownBlock { XCTestFailures.testEnds() }
  }

  /// What the test left changed is told by the next one: this one has ended, and cannot fail any more.
  func testCaseDidFinish(_ testCase: XCTestCase) {
    UsedEnvironment.end(with: testCase)
    XCTestFailures.testHasEnded()
    guard let before = before.withLock({ $0.take() }) else { return }
    let changed = EnvironmentScope.root.environment.endpoints(changedSince: before)
    guard !changed.isEmpty else { return }
    XCTestFailures.recordLate(
      """
      \(testCase.name), which has ended, left the process's environment changed: \
      \(changed.joined(separator: ", ")). Say useEnvironment(.mock) there instead of Env = .mock, inherit from \
      EnvironmentTestCase, or say Env.reset() in its tearDown.
      """)
  }

  /// After the last test there is no other to tell.
  func testBundleDidFinish(_ testBundle: Bundle) {
    for message in XCTestFailures.takeLate() { Environment.live.standardError("warning: \(message)\n") }
  }
}
