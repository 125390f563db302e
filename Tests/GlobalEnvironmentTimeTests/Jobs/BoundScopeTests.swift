import GlobalEnvironment
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// On the main actor, where no task that is made here runs before the test waits.
@Suite(.environment(.mock))
@MainActor struct BoundScopeTests {
  @TaskLocal static var other = "a text that takes more than one word"

  @Test(.virtualTime) func `a task has the scope of the code that made it`() {
    #expect(scope(of: Task {}) === EnvironmentScope.current)
    withEnvironment(.mock) { #expect(scope(of: Task {}) === EnvironmentScope.current) }
  }

  @Test(.virtualTime) func `it has it beside other task-local values`() {
    Self.$other.withValue("more text than fits into a single word") {
      withEnvironment(.mock) {
        Self.$other.withValue("") { #expect(scope(of: Task {}) === EnvironmentScope.current) }
      }
    }
  }

  @Test(.virtualTime) func `a detached task has none`() {
    #expect(scope(of: Task.detached { @MainActor in }) == nil)
  }

  private func scope(of task: Task<Void, Never>) -> EnvironmentScope? {
    // Both are references to the same object of the runtime.
    withExtendedLifetime(task) { BoundScope.of(unsafeBitCast(task, to: UnownedJob.self)) }
  }
}
