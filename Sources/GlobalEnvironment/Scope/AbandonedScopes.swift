extension EnvironmentScope {

  /// Leaves the scopes whose bodies an Objective-C exception has cut off on this thread.
  ///
  /// XCTest on Apple platforms ends a test whose `continueAfterFailure` is false by such an exception, which runs no `defer`
  /// of the Swift code that it passes: without this, the scopes of that code would stay bound for all later code.
  ///
  /// For a thread that is between two pieces of work, and in no body that will still end; does nothing inside a task.
  ///
  /// - Parameter takeBack: Unbinds the task-local that this thread bound last.
  package static func leaveAbandoned(takingBackWith takeBack: () -> Void) {
    guard withUnsafeCurrentTask(body: { $0 == nil }) else { return }
    for word in ThreadLocalSlot.allCases { word.value = nil }
    // Task-locals that were bound since belong to code that was cut off, too: the thread unbinds them in order.
    while isBound { takeBack() }
  }
}
