import Foundation
import GlobalEnvironmentTesting
import InnerTestCases
import XCTest

/// XCTest cases that say nothing of their environment, in a target that does.
final class PlainTestCases: XCTestCase {
  private let mocked = Environment.mock.date()

  func testATestBeginsInTheTargetsEnvironmentOnThreadsToo() {
    XCTAssertEqual(Env.date(), mocked)
    let isRead = expectation(description: "read")
    Thread.detachNewThread { [mocked] in
      XCTAssertEqual(Env.date(), mocked)
      isRead.fulfill()
    }
    wait(for: [isRead], timeout: 60)
    Env.time.advance(by: .seconds(60))
    Env.hostName = { "assigned" }
  }

  func testATestAfterAnotherBeginsAnew() {
    XCTAssertEqual(Env.date(), mocked)
    XCTAssertEqual(Env.hostName(), Environment.mock.hostName())
  }

  func testARunUnderFaultsBeginsInTheTargetsEnvironment() async throws {
    try await withFaults(.each) { XCTAssertNotEqual(Env.hostOfMaker, Environment.mock.hostOfMaker) }
  }

  func testATestMayAssignAnother() {
    useEnvironment(.live)
    XCTAssertLessThan(abs(Env.date().timeIntervalSinceNow), 3_600)
  }

  func testATestMayChangeACopyOfItsOwn() {
    var world = Env
    world.hostName = { "changed" }
    useEnvironment(world)
    XCTAssertEqual(Env.hostName(), "changed")
  }
}

#if !canImport(ObjectiveC)
  /// What is checked of a test that has its environment from the target: tests that run inside those of this class.
  final class CheckedTestCases: XCTestCase {
    func testAStubThatNoRequestUsedIsAFailure() {
      let failures = CheckedTestCase.failures { _ in Env.stub(.get("/never"), .ok) }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("/never") == true, "\(failures)")
      XCTAssertEqual(CheckedTestCase.failures { _ in Env.stub(.get("/never"), .ok).optional() }, [])
    }
  }

  /// One of this target.
  private final class CheckedTestCase: InnerTestCase {}
#endif

final class EnvironmentTestCases: EnvironmentTestCase {
  override var environment: Environment {
    var environment = super.environment
    environment.hostName = { "changed" }
    return environment
  }

  func testAClassChangesWhatTheTargetGives() {
    XCTAssertEqual(Env.hostName(), "changed")
    XCTAssertEqual(Env.date(), Environment.mock.date())
  }
}
