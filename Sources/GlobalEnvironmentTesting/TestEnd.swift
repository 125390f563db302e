import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The end of a test, after which nothing should use its environment.
struct TestEnd: Sendable {
  private let name: String
  private let location: SourceLocation?

  init(of test: Test) {
    (name, location) = (test.name, test.sourceLocation)
  }

  /// The end of an XCTest test, which has no place.
  init(name: String) {
    (self.name, location) = (name, nil)
  }

  /// Ends the scopes of `family`: from now on, each task that reads or writes there gives one issue.
  func end(_ family: ScopeFamily) {
    RunawayRead.forget(family)
    let late = LateUse(of: family, name: name, location: location)
    family.end { scope in
      var environment = scope.environment
      // What an endpoint itself asks is not late use: it asks this scope, whose family has not ended.
      let quiet = EnvironmentScope(environment, in: ScopeFamily())
      environment.announceCalls(in: quiet) { endpoint in
        // A late request is reported by what would have answered it.
        if !["Env.http", "Env.httpBytes"].contains(endpoint) { late.report("\(endpoint) was called") }
      }
      environment.announceReadsOfOwnEndpoints { endpoint, _ in late.report("\(endpoint) was read") }
      scope.end(as: environment) { late.report("Env was assigned") }
    } makeLate: { family in
      // In the root, since the code that asks belongs to the family.
      EnvironmentScope.root.run { EnvironmentScope(.mock, in: family) }
    }
  }
}
