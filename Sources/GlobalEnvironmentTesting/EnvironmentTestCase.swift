public import GlobalEnvironment
import GlobalEnvironmentMocks
import Foundation
public import XCTest

/// An XCTest case whose tests each run in a mock environment of their own.
///
/// ```swift
/// final class GreeterTests: EnvironmentTestCase {
///   func testGreets() { XCTAssertEqual(greeting(), "Good night!") }
/// }
/// ```
///
/// The environment is in place before `setUp` and until after `tearDown` and the teardown blocks, and ends with the test
/// even when that throws. A subclass need not call `super.setUp()` for it. Queues, threads and detached tasks see it, too,
/// as long as the test runs.
nonisolated open class EnvironmentTestCase: XCTestCase {

  /// The environment that each test begins with. Asked once for each test; under `withFaults`, once more for each run.
  ///
  /// Unless overridden, it is that of the target's ``TargetEnvironment``, or `.mock` where the target declares none.
  open var environment: Environment { TargetEnvironments.environment(of: self) ?? .mock }

  /// Whether a test may bypass its environment to reach hosts other than this one; false unless overridden.
  ///
  /// A request that is sent through `URLSession.shared` fails, and the test with it; see the trait `.noNetwork`.
  open var allowsNetwork: Bool { false }

  /// Whether the stubs of a test answer the requests of `URLSession.shared`, too; false unless overridden. Asked once for
  /// each test.
  ///
  /// For code that uses the shared session; code that asks for `Env.urlSession()` needs nothing.
  open var interceptsSharedSession: Bool { false }

  /// Whether each test runs in a virtual time that moves by itself, as with `withVirtualTime`; false unless overridden.
  /// Asked once for each test.
  ///
  /// Time moves whenever nothing of the test can run: while an asynchronous test waits, and while a synchronous one does in
  /// `wait(for:timeout:)`. A test that blocks the main thread instead, with a semaphore, has other tasks run after two seconds;
  /// time moves each time the process has done nothing for three. It is given up after a minute if code of the main actor
  /// waits. What is still due when the test method returns may run while XCTest tears the test down. A timeout is one of real
  /// time, so an inverted expectation cannot hold: time moves to what fulfils it. Sleep in `Env.sleep` instead, and look.
  ///
  /// A test that waits for what never happens has its issue within seconds; if it does not end then, it ends the process
  /// when nothing else has run for half a minute, as XCTest cannot leave it behind.
  open var isInVirtualTime: Bool { false }

  /// Runs the test in a scope of its own, and without a network.
  open override func invokeTest() {
    let family = ScopeFamily()
    let scope = EnvironmentScope(environment, in: family)
    let outer = TestScopes.beginXCTest(scope)
    defer { TestScopes.endXCTest(name, backTo: outer) }
    let watch = allowsNetwork ? nil : NoNetwork.begin(name, "override allowsNetwork in its class")
    defer { watch.map(NoNetwork.end) }
    scope.run {
      DuplicateModules.check
      let sharing = SharedMocks.begin(name, in: Env)
      let intercepts = interceptsSharedSession
      do { if intercepts { try SharedSession.begin(in: scope) } } catch {
        return XCTestFailures.record("\(error)", at: nil)
      }
      defer { if intercepts { SharedSession.end() } }
      if isInVirtualTime { invokeInVirtualTime(family) } else { invokeAsItIs() }
      sharing.map { XCTestFailures.record($0, at: nil) }
    }
    TestEnd(name: name).end(family)
  }

  /// Whether the test has thrown what XCTest does not count: the error of a request without a stub, or of `XCTUnwrap`.
  let hasThrownUncounted = Locked(false)

  private func noteUnwrap(_ description: String) {
    if description.hasPrefix("XCTUnwrap failed") { hasThrownUncounted.replace(with: true) }
  }

  /// Whether the error that the test has thrown says again that a request had no stub.
  private func isSecondFailure(_ description: String) -> Bool {
    guard HTTPStubs.current?.isSecondFailure(description) == true else { return false }
    hasThrownUncounted.replace(with: true)
    return true
  }

  #if canImport(ObjectiveC)
    /// Records a failure, unless the test runs under faults: those of such a run are reported together at its end. An error
    /// that the test throws because of a request without a stub is not a second failure.
    open override func record(_ issue: XCTIssue) {
      if issue.type == .thrownError, isSecondFailure(issue.compactDescription) { return }
      if QuietFailures.keep(issue.compactDescription) { return noteUnwrap(issue.compactDescription) }
      let before = testRun?.failureCount
      var told = issue
      told.compactDescription += TimeHint.words(after: issue.compactDescription)
      super.record(told)
      // One that is expected does not count: the test passes, if its stubs were used.
      if testRun?.failureCount != before { noteUnwrap(issue.compactDescription) }
    }
  #else
    /// Records a failure, unless the test runs under faults: those of such a run are reported together at its end. An error
    /// that the test throws because of a request without a stub is not a second failure.
    open override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      noteUnwrap(description)
      // A test continues after an assertion that has thrown.
      if !expected, !description.hasPrefix("XCTAssert"), isSecondFailure(description) { return }
      let place = filePath.split(separator: "/").last.map { " (\($0):\(lineNumber))" } ?? ""
      if QuietFailures.keep(description + place) { return }
      super.recordFailure(
        withDescription: description + TimeHint.words(after: description), inFile: filePath, atLine: lineNumber,
        expected: expected)
    }
  #endif

  private func invokeAsItIs() {
    super.invokeTest()
    // A failure from here on must not end the test by an exception: this method must return.
    continueAfterFailure = true
    TestStubs.end(with: self)
  }

  private func invokeInVirtualTime(_ family: ScopeFamily) {
    let run = VirtualTimeRun(place: nil)
    if let refusal = VirtualTimeRun.refusal { return XCTestFailures.record("\(refusal)", at: nil) }
    EndlessTests.begin(run, of: name, name: name)
    defer { EndlessTests.end(run) }
    let scope = run.begin(in: family) { error in
      XCTestFailures.record(error.description, at: nil)
      EndlessTests.giveUp(run)
    }
    TestScopes.beginXCTest(scope)
    scope.run { invokeAsItIs() }
    let hasEnded = XCTestExpectation(description: "what the test has started has ended")
    Task {
      await run.end()
      hasEnded.fulfill()
    }
    // The run gives up by itself, after seconds.
    _ = XCTWaiter.wait(for: [hasEnded], timeout: 60)
  }
}

extension XCTestCase {

  /// Makes `environment` that of the running test, until the test has ended.
  ///
  /// For test cases that do not inherit from ``EnvironmentTestCase``; call it in `setUp` or in a test. It stays in place
  /// until after `tearDown`, also when the test throws, and queues, threads and detached tasks see it, too.
  ///
  /// Whether its stubs were used is checked before `tearDown()`, as a test cannot fail after it: a stub that only
  /// `tearDown()` uses needs `.optional()`.
  public func useEnvironment(_ environment: Environment) {
    DuplicateModules.check
    // A changed copy of the test's own environment is not a mock of another test.
    // A test inside another leaves that one's environment alone, unless it runs in a scope that is bound.
    let hasOwn =
      self is EnvironmentTestCase || UsedEnvironment.isBegun(for: self)
      || TestScopes.isInXCTest && EnvironmentScope.isBound
    let own = hasOwn ? VirtualTime.identity : nil
    if hasOwn { Env = environment } else { UsedEnvironment.begin(environment, for: self) }
    checkEnvironment(inside: own)
  }

  /// Reports a mock that an earlier test began in, unless `outer` is its time, and at the end stubs that were not used.
  func checkEnvironment(inside outer: AnyObject?) {
    // XCTest runs the block on the thread of the test, while it holds the test case.
    nonisolated(unsafe) let testCase = self
    // Not when the test case has finished: a failure would come too late.
    addTeardownBlock { TestStubs.verify(for: testCase) }
    SharedMocks.begin(name, in: Env, inside: outer).map { XCTestFailures.record($0, at: nil) }
  }
}

/// What ``useEnvironment(_:)``, or the target's ``TargetEnvironment``, began for a test, until that ends.
enum UsedEnvironment {
  private struct Used {
    let test: ObjectIdentifier
    let family: ScopeFamily
    let outer: TestScopes.XCTestScope?
  }

  /// A test may run another.
  private static let used = Locked<[Used]>([])

  static func begin(_ environment: Environment, for testCase: XCTestCase) {
    let family = ScopeFamily()
    let outer = TestScopes.beginXCTest(EnvironmentScope(environment, in: family))
    used.withLock { $0.append(Used(test: ObjectIdentifier(testCase), family: family, outer: outer)) }
  }

  /// Whether that test has one.
  static func isBegun(for testCase: XCTestCase) -> Bool {
    used.withLock { $0.last?.test == ObjectIdentifier(testCase) }
  }

  static func end(with testCase: XCTestCase) {
    let ended = used.withLock { $0.last?.test == ObjectIdentifier(testCase) ? $0.popLast() : nil }
    guard let ended else { return }
    HTTPStubs.current?.end(test: testCase.name)
    TestScopes.endXCTest(testCase.name, backTo: ended.outer)
    TestEnd(name: testCase.name).end(ended.family)
  }
}
