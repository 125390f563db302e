import GlobalEnvironment
import GlobalEnvironmentMocks
public import Testing

extension Trait where Self == EnvironmentTrait {

  /// Sends the requests of `URLSession.shared` to the stubs of the test's mock, as long as the test runs.
  ///
  /// ```swift
  /// @Test(.environment(.mock), .interceptsSharedSession) func loadsPosts() async throws { … }
  /// ```
  ///
  /// For code that uses the shared session; code that asks for `Env.urlSession()` needs no trait. There is one shared
  /// session in a process, so such tests run one after another, also where they would run in parallel. Meanwhile they get
  /// what threads and detached tasks send, whichever test those belong to. Give the mock before this trait, and
  /// `.virtualTime` after it.
  ///
  /// On Apple platforms it is unknown whose request it is: there, such a test gets all that any code of the process sends
  /// over HTTP through the shared session, that of tests beside it, too. So run such tests in a process of their own
  /// (`swift test --filter`, a test plan), or without others (`swift test --no-parallel`).
  public static var interceptsSharedSession: Self { EnvironmentTrait(kind: SharedSessionScoping()) }
}

/// Runs each test with its stubs behind `URLSession.shared`: `.interceptsSharedSession`.
private struct SharedSessionScoping: TestScoping {
  /// Runs `function` when no other test has the shared session; throws if the test is cancelled while it waits.
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await SharedSession.intercept(isInTest: { Test.current != nil }) { try await function() }
  }
}
