import GlobalEnvironment
import GlobalEnvironmentMocks
public import Testing

/// How a test has the environment: see ``Testing/Trait/environment(_:)-(ExclusiveEnvironment)``.
public struct ExclusiveEnvironment: Sendable {
  /// The process's own environment, one test at a time.
  public static var exclusive: ExclusiveEnvironment { ExclusiveEnvironment() }
}

extension Trait where Self == EnvironmentTrait {

  /// Lets each test have the process's own environment, the one that code outside any test sees; one test at a time.
  ///
  /// ```swift
  /// @Test(.environment(.exclusive)) func survivesARestart() { … }
  /// ```
  ///
  /// For code that a test cannot bring into an environment of its own: threads and queues of other code, detached tasks that
  /// begin on an actor of your own. Such tests wait for each other, and for those that have the shared session, across suites,
  /// without holding a thread; other tests run beside them. What a test leaves changed is put back, and is an issue unless the
  /// test itself said `Env.reset()` or put it back:
  ///
  /// ```swift
  /// let before = Env
  /// defer { Env = before }
  /// ```
  ///
  /// One endpoint may be put back alone, too: `Env.date = before.date`.
  ///
  /// Code that Swift Testing calls outside of the test sees the process's environment as it was before: `onCancel`, for
  /// example, when a time limit cancels the test.
  public static func environment(_ mode: ExclusiveEnvironment) -> Self {
    EnvironmentTrait(kind: ExclusiveScoping())
  }
}

/// Gives each test the process's own environment, one at a time: `.environment(.exclusive)`.
private struct ExclusiveScoping: TestScoping {
  @TaskLocal private static var isInside = false

  /// Runs `function` when no other test has the process's environment; throws if the test is cancelled while it waits.
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // A trait between the two may have bound another environment.
    if Self.isInside { return try await EnvironmentScope.root.run { try await function() } }
    try await ExclusiveAccess.run {
      try await Self.$isInside.withValue(true) {
        let root = EnvironmentScope.root
        let before = root.environment
        TestScopes.beginExclusive()
        defer { TestScopes.endExclusive() }
        // First, so that no test beside it sees what is left.
        defer { putBack(before, leftBy: test) }
        let running = OutsideWatch.shared.testBegan(test.name, family: nil)
        defer { OutsideWatch.shared.testEnded(running).forEach { record($0, in: test) } }
        try await OutsideWatch.shared.allowed { try await root.run { try await function() } }
      }
    }
  }

  private func putBack(_ before: Environment, leftBy test: Test) {
    let after = EnvironmentScope.root.environment
    guard !after.endpoints(changedSince: before, by: WrappedFunctions.areSame).isEmpty else { return }
    EnvironmentScope.root.run { Env = before }
    let changed = after.withoutRemovedSpies.endpoints(changedSince: before, by: WrappedFunctions.areSame)
    // It has ended with Env.reset(), where the process's environment was another before.
    if changed.isEmpty || after.isLive { return }
    Issue.record(
      """
      \(test.name) left the process's environment changed: \(changed.joined(separator: ", ")). It has been put back. \
      End the test with Env.reset(), or put the whole back: let before = Env … Env = before. Where the test does not assign \
      that, a task or a thread has done so that an earlier test left running: wait for it there.
      """,
      sourceLocation: test.sourceLocation
    )
  }
}
