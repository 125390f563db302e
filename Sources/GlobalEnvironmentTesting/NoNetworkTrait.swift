public import Testing

extension Trait where Self == EnvironmentTrait {

  /// Lets a test reach only loopback, even where it bypasses the environment.
  ///
  /// ```swift
  /// @Suite(.environment(.mock), .noNetwork) struct PostsTests { … }
  /// ```
  ///
  /// What such a test sends through `URLSession.shared` is refused at once with a `URLError` that says what to do, and the
  /// test fails. On Linux, sessions that were made with `.default` or `.ephemeral` are refused, too, with an error alone;
  /// on Apple platforms these are not noticed, and neither are web sockets and sessions in the background, for which no
  /// protocol class is ever asked. Sessions of a mock, and those with protocol classes of their own, are left
  /// alone.
  ///
  /// A URL session does not know which test uses it: while any such test runs, the requests of all tests in the process
  /// are refused, except to loopback, and so are those of child processes that follow proxy variables. Serialize or separate
  /// tests that need a network. Where it is unknown which test has sent a request, as on Apple platforms, the first of them to
  /// end fails.
  public static var noNetwork: Self { EnvironmentTrait(kind: NoNetworkScoping()) }
}

/// Lets a test reach only loopback: `.noNetwork`.
private struct NoNetworkScoping: TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let watch = NoNetwork.begin(test.name, "take the trait .noNetwork from it")
    defer { NoNetwork.end(watch) }
    try await function()
  }
}
