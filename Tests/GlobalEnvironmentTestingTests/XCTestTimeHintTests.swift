// Only here can a test case be made from a closure, and run inside another.
#if !canImport(ObjectiveC)
  import GlobalEnvironmentTesting
  import InnerTestCases
  import XCTest

  /// What a test of XCTest is told where it may have advanced time too little.
  final class XCTestTimeHintTests: XCTestCase {

    func testAFailedAssertionTellsTheTimeAndTheNextDeadline() {
      let failures = InnerEnvironmentTestCase.failures { testCase in
        Env.scheduler().schedule(after: .seconds(3)) {}
        Env.time.advance(by: .seconds(2))
        fail(testCase, "XCTAssertTrue failed - not done")
      }
      XCTAssertEqual(failures.count, 1, "\(failures)")
      let hint = "Time stands at 2019-11-12T08:45:02.000Z. Next, in 1.0 seconds, comes work ("
      XCTAssertTrue(failures.first?.contains("not done\n\(hint)") == true, "\(failures)")
    }

    func testItSaysNoMoreWhereNothingWaitsNorDoesAnotherFailure() {
      let failures = InnerEnvironmentTestCase.failures { testCase in
        fail(testCase, "XCTAssertTrue failed - not done")
        Env.scheduler().schedule(after: .seconds(3)) {}
        fail(testCase, "failed - another")
      }
      XCTAssertEqual(failures.count, 2, "\(failures)")
      XCTAssertFalse(failures.contains { $0.contains("Time stands") }, "\(failures)")
    }
  }

  /// As an assertion does, which would fail the test around the inner one.
  private func fail(_ testCase: XCTestCase, _ description: String) {
    testCase.recordFailure(withDescription: description, inFile: #filePath, atLine: #line, expected: true)
  }
#endif
