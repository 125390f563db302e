import Foundation
import GlobalEnvironment
import GlobalEnvironmentTestingLoad
import XCTest

/// Follows the tests of XCTest as they begin and end.
///
/// It notices tests that leave the process's environment changed for later ones.
///
/// `@unchecked` holds because its state is locked.
final class XCTestWatch: NSObject, XCTestObservation, @unchecked Sendable {
  /// The environment as the running test found it.
  private let before = Locked<Environment?>(nil)
  /// The environments as the running suites found them, the innermost last.
  private let beforeSuites = Locked<[Environment]>([])

  /// Whether all tests run in a scope that was bound around them.
  private static let isInScope = EnvironmentScope.isBound

  func testSuiteWillStart(_ testSuite: XCTestSuite) {
    beforeSuites.withLock { $0.append(EnvironmentScope.root.environment) }
  }

  /// Puts back what `class func setUp` and `class func tearDown` left changed.
  func testSuiteDidFinish(_ testSuite: XCTestSuite) {
    guard let before = beforeSuites.withLock({ $0.popLast() }) else { return }
    putBack(before, after: testSuite)
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    if !Self.isInScope, !XCTestFailures.isInTest {
      EnvironmentScope.leaveAbandoned(takingBackWith: global_environment_take_back_task_local)
    }
    before.withLock { $0 = EnvironmentScope.root.environment }
    OutsideWatch.shared.xctestBegan()
    XCTestThreads.shared.testBegins()
    let environment = testCase is EnvironmentTestCase ? nil : TargetEnvironments.environment(of: testCase)
    if let environment { UsedEnvironment.begin(environment) }
    // A failure here must not end the test by an exception.
    let continues = testCase.continueAfterFailure
    testCase.continueAfterFailure = true
    XCTestFailures.testBegins(testCase)
    // The block that is added first runs last, while the test can still fail.
    let name = testCase.name
    testCase.addTeardownBlock {
      XCTestFailures.testEnds()
      // Before `tearDown`, which may put back what was there.
      if EnvironmentScope.root.environment.isMock { OutsideWatch.shared.xctestEnded(name) }
    }
    if environment != nil { testCase.checkEnvironment(inside: nil) }
    testCase.continueAfterFailure = continues
  }

  /// Puts back what the test left changed, and lets the next one report it: this one has ended, and cannot fail any more.
  func testCaseDidFinish(_ testCase: XCTestCase) {
    testCase.continueAfterFailure = true
    UsedEnvironment.end(with: testCase)
    XCTestFailures.testHasEnded()
    if let before = before.withLock({ $0.take() }) { putBack(before, after: testCase) }
  }

  private func putBack(_ before: Environment, after test: XCTest) {
    let changed = EnvironmentScope.root.environment.endpoints(changedSince: before, by: WrappedFunctions.areSame)
    guard !changed.isEmpty else { return }
    // The tests after it must not see it.
    EnvironmentScope.root.run { Env = before }
    XCTestFailures.recordLate(
      """
      \(test.name), which has ended, left the process's environment changed: \
      \(changed.joined(separator: ", ")). It has been put back. Say useEnvironment(.mock) there instead of Env = .mock, \
      inherit from EnvironmentTestCase, or say Env.reset() in its tearDown, or put the whole back: let before = Env … \
      Env = before. Where it does not assign that, a task or a thread has done so that an earlier test left running: wait \
      for it there.
      """)
  }

  /// After the last test there is no other that could report.
  func testBundleDidFinish(_ testBundle: Bundle) {
    XCTestFailures.takeLate().forEach(ProcessEnd.fail)
  }
}
