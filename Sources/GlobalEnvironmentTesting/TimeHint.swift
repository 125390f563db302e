import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// What virtual time waited for when an expectation of a test failed: perhaps it was advanced too little.
struct TimeHint: Sendable {
  private let words: String
  private let location: SourceLocation

  /// Nil where the issue is another one, or where nothing waits.
  init?(for issue: Issue) {
    // A test under faults has one issue at its end, of many runs.
    guard case .expectationFailed = issue.kind, issue.counts, Test.current != nil, FaultRun.current?.isCalm != false,
      let location = issue.sourceLocation, let words = UnobservedRead.virtualTime?.nextInWords
    else { return nil }
    (self.words, self.location) = (words, location)
  }

  /// Gives the test a warning at the line of the expectation.
  func tell() { Frameworks.warn(words, at: location) }

  /// What follows on a failure of XCTest; nothing where that is no assertion, or where nothing waits.
  static func words(after failure: String) -> String {
    guard failure.hasPrefix("XCTAssert"), let words = UnobservedRead.virtualTime?.nextInWords else { return "" }
    return "\n\(words)"
  }
}
