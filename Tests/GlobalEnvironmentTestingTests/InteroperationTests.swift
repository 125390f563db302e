import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTesting

/// Failures that are recorded in XCTest's way in a test of Swift Testing end the process where both interoperate strictly.
@Suite(.hidesKnownIssues)
struct InteroperationTests {

  @Test func `what would be a failure of XCTest is an issue in a test of Swift Testing`() {
    withKnownIssue {
      XCTestFailures.record("told", at: nil)
    } matching: {
      $0.comments.map(\.rawValue) == ["told"]
    }
  }

  @Test func `so it is in a child task, and in a task that outlives the body`() async {
    await withKnownIssue {
      await withTaskGroup(of: Void.self) { $0.addTask { XCTestFailures.record("told", at: nil) } }
      await Task { XCTestFailures.record("told", at: nil) }.value
    } matching: {
      $0.comments.map(\.rawValue) == ["told"]
    }
  }

  @Test func `a task that has lost its test is known to be of one`() async {
    #expect(await Task.detached { Test.current == nil && XCTestFailures.testOfSwiftTesting != nil }.value)
  }
}
