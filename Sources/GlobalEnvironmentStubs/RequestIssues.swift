import Foundation
import GlobalEnvironment

/// The issues of the running test for requests that get no answer: without a stub, without the file of their stub, without
/// the recording. An error that only says so again needs no second issue.
package struct RequestIssues: Sendable {
  /// Whether ``noteThatOneCounts()`` is called for each issue that counts. A known issue does not count.
  private let areSeen: Bool
  /// Whether the test has one that counts.
  private let isThereOne = Locked(false)

  /// Those of the running test; nil where that is not recorded.
  @TaskLocal private static var ofTest: RequestIssues?
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
  static func report(_ message: String, at place: SourcePlace? = .caller) -> Bool {
    let counts = Locked(!areSeen)
    $counts.withValue(counts) { TestHooks.report(message, at: place) }
    return noted(counts)
  }

  /// Runs code that may record one.
  static func noting<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let counts = Locked(!areSeen)
    defer { _ = noted(counts) }
    return try await $counts.withValue(counts, operation: body)
  }

  /// Runs code that may record one.
  static func noting<Result>(_ body: () -> Result) -> Result {
    let counts = Locked(!areSeen)
    defer { _ = noted(counts) }
    return $counts.withValue(counts, operation: body)
  }

  private static func noted(_ counts: Locked<Bool>) -> Bool {
    guard counts.withLock({ $0 }) else { return false }
    ofTest?.isThereOne.replace(with: true)
    return true
  }

  /// Runs a part of a test whose issues belong to those of the whole.
  ///
  /// - Parameter areSeen: Whether the caller sees all issues of the body, and says which count.
  package static func gathering<Result>(
    seen areSeen: Bool, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTest.withValue(ofTest ?? RequestIssues(areSeen: areSeen), operation: body)
  }

  /// Runs the body of a test, which needs no second issue for a request that got no answer.
  ///
  /// - Parameter areSeen: Whether the caller sees all issues of the body, and says which count.
  /// - Returns: False when `body` has thrown what such a request throws, and the test has its issue already.
  /// - Throws: Everything else that `body` throws.
  package static func withoutSecond(seen areSeen: Bool, _ body: () async throws -> Void) async throws -> Bool {
    try await gathering(seen: areSeen) {
      do {
        try await body()
        return true
      } catch {
        guard saysAgain(error), ofTest?.isThereOne.withLock({ $0 }) == true else { throw error }
        return false
      }
    }
  }

  /// Whether an error is what a request throws for which there was an issue.
  private static func saysAgain(_ error: any Error) -> Bool {
    if let error = error as? EnvironmentHTTPError { return error.body == UnmatchedRequests.reportedBody }
    return (error as? URLError)?.localizedDescription == toldSentence
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
