import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The end of a test, or of a body of `withEnvironment` in one, after which nothing should use its environment.
struct TestEnd: Sendable {
  let name: String
  /// What ends: “test”, or “body”.
  var unit = "test"
  /// Nil for a test of XCTest, which has no place.
  var location: SourceLocation?

  /// Ends the scopes of `family`: from now on, each task that reads or writes there gives one issue.
  ///
  /// - Parameter release: Releases the scope, so that only those are watched that others hold, too.
  func end(_ family: ScopeFamily, releasing release: () -> Void = {}) {
    RunawayRead.forget(family)
    let late = LateUse(of: family, after: self)
    family.end(late.watch, makeLate: Self.late, releasing: release)
  }

  /// Ends `family` for those alone who hold none of its scopes: each detached task that uses it later gives one issue.
  func leave(_ family: ScopeFamily) {
    let late = LateUse(of: family, after: self)
    family.end({ _ in }) { family in
      let scope = Self.late(in: family)
      late.watch(scope)
      return scope
    }
  }

  /// The scope in which what a test leaves in its environment is released. A mock, so that no deinit reaches the user's
  /// files; one for all, as it is never released itself.
  static let scopeOfReleases = late(in: ScopeFamily())

  private static func late(in family: ScopeFamily) -> EnvironmentScope {
    // In the root, since the code that asks belongs to the family; and outside of runs, as their time would move it.
    TimelineDriver.outside { EnvironmentScope.root.run { EnvironmentScope(.mock, in: family) } }
  }
}
