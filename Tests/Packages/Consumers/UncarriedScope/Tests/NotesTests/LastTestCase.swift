import GlobalEnvironmentTesting
import XCTest

/// Its only test, after which no other can report what it leaves.
final class LastTestCase: XCTestCase {
  func testLeavesAMock() { Env = .mock }
}
