/// A moment that distinguishes the tasks that were made before it from later ones: the runtime numbers tasks one after another.
package struct TaskAge: Sendable {
  private let first: UInt64

  /// Now.
  package init() {
    first = taskID(of: Task.detached {})
  }

  /// Whether the running task was made before; false outside of tasks.
  package var isCurrentTaskOlder: Bool { currentTaskID.map { $0 < first } ?? false }
}
