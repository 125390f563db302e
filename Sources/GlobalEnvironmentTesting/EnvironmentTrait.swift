public import GlobalEnvironment
import GlobalEnvironmentMocks
public import Testing

/// Gives each test, and each case of a parameterized test, an environment of its own.
///
/// Made by `.environment(_:)`.
public struct EnvironmentTrait: TestTrait, SuiteTrait, TestScoping {
  let change: @Sendable (inout Environment) throws -> Void

  /// True: a suite's trait reaches every test inside it, suites in suites included.
  public var isRecursive: Bool { true }

  /// Runs `function` in a scope of its own, and then reports stubs that were not used as expected, and code that still uses
  /// the scope.
  ///
  /// - Throws: What the trait's closure or `function` throws.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    Copies.check
    let (outer, outerTime) = (HTTPStubs.current, VirtualTime.identity)
    let recipe = (Recipe.current ?? Recipe(around: test)).adding(change)
    var environment = Env
    try change(&environment)
    let family = ScopeFamily(in: .current)
    let running = TestScopes.traitBegan(for: test, family: family, isLive: environment.isLive)
    defer { TestScopes.traitEnded(for: test, running) }
    let outcome: Result<Void, any Error>
    do {
      try await EnvironmentScope(environment, in: family).run {
        if let message = SharedMocks.found.begin(test.name, inside: outerTime) { report(message, at: nil) }
        try await Recipe.$current.withValue(recipe) {
          try await TestStubs.ending(with: test.name, unless: outer, perform: function)
        }
      }
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    TestEnd(of: test).end(family)
    try outcome.get()
  }

  /// How the environment of a test was made, to make it again for a test that runs several times.
  struct Recipe: Sendable {
    @TaskLocal static var current: Recipe?

    private let base: @Sendable () -> Environment
    private var changes: [@Sendable (inout Environment) throws -> Void] = []

    /// The environment that a test has before any trait has changed it.
    init(around test: Test) {
      let module = test.id.moduleName
      let environment = Env
      // What its target declares is made new for each test, so for each run of a test, too.
      let isOfTarget = !EnvironmentScope.isBound && TargetEnvironments.hasEnvironment(module: module)
      base = { isOfTarget ? TargetEnvironments.environment(ofModule: module) ?? environment : environment }
    }

    fileprivate func adding(_ change: @escaping @Sendable (inout Environment) throws -> Void) -> Recipe {
      var recipe = self
      recipe.changes.append(change)
      return recipe
    }

    /// Makes the environment again.
    ///
    /// - Parameter base: The environment that the traits change, in place of the one that they have changed.
    /// - Throws: What a trait's closure throws.
    func made(of base: Environment? = nil) throws -> Environment {
      try changes.reduce(into: base ?? self.base()) { try $1(&$0) }
    }
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
