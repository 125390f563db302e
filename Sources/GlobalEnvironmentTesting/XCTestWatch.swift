import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import GlobalEnvironmentTestingLoad
import XCTest

/// Follows the tests of XCTest, and notices those that leave the process's environment changed for later ones.
///
/// `@unchecked` holds because its state is locked.
final class XCTestWatch: NSObject, XCTestObservation, @unchecked Sendable {
  /// The environment as each running test found it, the innermost last.
  private let before = Locked<[Environment]>([])
  /// How many hooks of the runtime each running test found, the innermost last.
  private let hooks = Locked<[Int]>([])

  private struct Suite {
    let suite: XCTestSuite
    /// The environment as it found it.
    let before: Environment
    /// How many tests were running around it.
    let tests: Int
  }

  /// The running suites, the innermost last.
  private let suites = Locked<[Suite]>([])
  /// The test that has ended last.
  private let last = Locked<XCTestCase?>(nil)

  /// Whether all tests run in a scope that was bound around them.
  private static let isInScope = EnvironmentScope.isBound

  func testSuiteWillStart(_ testSuite: XCTestSuite) {
    let suite = Suite(
      suite: testSuite, before: EnvironmentScope.root.environment, tests: XCTestFailures.countOfTests)
    suites.withLock { $0.append(suite) }
    XCTestThreads.shared.suiteBegins()
  }

  /// Puts back what `class func setUp` and `class func tearDown` left changed.
  func testSuiteDidFinish(_ testSuite: XCTestSuite) {
    guard let suite = suites.withLock({ $0.last }) else { return }
    putBack(suite.before, after: testSuite)
    reportLate()
    _ = suites.withLock { $0.popLast() }
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    if isReportingLate { return }
    reportLate()
    if !Self.isInScope, !XCTestFailures.isInTest {
      EnvironmentScope.leaveAbandoned(takingBackWith: global_environment_take_back_task_local)
    }
    let found = EnvironmentScope.root.environment
    before.withLock { $0.append(found) }
    hooks.withLock { $0.append(Jobs.otherHooks) }
    OutsideWatch.shared.xctestBegan()
    XCTestThreads.shared.testBegins()
    let environment = testCase is EnvironmentTestCase ? nil : TargetEnvironments.environment(of: testCase)
    if let environment { UsedEnvironment.begin(environment, for: testCase) }
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

  /// Puts back what the test left changed.
  func testCaseDidFinish(_ testCase: XCTestCase) {
    if isReportingLate { return }
    testCase.continueAfterFailure = true
    UsedEnvironment.end(with: testCase)
    XCTestFailures.testHasEnded()
    if let before = before.withLock({ $0.popLast() }) { putBack(before, after: testCase) }
    if let count = hooks.withLock({ $0.popLast() }) { Jobs.removeOtherHooks(beyond: count) }
    last.replace(with: testCase)
    reportLate()
  }

  #if canImport(ObjectiveC)
    private let isReportingLate = false

    /// The next test reports it: one that has ended cannot fail any more.
    private func reportLate() {}
  #else
    private var isReportingLate: Bool { XCTestFailures.isReportingLate }

    /// Reports what came too late for the test that has ended last, unless another runs around it.
    private func reportLate() {
      guard let test = last.withLock({ $0 }), let suite = suites.withLock({ $0.last }) else { return }
      if suite.tests == XCTestFailures.countOfTests { XCTestFailures.reportLate(as: test, in: suite.suite) }
    }
  #endif

  private func putBack(_ before: Environment, after test: XCTest) {
    let after = EnvironmentScope.root.environment
    guard !after.endpoints(changedSince: before, by: WrappedFunctions.areSame).isEmpty else { return }
    // The tests after it must not see it.
    EnvironmentScope.root.run { Env = before }
    let changed = after.withoutRemovedSpies.endpoints(changedSince: before, by: WrappedFunctions.areSame)
    // It has ended with Env.reset(), where its class or the app had set something.
    if changed.isEmpty || after.isLive { return }
    XCTestFailures.recordLate(
      """
      \(test.name), which has ended, left the process's environment changed: \
      \(changed.joined(separator: ", ")). It has been put back. Call useEnvironment(.mock) there instead of Env = .mock, \
      inherit from EnvironmentTestCase, or call Env.reset() in its tearDown, or put the whole back: let before = Env … \
      Env = before. Where it does not assign that, a task or a thread has done so that an earlier test left running: wait \
      for it there.
      """)
  }

  /// After the last test there is no other that could report.
  func testBundleDidFinish(_ testBundle: Bundle) {
    for message in XCTestFailures.takeLate() { ProcessEnd.fail(message) }
  }
}
