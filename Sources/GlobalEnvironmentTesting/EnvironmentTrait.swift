public import GlobalEnvironment
public import Testing

/// Gives each test, and each case of a parameterized test, an environment of its own.
///
/// Made by ``Testing/Trait/environment(_:)-swift.type.method``.
public struct EnvironmentTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let change: @Sendable (inout Environment) throws -> Void

  /// True: a suite's trait reaches every test inside it, suites in suites included.
  public var isRecursive: Bool { true }

  /// Runs `function` in a scope of its own, and then reports stubs that have not done what they were to.
  ///
  /// - Throws: What the trait's closure or `function` throws.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    TestScopes.traitedTestBegan()
    defer { TestScopes.traitedTestEnded() }
    let outer = TestStubs.current
    try await withEnvironment(change) {
      try await TestStubs.ending(with: test.name, unless: outer, perform: function)
    }
  }
}

extension Trait where Self == EnvironmentTrait {

  /// Runs each test in `environment`, which is made anew for each.
  ///
  /// ```swift
  /// @Suite(.environment(.mock)) struct GreeterTests { … }
  /// ```
  ///
  /// Traits are applied from the outermost suite to the test.
  public static func environment(_ environment: @autoclosure @escaping @Sendable () -> Environment) -> Self {
    EnvironmentTrait { $0 = environment() }
  }

  /// Runs each test in a copy of the environment around it, changed by `change`.
  ///
  /// ```swift
  /// @Test(.environment { $0.date = { .distantPast } }) func greetsRomans() { … }
  /// ```
  ///
  /// A test whose `change` throws fails with that error.
  public static func environment(_ change: @escaping @Sendable (inout Environment) throws -> Void) -> Self {
    EnvironmentTrait(change: change)
  }
}
