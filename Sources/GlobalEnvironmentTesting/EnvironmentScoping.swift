import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// Gives each test, and each case of a parameterized test, an environment of its own: `.environment(_:)`.
struct EnvironmentScoping: TestScoping {
  let change: @Sendable (inout Environment) throws -> Void

  /// Runs `function` in a scope of its own, and then reports stubs that were not used as expected, and code that still uses
  /// the scope.
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await TestStubs.seeingIssues { try await run(test, function) }
  }

  private func run(_ test: Test, _ function: @concurrent @Sendable () async throws -> Void) async throws {
    Copies.check
    PlannedScopes.end(for: test)
    let (outer, outerTime) = (HTTPStubs.current, VirtualTime.identity)
    let recipe = (EnvironmentRecipe.current ?? EnvironmentRecipe(around: test)).adding(change)
    var environment = Env
    try change(&environment)
    let family = ScopeFamily(in: .current)
    let running = TestScopes.traitBegan(for: test, family: family, isLive: environment.isLive)
    defer { TestScopes.traitEnded(for: test, running) }
    let leaveFamily = TestTask.enter(family)
    defer { leaveFamily() }
    defer { TestEnd(name: test.name, location: test.sourceLocation).end(family) }
    // Not kept here, so that what it holds is released with the scope.
    try await EnvironmentScope(consume environment, in: family).run {
      if let message = SharedMocks.found.begin(test.name, inside: outerTime) { report(message, at: nil) }
      try await EnvironmentRecipe.$current.withValue(recipe) {
        try await TestStubs.ending(with: test.name, unless: outer, perform: function)
      }
    }
  }
}

extension EnvironmentScoping {
  /// What gives `test` the environment that its target declares, or else a mock; nil where a trait or an assignment has made
  /// one.
  static func whereNoneIsMade(for test: Test) -> EnvironmentScoping? {
    let isMade =
      EnvironmentRecipe.current != nil || EnvironmentScope.isBound || TestTask.current?.family?.scope != nil
      || PlainTestScopes.around(PlainTest(test: test, caseID: "")) != nil
    if isMade { return nil }
    let module = test.id.moduleName
    if TargetEnvironments.hasEnvironment(module: module) {
      return EnvironmentScoping { $0 = TargetEnvironments.environment(ofModule: module) ?? $0 }
    }
    return TestScopes.ofProcess.environment.reachesOut ? EnvironmentScoping { $0 = .mock } : nil
  }
}
