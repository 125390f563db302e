// Only here can a test case be made from a closure, and run inside another.
#if !canImport(ObjectiveC)
  import Foundation
  import GlobalEnvironmentTesting
  import InnerTestCases
  import XCTest

  /// A test that runs another inside of it.
  final class XCTestInsideAnotherTests: XCTestCase {

    func testATestHasItsEnvironmentAgainAfterOneThatRanInsideIt() {
      useEnvironment(.mock(date: .distantPast))
      XCTAssertEqual(InnerEnvironmentTestCase.failures { _ in }, [])
      XCTAssertEqual(InnerTestCase.failures { _ in }, [])
      XCTAssertEqual(Env.date(), .distantPast)
      let isRead = expectation(description: "read")
      Thread.detachNewThread {
        XCTAssertEqual(Env.date(), .distantPast)
        isRead.fulfill()
      }
      wait(for: [isRead], timeout: 60)
    }

    func testATestHasItsEnvironmentAgainAfterOneInsideItHasUsedAnother() {
      useEnvironment(.mock(date: .distantPast))
      let failures = InnerTestCase.failures { test in
        test.useEnvironment(.mock(date: .distantFuture))
        XCTAssertEqual(Env.date(), .distantFuture)
      }
      XCTAssertEqual(failures, [])
      XCTAssertEqual(Env.date(), .distantPast)
    }

    func testWhatATestLeavesChangedIsPutBackWhereOneRanInsideIt() {
      _ = InnerTestCase.failures { _ in
        Env.hostName = { "changed" }
        _ = InnerTestCase.failures { _ in }
      }
      XCTAssertNotEqual(Env.hostName(), "changed")
      let failures = InnerTestCase.failures { _ in }
      XCTAssertTrue(failures.first?.contains("left the process's environment changed: hostName") == true, "\(failures)")
    }
  }
#endif
