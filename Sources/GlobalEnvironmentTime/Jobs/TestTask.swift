package import GlobalEnvironment

/// The task in which a test framework runs a test; it shows when the test has ended, and does not retain the task.
package final class TestTask: Sendable {
  /// Nil where only the framework knows the test, and not its task.
  private let task: WeakTask?
  /// The test, as the framework knows it.
  package let test: any AnyObject & Sendable

  private let ownFamily = Locked<ScopeFamily?>(nil)

  /// Creates it from a job of the task; nil for other jobs, and for a task that no reference may outlive.
  package init?(_ job: UnownedJob, of test: any AnyObject & Sendable) {
    guard let task = WeakTask(unsafeBitCast(job, to: UnsafeRawPointer.self)) else { return nil }
    (self.task, self.test) = (task, test)
  }

  /// Creates it for a test whose task is not known. Its end does not show.
  package init(of test: any AnyObject & Sendable) { (task, self.test) = (nil, test) }

  /// The test's task in which the caller runs, or whose code made the running task; nil where there is none known.
  package static var current: TestTask? { TaskFamilies.testOfCurrentTask }

  /// Whether it is the running task.
  package var isRunning: Bool { id != nil && id == currentTask.map { UInt(bitPattern: $0) } }

  /// What distinguishes the task from others that have not ended: its address; nil where it is not known.
  package var id: UInt? { task?.id }

  /// The family of the scope that the test has made for itself, of its earlier tasks, too; nil until it has.
  package var family: ScopeFamily? {
    get { ownFamily.withLock { $0 } }
    set {
      ownFamily.replace(with: newValue)
      KnownReads.change()
    }
  }

  /// Makes `family` that of the current test's task, for code that Swift Testing runs outside of the scopes of the test: what
  /// is called when a time limit cancels it. Returns what puts back the family before.
  package static func enter(_ family: ScopeFamily) -> () -> Void {
    guard let task = current else { return {} }
    let outer = task.ownFamily.replace(with: family)
    KnownReads.change()
    return {
      // Where several run in one task at once, another may have taken its place, or have ended.
      let restored = outer?.isAlive == true ? outer : nil
      task.ownFamily.withLock { if $0 === family { $0 = restored } }
      KnownReads.change()
    }
  }

  /// Whether the task has ended, and the framework has released it.
  package var hasEnded: Bool { task?.hasEnded == true }
}
