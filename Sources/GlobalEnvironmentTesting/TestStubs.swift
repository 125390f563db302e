import GlobalEnvironment
import GlobalEnvironmentMocks
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
    let hasReturned = try await HTTPStubs.withoutSecondIssue { try await function() }
    hasThrown = !hasReturned
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
      || (test as? EnvironmentTestCase)?.hasThrownSecond.withLock { $0 } == true
    if !hasThrown, test.testRun?.hasBeenSkipped == false {
      HTTPStubs.current?.verify()
      FaultRun.current?.verify()
    }
  }

  private static func end(with test: String, unless outer: HTTPStubs?, hasThrown: Bool) {
    let faults = FaultRun.current
    // Under faults, a test may do less than it does without.
    let isVerified = !hasThrown && faults?.isCalm != false
    if isVerified { faults?.verify() }
    guard let stubs = HTTPStubs.current, stubs !== outer else { return }
    if isVerified { stubs.verify() }
    stubs.end(test: test)
  }
}
