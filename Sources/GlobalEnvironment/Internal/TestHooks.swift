/// What a test-support module adds to the core, which imports no test framework.
package struct TestHooks: Sendable {

  /// What somebody is about to do with a scope.
  package enum Access: Sendable {
    case read, write
    /// Keep it, to run code in it later.
    case hold
  }

  /// Returns the scope of the test that runs here; nil outside any test, and for a test that has none so far and reads.
  package var scope: @Sendable (Access) -> EnvironmentScope?

  /// Makes the running test fail with a message.
  package var report: @Sendable (String, SourcePlace?) -> Void

  package init(
    scope: @escaping @Sendable (Access) -> EnvironmentScope?,
    report: @escaping @Sendable (String, SourcePlace?) -> Void
  ) {
    self.scope = scope
    self.report = report
  }

  private static let installed = Permanent<TestHooks>()

  /// Finds the run in virtual time whose unbound code asks: a detached task's.
  private static let runScope = Permanent<@Sendable () -> EnvironmentScope?>()

  /// Puts `hooks` in place for the whole process, for good.
  package static func install(_ hooks: TestHooks) {
    installed.set(hooks)
  }

  /// Puts in place, for good, what finds the scope of a run in virtual time.
  package static func installRunScope(_ find: @escaping @Sendable () -> EnvironmentScope?) {
    runScope.set(find)
  }

  static func scope(for access: Access) -> EnvironmentScope? {
    runScope.value?() ?? installed.value?.scope(access)
  }

  /// Reports that this package was misused: to the running test, or on standard error where no test framework is linked.
  package static func report(_ message: String, at place: SourcePlace? = nil) {
    if let hooks = installed.value {
      hooks.report(message, place)
    } else {
      let prefix = place.map { "\($0): " } ?? ""
      writeToStandardError("\(prefix)GlobalEnvironment: \(message)\n")
    }
  }
}
