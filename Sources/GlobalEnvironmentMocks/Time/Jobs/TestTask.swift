import GlobalEnvironment

/// The task in which a test framework runs a test; it tells when the test has ended, and does not hold the task.
package struct TestTask: Sendable {
  // A task is an object of the runtime, with the reference counts of all. It is never used as what it is called here.
  private final class Object: Sendable {}

  private weak var task: Object?

  private init(_ task: Object) {
    self.task = task
  }

  /// Creates it from a job of the task, which is the task itself.
  package init(_ job: UnownedJob) {
    self.init(unsafeBitCast(job, to: Object.self))
  }

  /// The running task; nil where that is not the one of a test, but one that a test has made, for instance.
  package static var current: TestTask? {
    guard TaskFamilies.isCurrentTaskOfTest else { return nil }
    return withUnsafeCurrentTask { task in task.map { TestTask(unsafeBitCast($0, to: Object.self)) } }
  }

  /// Whether the task has ended, and the framework has let go of it.
  package var hasEnded: Bool { task == nil }
}
