// Only here may a test case keep its failures to itself.
#if !canImport(ObjectiveC)
  import GlobalEnvironmentTesting
  import XCTest

  /// What fails a test of XCTest, seen as a failure of it.
  final class XCTestUnimplementedTests: EnvironmentTestCase {
    private var recorded: [String] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      recorded.append(description)
    }

    override func tearDown() {
      // What a test did not expect still fails it.
      for failure in recorded {
        super.recordFailure(withDescription: failure, inFile: #filePath, atLine: #line, expected: true)
      }
    }

    private func expectFailure(_ text: String, _ body: () throws -> Void) rethrows {
      try body()
      let failures = recorded
      recorded = []
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains(text) == true, "\(failures)")
    }

    override var environment: Environment { .unimplemented { $0.date = { .distantPast } } }

    func testWhatWasAssignedMayBeTouched() {
      XCTAssertEqual(Env.date(), .distantPast)
    }

    func testTheRestFailsTheTestWithItsName() throws {
      expectFailure("Env.uuid was called") { _ = Env.uuid() }
      try expectFailure("posts.title was called") {
        let title: @Sendable (Int) throws -> String = unimplemented("posts.title")
        XCTAssertThrowsError(try title(1))
      }
    }

    func testACallWithNothingStubbedFailsTheTest() throws {
      let spy = ThrowingSpy<String, Int>()
      try expectFailure("before it was stubbed") { XCTAssertThrowsError(try spy.call("a")) }
    }

    func testAFailingCountTellsTheCalls() {
      let spy = Spy<String, Void>()
      spy.call("first")
      expectFailure(#"1. ("first") at "#) { XCTAssertEqual(spy.count, 2) }
    }
  }
#endif
