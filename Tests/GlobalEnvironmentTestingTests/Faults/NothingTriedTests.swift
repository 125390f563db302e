import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

/// A test under faults that has nothing to try.
@Suite(.hidesKnownIssues)
struct NothingTriedTests {
  @Test func `a test that makes no call is warned that nothing was tried`() async throws {
    let test = try #require(Test.current)
    let messages = await SendingRequests.issues {
      do {
        try await EnvironmentTrait.faults(.each).provideScope(for: test, testCase: nil) { _ = Data("Milk".utf8) }
      } catch {
        Issue.record(error)
      }
    }
    #expect(messages.count == 1 && messages[0].contains("makes no call that can fail"), "\(messages)")
  }
}
