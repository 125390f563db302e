/// What a test-support module adds to the core, which imports no test framework.
package struct TestHooks: Sendable {

  /// Returns the scope of the test that runs here, or nil outside any test.
  ///
  /// When `forWriting` is false, a test that has written nothing so far may have no scope yet.
  package var scope: @Sendable (_ forWriting: Bool) -> EnvironmentScope?

  package init(scope: @escaping @Sendable (_ forWriting: Bool) -> EnvironmentScope?) {
    self.scope = scope
  }

  private static let installed = Locked<TestHooks?>(nil)

  /// Puts `hooks` in place for the whole process.
  package static func install(_ hooks: TestHooks) {
    installed.withLock { $0 = hooks }
  }

  static func scope(forWriting: Bool) -> EnvironmentScope? {
    installed.withLock { $0 }?.scope(forWriting)
  }
}
