import GlobalEnvironmentTesting
import XCTest

/// Time waits for the tasks of a singleton in tests of XCTest, too.
final class XCTestSingletonTests: EnvironmentTestCase {
  private static let worker = JobWorker()

  override var isInVirtualTime: Bool { true }

  private func expectAnswers() async throws {
    for number in 0..<5 {
      let answer = try await Env.timeout(after: .seconds(30)) { await Self.worker.next(after: number) }
      XCTAssertEqual(answer, number + 1)
      XCTAssertEqual(milliseconds, 0)
    }
  }

  func testItsAnswersComeBeforeATimeout() async throws { try await expectAnswers() }

  func testSoTheyDoInTheNextTest() async throws { try await expectAnswers() }

  func testAndInOneThatSleepsBetweenThem() async throws {
    try await expectAnswers()
    try await Env.sleep(for: .seconds(1))
    let answer = try await Env.timeout(after: .seconds(30)) { await Self.worker.next(after: 1) }
    XCTAssertEqual(answer, 2)
    XCTAssertEqual(milliseconds, 1_000)
  }
}
