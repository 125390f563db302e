import GlobalEnvironment

/// The task in which a test framework runs a test; it tells when the test has ended, and does not hold the task.
package final class TestTask: Sendable {
  // A task is an object of the runtime, with the reference counts of all. It is never used as what it is called here.
  private final class Object: Sendable {}

  /// `nonisolated(unsafe)` holds because it is never set again; the runtime may empty it at any time.
  nonisolated(unsafe) private weak var task: Object?

  /// Creates it from a job of the task, which is the task itself; nil for what no reference may outlive.
  package init?(_ job: UnownedJob) {
    let flags = JobFlags(of: unsafeBitCast(job, to: UnsafeRawPointer.self))
    guard flags.isTask, !flags.isOfAsyncLet else { return nil }
    task = unsafeBitCast(job, to: Object.self)
  }

  /// That in which the asking code runs, or whose code made the running task; nil for the task of a test in a scope, and outside of
  /// tests.
  package static var current: TestTask? { TaskFamilies.testOfCurrentTask }

  /// Whether the task has ended, and the framework has let go of it.
  package var hasEnded: Bool { task == nil }
}
