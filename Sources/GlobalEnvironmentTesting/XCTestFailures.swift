import Foundation
import GlobalEnvironment
import Testing
import XCTest

/// Records failures in XCTest, which takes them only while a test runs: on Linux, a failure that another thread records a
/// moment too late ends the process.
///
/// On Linux, a failure that comes too late is shown in a second run of the test that has ended, which its suite counts.
/// Elsewhere, the next test reports it. After the last test, the process fails in its place.
enum XCTestFailures {
  private struct Running {
    let test: XCTestCase
    /// Whether only the thread of the test may still record failures. Until then, it does not end before each failure of
    /// another thread is recorded.
    var isEnding = false
  }

  private struct Failure {
    var message: String
    var place: SourcePlace?
    /// Found where `place` is not known.
    var caller: CallerPlace?

    /// The file and the line for a failure of `test`, which stand for the test itself where neither is known.
    func place(in test: XCTestCase) -> (file: String, line: Int) {
      if let place { return ("\(place.filePath)", Int(place.line)) }
      if let caller { return (caller.filePath, caller.line) }
      return ("\(String(reflecting: type(of: test)).prefix { $0 != "." }).\(test.name)", 0)
    }
  }

  private struct State {
    /// A test may run another.
    var running: [Running] = []
    /// How many failures threads other than that of the tests are recording.
    var recording = 0
    var late: [Failure] = []
    var isReportingLate = false
    /// Whether a test of XCTest has begun. Without one, all failures belong to Swift Testing, which gets each of them, too.
    var hasBegun = false
  }

  /// `nonisolated(unsafe)` holds because it is touched only while `condition` is locked.
  nonisolated(unsafe) private static var state = State()
  private static let condition = NSCondition()

  // MARK: Recording

  /// Makes the running test fail: at `place`, else at the line of the program that has called this package. Where none runs
  /// any more, the failure comes too late.
  static func record(_ message: String, at place: SourcePlace?) {
    var failure = Failure(message: message, place: place)
    if failOtherwise(failure) { return }
    let isMainThread = Thread.isMainThread
    let isInTime = withState { state in
      let isInTime = state.running.last.map { !$0.isEnding || isMainThread } ?? false
      if !isInTime { state.late.append(failure) }
      // The thread of the tests ends them itself, and is not waited for: on Apple platforms, `fail` may leave by an
      // exception that ends the test, and never come back here.
      if isInTime, !isMainThread { state.recording += 1 }
      return isInTime
    }
    guard isInTime else { return }
    // It takes a while. The test waits for it.
    if place == nil { failure.caller = .current }
    fail(failure)
    if !isMainThread { withState { $0.recording -= 1 } }
  }

  /// Records a failure that comes too late.
  static func recordLate(_ message: String) {
    withState { $0.late.append(Failure(message: message, place: nil)) }
  }

  /// The test of Swift Testing whose code is running; nil where none is known.
  static var testOfSwiftTesting: Test? { Test.current ?? TestTasks.testOfTask }

  /// Lets a test of Swift Testing fail, if the running code is that of one. Where the frameworks interoperate strictly, a
  /// failure in XCTest's way ends the process there.
  private static func failOtherwise(_ failure: Failure) -> Bool {
    guard let test = testOfSwiftTesting else { return false }
    let location = failure.place?.location ?? CallerPlace.current?.location ?? test.sourceLocation
    Issue.record(Comment(rawValue: failure.message), sourceLocation: location)
    return true
  }

  private static func fail(_ failure: Failure) {
    #if canImport(ObjectiveC)
      // A failure without a place is shown at the test.
      let place = failure.place
      XCTFail(failure.message, file: place?.filePath ?? "<unknown>", line: place?.line ?? 0)
    #else
      guard let test = runningTest else { return }
      let (file, line) = failure.place(in: test)
      test.recordFailure(withDescription: "failed - \(failure.message)", inFile: file, atLine: line, expected: true)
    #endif
  }

  #if !canImport(ObjectiveC)
    /// Whether a test that has ended has its second run.
    static var isReportingLate: Bool { withState { $0.isReportingLate } }

    /// Reports what came too late as failures of `test`, which has ended. `suite` counts them.
    static func reportLate(as test: XCTestCase, in suite: XCTestSuite) {
      guard let counted = suite.testRun as? XCTestSuiteRun, let kind = test.testRunClass as? XCTestCaseRun.Type else {
        return
      }
      let late = withState { state in
        defer { state.late = [] }
        state.isReportingLate = !state.late.isEmpty
        return state.late
      }
      if late.isEmpty { return }
      let run = kind.init(test: test)
      run.start()
      for failure in late {
        let (file, line) = failure.place(in: test)
        run.recordFailure(withDescription: "failed - \(failure.message)", inFile: file, atLine: line, expected: true)
      }
      run.stop()
      counted.addTestRun(run)
      withState { $0.isReportingLate = false }
    }
  #endif

  // MARK: Tests

  /// Whether a test is running, which may start another.
  static var isInTest: Bool { countOfTests > 0 }

  /// How many tests are running, each started by the one before.
  static var countOfTests: Int { withState { $0.running.count } }

  private static var runningTest: XCTestCase? { withState { $0.running.last?.test } }

  /// How many failures the running test has had.
  static var count: Int { runningTest?.testRun?.totalFailureCount ?? 0 }

  /// What distinguishes the running test from others, of the same name too; nil where none runs.
  static var testIdentity: ObjectIdentifier? { runningTest.map { ObjectIdentifier($0) } }

  /// The name of the running test.
  static var testName: String { runningTest?.name ?? "" }

  /// The environment that the running test's class declares, or its target, made new; nil where neither does.
  static var environment: Environment? {
    // What makes it may ask `Env`. It gets the process's, as it did when the test began.
    EnvironmentScope.root.run {
      runningTest.flatMap { ($0 as? EnvironmentTestCase)?.environment ?? TargetEnvironments.environment(of: $0) }
    }
  }

  /// What `swift test --filter` takes for the running test: `Module.Class/test`.
  static var filter: String {
    guard let test = runningTest else { return "" }
    return "\(String(reflecting: type(of: test)))/\(method(named: test.name))"
  }

  /// The method of a test's name: `testKeeps` of `NoteTests.testKeeps`, and of Apple's `-[NoteTests testKeeps]`.
  static func method(named name: String) -> Substring { name.split { ".[] ".contains($0) }.last ?? "" }

  /// Called on the main thread, like the functions below.
  static func testBegins(_ test: XCTestCase) {
    let late = withState { state in
      state.hasBegun = true
      state.running.append(Running(test: test))
      defer { state.late = [] }
      return state.late
    }
    for failure in late where !failOtherwise(failure) { fail(failure) }
  }

  /// Lets no other thread record a failure from now on, and waits for those that do.
  static func testEnds() {
    condition.withLock {
      guard !state.running.isEmpty else { return }
      state.running[state.running.count - 1].isEnding = true
      while state.recording > 0 { condition.wait() }
    }
  }

  static func testHasEnded() {
    // Released after the lock.
    _ = withState { $0.running.popLast() }
  }

  /// Takes the failures that no later test of XCTest can report; none where there was no such test.
  static func takeLate() -> [String] {
    withState { state in
      defer { state.late = [] }
      return state.hasBegun ? state.late.map(\.message) : []
    }
  }

  @discardableResult
  private static func withState<Result>(_ body: (inout State) -> Result) -> Result {
    condition.withLock {
      defer { condition.broadcast() }
      return body(&state)
    }
  }
}
