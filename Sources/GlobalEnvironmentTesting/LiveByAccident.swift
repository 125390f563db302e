import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// Tests that reach the live world because nothing has given them an environment.
///
/// They may read the live date or locale. A request, a change of files or settings, a secret or an address that is opened
/// is an issue.
enum LiveByAccident {
  /// What such tests read, and the scope and its revision from which it was made; nil where that does not reach
  /// the live world.
  private static let seen = Locked<(scope: EnvironmentScope?, base: EnvironmentScope, revision: UInt)?>(nil)
  /// The tests that have been told, each once. Each of them fails, so they are few.
  private static let told = Locked<Set<Told>>([])

  private struct Told: Hashable {
    let test: PlainTest?
    /// A test may run again, in another task.
    let task: UInt?
    let xctest: ObjectIdentifier?
  }

  /// What the running code reads in place of `base`, the process's environment, if it is that of such a test.
  static func scope(inPlaceOf base: EnvironmentScope) -> EnvironmentScope? {
    guard isOfTest else { return nil }
    let revision = base.revision
    if let seen = seen.withLock({ $0 }), seen.base === base, seen.revision == revision { return seen.scope }
    // To compare and to change endpoints asks `Env`.
    let scope = base.run { made }
    // Released after the lock.
    let old = seen.replace(with: (scope, base, revision))
    return withExtendedLifetime(old) { scope }
  }

  private static var made: EnvironmentScope? {
    var environment = Env
    guard environment.reachesLiveWorld else { return nil }
    environment.noteReach { endpoint in note(endpoint) }
    return EnvironmentScope(environment, in: ScopeFamily())
  }

  /// Whether the running code is that of such a test.
  static var isPossible: Bool { isOfTest && isOfProcess }

  /// Whether `test` would begin in the live world without having said so.
  static func isPossible(in test: Test) -> Bool {
    EnvironmentRecipe.current == nil && isOfProcess && !TargetEnvironments.hasEnvironment(module: test.id.moduleName)
  }

  /// Whether the running code has no environment but the process's, and that reaches the live world.
  private static var isOfProcess: Bool {
    EnvironmentScope.bound(for: .look) == nil && TestScopes.ofProcess.environment.reachesLiveWorld
  }

  private static var isOfTest: Bool {
    // What is around a test may prepare the world before it makes an environment.
    if Test.current != nil { return Test.Case.current != nil }
    return TestTasks.testOfTask != nil || XCTestFailures.isInTest
  }

  private static func note(_ endpoint: String) {
    // What was read may be used later, and elsewhere.
    guard isPossible else { return }
    let test = PlainTest.current ?? PlainTest.ofTask
    let name = test?.test.name ?? XCTestFailures.testName
    let new = Told(test: test, task: TestTask.current?.id, xctest: XCTestFailures.testIdentity)
    guard told.withLock({ $0.insert(new).inserted }) else { return }
    let (mock, live) =
      test == nil
      ? ("say useEnvironment(.mock) in setUp(), or inherit from EnvironmentTestCase", "useEnvironment(.live)")
      : ("add the trait .environment(.mock)", ".environment(.live)")
    let message = """
      \(name) has no environment, so \(endpoint) reaches the real world. Give the test a mock: \(mock). For all tests of \
      the target: enum EveryTest: TargetEnvironment { static var environment: Environment { .mock } }. If the test is to \
      reach the real world, say so: \(live).
      """
    if test == nil { XCTestFailures.record(message, at: nil) } else { report(message, at: nil) }
  }
}
