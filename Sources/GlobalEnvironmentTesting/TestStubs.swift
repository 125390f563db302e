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
    var hasThrown = true
    defer { end(with: test, unless: outer, hasThrown: hasThrown) }
    try await seeingIssues {
      hasThrown = !(try await RequestIssues.withoutSecond(seen: false, function))
    }
  }

  /// Runs a part of a test, and looks at its issues: which of them count for ``RequestIssues``, and what virtual time waited
  /// for when an expectation failed, which a warning tells.
  static func seeingIssues(_ body: () async throws -> Void) async throws {
    // XCTest does not show issues here. Where another sees them, around this one, that knows more.
    guard Test.current != nil, !RequestIssues.areSeen else { return try await body() }
    var result: Result<Void, any Error> = .success(())
    let hint = Locked<TimeHint?>(nil)
    // Only to look at the issues, and last: what matches a known issue of the test does not get here.
    await withKnownIssue(isIntermittent: true) {
      do {
        try await RequestIssues.gathering(seen: true, body)
      } catch {
        result = .failure(error)
      }
    } matching: { issue in
      if issue.counts { RequestIssues.noteThatOneCounts() }
      if hint.withLock({ $0 }) == nil, let first = TimeHint(for: issue) { hint.replace(with: first) }
      return false
    }
    hint.withLock { $0 }?.tell()
    try result.get()
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
      FaultRun.verifyCurrent()
    }
  }

  private static func end(with test: String, unless outer: HTTPStubs?, hasThrown: Bool) {
    // Under faults, a test may do less than it does without.
    let isVerified = !hasThrown && FaultRun.current?.isCalm != false
    if isVerified { FaultRun.verifyCurrent() }
    guard let stubs = HTTPStubs.current, stubs !== outer else { return }
    if isVerified { stubs.verify() }
    stubs.end(test: test)
  }
}
