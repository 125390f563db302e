import GlobalEnvironment
import Testing

/// How the environment of a test was made, to make it again for a test that runs several times.
struct EnvironmentRecipe: Sendable {
  static var current: EnvironmentRecipe? { ScopeFamily.current?.recipe as? EnvironmentRecipe }

  private let base: @Sendable () -> Environment
  private var changes: [@Sendable (inout Environment) throws -> Void] = []

  /// The environment that a test has before any trait has changed it.
  init(around test: Test, _ environment: Environment = Env) {
    let module = test.id.moduleName
    // What its target declares is made new for each test, so for each run of a test, too.
    let isOfTarget = !EnvironmentScope.isBound && TargetEnvironments.hasEnvironment(module: module)
    base = { isOfTarget ? TargetEnvironments.environment(ofModule: module) ?? environment : environment }
  }

  func adding(_ change: @escaping @Sendable (inout Environment) throws -> Void) -> EnvironmentRecipe {
    var recipe = self
    recipe.changes.append(change)
    return recipe
  }

  /// Makes the environment again; of `base`, if that is given, in place of the one that the traits have changed.
  func made(of base: Environment? = nil) throws -> Environment {
    try changes.reduce(into: base ?? self.base()) { environment, change in
      // As in the trait itself: there, `Env` is the environment that the closure changes.
      try EnvironmentScope(environment, in: ScopeFamily()).run { try change(&environment) }
    }
  }
}
