import Foundation
package import GlobalEnvironment

/// The issues of the running test for requests that get no answer: without a stub, without the file of their stub, without
/// the recording. An error that only says so again needs no second issue.
package struct RequestIssues: Sendable {
  /// Whether ``noteThatOneCounts()`` is called for each issue that counts. A known issue does not count.
  private var areSeen: Bool
  /// Whether the test has one that counts.
  private let isThereOne = Locked(false)

  /// Those of the running body, which has none by its scopes.
  @TaskLocal private static var ofBody: RequestIssues?
  /// Those of the running test; nil where that is not recorded.
  package static var ofTest: RequestIssues? { ofTest(in: .current) }

  /// The issues of the test that `family` belongs to; nil after the test has ended.
  package static func ofTest(in family: ScopeFamily?) -> RequestIssues? {
    ofBody ?? (family?.hasEnded == true ? nil : family?.issues as? RequestIssues)
  }
  /// Whether the one that is being recorded counts.
  @TaskLocal private static var counts: Locked<Bool>?

  /// - Parameter areSeen: Whether the code that makes this sees all issues of the test, and says which count.
  package init(areSeen: Bool) {
    self.areSeen = areSeen
  }

  /// Says that the issue which the running code records makes its test fail.
  package static func noteThatOneCounts() {
    counts?.replace(with: true)
  }

  /// Records an issue.
  ///
  /// - Returns: False where it does not count.
  @discardableResult
  package static func report(_ message: String, at place: SourcePlace? = .caller) -> Bool {
    let counts = Locked(ofTest?.areSeen != true)
    $counts.withValue(counts) { TestHooks.report(message, at: place) }
    return noted(counts)
  }

  /// Runs code that may record one.
  static func noting<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let counts = Locked(ofTest?.areSeen != true)
    defer { _ = noted(counts) }
    return try await $counts.withValue(counts, operation: body)
  }

  /// Runs code that may record one.
  static func noting<Result>(_ body: () -> Result) -> Result {
    let counts = Locked(ofTest?.areSeen != true)
    defer { _ = noted(counts) }
    return $counts.withValue(counts, operation: body)
  }

  private static func noted(_ counts: Locked<Bool>) -> Bool {
    guard counts.withLock({ $0 }) else { return false }
    ofTest?.isThereOne.replace(with: true)
    return true
  }

  /// Runs the body of the test; returns what that throws.
  package func gathering(_ body: () async throws -> Void) async -> (any Error)? {
    await Self.$ofBody.withValue(self) {
      do {
        try await body()
        return nil
      } catch {
        return error
      }
    }
  }

  /// Runs the code that makes the environment of the test. Each issue that it records counts.
  package func gatheringAll<Result>(_ body: () throws -> Result) rethrows -> Result {
    var all = self
    all.areSeen = false
    return try Self.$ofBody.withValue(all, operation: body)
  }

  /// Whether an error is what a request throws that got no answer, and the test has its issue already.
  package func areSaidAgain(by error: any Error) -> Bool {
    guard isThereOne.withLock({ $0 }) else { return false }
    if let error = error as? EnvironmentHTTPError { return error.body == UnmatchedRequests.reportedBody }
    return (error as? URLError)?.localizedDescription == Self.toldSentence
  }

  /// What the error says for which there was an issue.
  static let toldSentence = "This request got no answer. The issue before this one says why."

  /// Makes the error of a request for which there was an issue, which said `message`; where no tests run, so does the error.
  static func error(after message: String, _ cause: (any Error)? = nil) -> URLError {
    let description = TestHooks.framework == nil ? message : toldSentence
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
    if let cause { userInfo[NSUnderlyingErrorKey] = cause }
    return URLError(.resourceUnavailable, userInfo: userInfo)
  }
}
