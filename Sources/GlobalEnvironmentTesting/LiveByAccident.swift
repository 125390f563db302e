import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// Tests that reach the live world because nothing has given them an environment.
///
/// They may read the live date or locale. A request, a change of files or settings, a secret or an address that is opened
/// is an issue.
enum LiveByAccident {
  /// The tests that have been told, each once. Each of them fails, so they are few.
  private static let told = Locked<Set<Told>>([])

  private struct Told: Hashable {
    let test: Test.ID?
    /// When it began: each of its cases has another task, and so has the test when Swift Testing repeats it.
    let began: UInt?
    let xctest: ObjectIdentifier?
  }

  /// Whether the running code is that of such a test.
  static var isPossible: Bool { isOfTest && isOfProcess }

  /// Whether the running code has no environment but the process's, and that reaches the live world.
  private static var isOfProcess: Bool {
    guard EnvironmentScope.bound(for: .look) == nil else { return false }
    // What a test of XCTest assigns is the process's.
    return XCTestFailures.isInTest ? Env.isLive : TestScopes.ofProcess.environment.reachesOut
  }

  private static var isOfTest: Bool {
    // What is around a test may prepare the world before it makes an environment.
    if Test.current != nil { return Test.Case.current != nil }
    return TestTasks.testOfTask != nil || XCTestFailures.isInTest
  }

  /// Reports that `endpoint` is about to reach the live world, if the running code is that of such a test.
  static func note(_ endpoint: String) {
    guard isPossible else { return }
    let test = Test.current ?? TestTasks.testOfTask
    let name = test?.name ?? XCTestFailures.testName
    let new = Told(
      test: test?.id, began: TestTask.current?.plain.began, xctest: XCTestFailures.testIdentity)
    guard told.withLock({ $0.insert(new).inserted }) else { return }
    let (mock, live) =
      test == nil
      ? ("call useEnvironment(.mock) in setUp(), or inherit from EnvironmentTestCase", "useEnvironment(.live)")
      : ("add the trait .environment(.mock)", ".environment(.live)")
    let message = """
      \(name) has no environment, so \(endpoint) reaches the real world. Give the test a mock: \(mock). For all tests of \
      the target: enum EveryTest: TargetEnvironment { static var environment: Environment { .mock } }. If the test is to \
      reach the real world, say so: \(live).
      """
    if test == nil { XCTestFailures.record(message, at: nil) } else { report(message, at: nil) }
  }
}
