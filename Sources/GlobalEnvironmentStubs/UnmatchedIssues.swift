import GlobalEnvironment

/// The issues of the running test for requests without a stub.
package struct UnmatchedIssues: Sendable {
  /// Whether ``noteThatOneCounts()`` is called for each issue that counts. A known issue does not count.
  private let areSeen: Bool
  /// Whether the test has one that counts.
  private let isThereOne = Locked(false)

  /// Those of the running test; nil where that is not recorded.
  @TaskLocal private static var ofTest: UnmatchedIssues?
  /// Whether the one that is being recorded counts.
  @TaskLocal private static var counts: Locked<Bool>?

  /// Whether code around the running test calls ``noteThatOneCounts()``.
  package static var areSeen: Bool { ofTest?.areSeen == true }

  /// Says that the issue which the running code records makes its test fail.
  package static func noteThatOneCounts() {
    counts?.replace(with: true)
  }

  /// Records an issue.
  ///
  /// - Returns: False where it does not count.
  static func report(_ message: String) -> Bool {
    let counts = Locked(!areSeen)
    $counts.withValue(counts) { TestHooks.report(message, at: .caller) }
    guard counts.withLock({ $0 }) else { return false }
    ofTest?.isThereOne.replace(with: true)
    return true
  }

  /// Runs the body of a test, which needs no second issue for a request without a stub.
  ///
  /// - Parameter areSeen: Whether the caller sees all issues of the body, and says which count.
  /// - Returns: False when `body` has thrown what `Env.json` throws for such a request, and the test has its issue already.
  /// - Throws: Everything else that `body` throws.
  package static func withoutSecond(seen areSeen: Bool, _ body: () async throws -> Void) async throws -> Bool {
    let issues = ofTest ?? UnmatchedIssues(areSeen: areSeen)
    do {
      try await $ofTest.withValue(issues, operation: body)
      return true
    } catch let error as EnvironmentHTTPError
      where error.body == UnmatchedRequests.reportedBody && issues.isThereOne.withLock({ $0 })
    {
      return false
    }
  }
}
