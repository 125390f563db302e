public import GlobalEnvironment
public import Testing

/// Lets each test, and each case of a parameterized test, run in a world of its own.
///
/// Made by `.environment(_:)`, `.virtualTime`, `.faults(_:)`, `.flight(_:)`, `.noNetwork` and `.interceptsSharedSession`.
public struct EnvironmentTrait: TestTrait, SuiteTrait, TestScoping {
  /// What runs each test.
  let kind: any TestScoping

  /// True: a suite's trait reaches every test inside it, suites in suites included.
  public var isRecursive: Bool { true }

  /// Runs `function` in that world, and reports what it leaves behind.
  ///
  /// - Throws: What `function` throws; an error where that world cannot be made.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await kind.provideScope(for: test, testCase: testCase, performing: function)
  }
}

extension Test {
  /// Returns what its traits run it with, if that is of the type `Kind`.
  func traits<Kind>(_: Kind.Type) -> [Kind] {
    traits.compactMap { ($0 as? EnvironmentTrait)?.kind as? Kind }
  }
}

extension Trait where Self == EnvironmentTrait {

  /// Runs each test in `environment`, which is made new for each.
  ///
  /// ```swift
  /// @Suite(.environment(.mock)) struct GreeterTests { … }
  /// ```
  ///
  /// Traits are applied from the outermost suite to the test.
  public static func environment(_ environment: @autoclosure @escaping @Sendable () -> Environment) -> Self {
    EnvironmentTrait(kind: EnvironmentScoping { $0 = environment() })
  }

  /// Runs each test in a copy of the environment around it, changed by `change`.
  ///
  /// ```swift
  /// @Test(.environment { $0.date = { .distantPast } }) func greetsRomans() { … }
  /// ```
  ///
  /// A test whose `change` throws fails with that error.
  public static func environment(_ change: @escaping @Sendable (inout Environment) throws -> Void) -> Self {
    EnvironmentTrait(kind: EnvironmentScoping(change: change))
  }

  // Without these, the compiler has no diagnostic for what is forgotten. They are never called: a call does not compile.

  /// Makes the compiler say what is missing.
  @available(*, unavailable, message: "say which environment: .environment(.mock)")
  public static var environment: Self { environment(.mock) }

  /// Makes the compiler say how it is written.
  @available(*, unavailable, message: "write .environment(.mock)")
  public static var mock: Self { environment(.mock) }
}
