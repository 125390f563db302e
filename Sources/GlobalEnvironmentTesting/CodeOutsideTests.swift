public import GlobalEnvironment
import GlobalEnvironmentMocks

/// Code that belongs to no known test: on a queue, on a thread, in a callback.
///
/// It reads the process's environment, not that of a running test. A running test records a warning, once for each endpoint
/// and each function that calls it. Such code cannot reach files, settings, secrets, the network and other apps: it gets an
/// empty mock of them, and that is an issue of each test in whose time it happens; of tests that run at the same time, it is
/// one of the first to end.
///
/// To fix it, carry the test's environment there:
///
/// ```swift
/// let scope = EnvironmentScope.current
/// queue.async { scope.run { … } }
/// ```
///
/// The same applies to code that a test leaves behind there: each later test reports it while
/// it runs, or the process does when it ends.
///
/// In XCTest, such code sees the environment of the running test. Where that has none, but earlier tests had one, it reaches
/// neither files nor the other things above, and the running test fails: an earlier one may have left the code behind. A test
/// whose own code it is says `useEnvironment(.live)`.
///
/// There is no warning before a test has an environment of its own, by a trait, its target, an assignment or a mock in a body of
/// `withEnvironment`, and none while a test uses `.environment(.exclusive)`.
/// Tasks belong to the test that made them, so none of this concerns them, except for detached tasks that begin on an actor of
/// your own.
public enum CodeOutsideTests {
  /// Allows such code to call one endpoint of the process's environment. It holds until the process ends.
  ///
  /// ```swift
  /// CodeOutsideTests.mayUse(\.date)
  /// ```
  ///
  /// It must run before that code does. To allow it to a whole target, declare `codeOutsideTestsMayUse` in its
  /// ``TargetEnvironment``.
  public static func mayUse<Value>(_ endpoint: KeyPath<Environment, Value>) {
    OutsideWatch.shared.allow(name(of: endpoint))
  }

  /// The name under which a read of it is reported.
  static func name(of endpoint: PartialKeyPath<Environment>) -> String {
    // A key path does not show which of the user's own endpoints it reads. A read does.
    let own = Locked<String?>(nil)
    var environment = Environment.mock
    environment.announceReadsOfOwnEndpoints { name, _ in own.replace(with: name) }
    _ = environment[keyPath: endpoint]
    return own.withLock { $0 } ?? Environment.name(of: endpoint)
  }
}
