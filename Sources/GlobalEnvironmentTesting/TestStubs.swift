import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing
import XCTest

/// Ends what answers the requests of a test together with that test.
enum TestStubs {

  /// Runs a test, and then ends the mock that is its environment at that moment, unless that is `outer`. A request without a
  /// stub gives one issue, not a second one for the error.
  ///
  /// - Parameter outer: The stubs of the scope around, which end with that scope.
  /// - Throws: What `function` throws. A test that throws has no issues about its stubs, which it may never have reached.
  static func ending(
    with test: String, unless outer: HTTPStubs?, perform function: () async throws -> Void
  ) async throws {
    try await looking { try await endingSeen(with: test, unless: outer, perform: function) }
  }

  /// The same where the issues of the test are looked at already.
  static func endingSeen(
    with test: String, unless outer: HTTPStubs?, perform function: () async throws -> Void
  ) async throws {
    do {
      try await function()
    } catch {
      UndecodedAnswer.warn(of: error)
      end(with: test, unless: outer, hasThrown: true)
      if RequestIssues.ofTest?.areSaidAgain(by: error) == true { return }
      throw error
    }
    end(with: test, unless: outer, hasThrown: false)
  }

  /// Runs a test, and looks at its issues: which of them count for ``RequestIssues``, and what virtual time waited for when
  /// an expectation failed, which a warning tells.
  static func looking(_ body: () async throws -> Void) async throws {
    // Where another looks at them, around this one, that knows more.
    if RequestIssues.ofTest != nil { return try await body() }
    // XCTest does not show issues here.
    let areSeen = Test.current != nil
    let issues = RequestIssues(areSeen: areSeen)
    var error: (any Error)?
    if areSeen {
      await seeing { error = await issues.gathering(body) }
    } else {
      error = await issues.gathering(body)
    }
    if let error { throw error }
  }

  /// Runs a test of Swift Testing, and looks at its issues.
  static func seeing(_ body: () async -> Void) async {
    let hint = Locked<TimeHint?>(nil)
    // Only to look at them, and last: what matches a known issue of the test does not get here.
    await withKnownIssue(isIntermittent: true) {
      await body()
    } matching: { issue in
      if issue.counts { RequestIssues.noteThatOneCounts() }
      if hint.withLock({ $0 }) == nil, let first = TimeHint(for: issue) { hint.replace(with: first) }
      return false
    }
    hint.withLock { $0 }?.tell()
  }

  /// Ends the mock of the current environment with `test`.
  static func end(with test: XCTestCase) {
    verify(for: test)
    HTTPStubs.current?.end(test: test.name)
  }

  /// Reports stubs that were not used as expected, unless `test` has thrown or was skipped.
  static func verify(for test: XCTestCase) {
    let hasThrown =
      test.testRun?.unexpectedExceptionCount != 0
      || (test as? EnvironmentTestCase)?.hasThrownUncounted.withLock { $0 } == true
    if !hasThrown, test.testRun?.hasBeenSkipped == false {
      HTTPStubs.current?.verify()
      FaultRun.verify(in: Env)
    }
  }

  private static func end(with test: String, unless outer: HTTPStubs?, hasThrown: Bool) {
    let environment = Env
    // Under faults, a test may do less than it does without.
    let isVerified = !hasThrown && FaultRun.run(of: environment)?.isCalm != false
    if isVerified { FaultRun.verify(in: environment) }
    guard let stubs = environment.httpStubs, stubs !== outer else { return }
    if isVerified { stubs.verify() }
    stubs.end(test: test)
  }
}
