import Foundation
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

  @Test(.virtualTime) func `it has that of the body of a task group`() async {
    await withTaskGroup(of: Void.self) { _ in
      withEnvironment(.mock) { #expect(scope(of: Task {}) === EnvironmentScope.current) }
    }
  }

  @Test func `a child that begins on an actor has it, whatever was in its memory before`() async {
    for _ in 0..<200 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { await Self.askOnActor() } }
      }
    }
  }

  @concurrent private static func askOnActor() async {
    await withEnvironment(.mock(date: .distantFuture)) {
      await withTaskGroup(of: Date.self) { group in
        for _ in 0..<5 { group.addTask(operation: Elsewhere.ask) }
        for await date in group where date != .distantFuture { Issue.record("\(date)") }
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

@globalActor private actor Elsewhere {
  static let shared = Elsewhere()

  @Elsewhere static func ask() async -> Date {
    // Only now is its task seen.
    await MainActor.run {}
    return Env.date()
  }
}
