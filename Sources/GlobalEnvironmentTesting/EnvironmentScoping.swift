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
    let begun = try Begun(test, change)
    defer { begun.end() }
    // Not kept here, so that what it holds is released with the scope.
    try await begun.takeScope().runTest {
      // Where another looks at the issues, around this one, that knows more.
      if begun.isInside {
        return try await TestStubs.endingSeen(with: begun.name, unless: begun.outer, perform: function)
      }
      var thrown: (any Error)?
      await TestStubs.seeing {
        do {
          try await TestStubs.endingSeen(with: begun.name, unless: begun.outer, perform: function)
        } catch {
          thrown = error
        }
      }
      if let thrown { throw thrown }
    }
  }

  /// A test that has begun. All that waits for nothing is done here: in ``provideScope(for:testCase:performing:)``, each
  /// variable would take memory of each test until all have ended.
  private struct Begun {
    let name: String
    /// The stubs of the scope around, which do not end with the test.
    let outer: HTTPStubs?
    /// Whether another trait, around this one, looks at the issues of the test.
    let isInside: Bool
    private let test: Test
    private let family: ScopeFamily
    private let running: RunningTest?
    private let leaveFamily: () -> Void
    private let scope: Locked<EnvironmentScope?>

    init(_ test: Test, _ change: @escaping @Sendable (inout Environment) throws -> Void) throws {
      DuplicateModules.check
      PreTestScopes.end(for: test)
      let familyAround = ScopeFamily.current
      var environment = Env
      outer = environment.httpStubs
      let timeAround = environment.virtualTime?.identity
      let recipe = familyAround?.recipe as? EnvironmentRecipe ?? EnvironmentRecipe(around: test, environment)
      let issuesAround = RequestIssues.ofTest(in: familyAround)
      isInside = issuesAround != nil
      let issues = issuesAround ?? RequestIssues(areSeen: true)
      if isInside { try change(&environment) } else { try issues.gatheringAll { try change(&environment) } }
      self.test = test
      name = test.name
      family = ScopeFamily(in: familyAround, recipe: recipe.adding(change), issues: issues)
      running = TestScopes.traitBegan(for: test, family: family, isLive: environment.isLive)
      leaveFamily = TestTask.enter(family)
      if let message = SharedMocks.begin(name, in: environment, inside: timeAround) { report(message, at: nil) }
      scope = Locked(EnvironmentScope(environment, in: family))
    }

    func takeScope() -> EnvironmentScope {
      // Not nil: it is taken once.
      scope.withLock { $0.take() }.unsafelyUnwrapped
    }

    func end() {
      TestEnd(name: name, location: test.sourceLocation).end(family)
      leaveFamily()
      TestScopes.traitEnded(for: test, running)
    }
  }
}

extension EnvironmentScoping {
  /// What gives `test` the environment that its target declares, or else a mock; nil where a trait or an assignment has made
  /// one.
  static func whereNoneIsMade(for test: Test) -> EnvironmentScoping? {
    let isMade =
      EnvironmentScope.isBound || TestTask.current?.family?.scope != nil || TestTasks.around(test) != nil
    if isMade { return nil }
    let module = test.id.moduleName
    if TargetEnvironments.hasEnvironment(module: module) {
      return EnvironmentScoping { $0 = TargetEnvironments.environment(ofModule: module) ?? $0 }
    }
    return processReachesOut ? EnvironmentScoping { $0 = .mock } : nil
  }

  /// Whether code reaches beyond the process through the process's environment.
  private static var processReachesOut: Bool {
    let (scope, revision) = (TestScopes.ofProcess, EnvironmentScope.root.revision)
    guard scope === EnvironmentScope.root else { return scope.environment.reachesOut }
    // Most tests find the root as the one before did.
    if let last = lastLook.withLock({ $0 }), last.revision == revision { return last.reachesOut }
    let reachesOut = scope.environment.reachesOut
    lastLook.replace(with: (revision, reachesOut))
    return reachesOut
  }

  private static let lastLook = Locked<(revision: UInt, reachesOut: Bool)?>(nil)
}
