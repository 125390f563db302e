import Foundation

/// Returns a function that runs `work` on its actor, for a scheduler that knows no actors.
///
/// Work without an actor runs wherever it is called. That of the main actor runs at once on the main queue, and so before
/// the call returns. All other work hops to its actor, in a task.
package func onItsActor(_ work: @escaping @isolated(any) @Sendable () -> Void) -> @Sendable () -> Void {
  // An `@isolated(any)` function is called as any other of its type: its actor is kept in its context, beside what it
  // captures (SE-0431). The compiler allows no synchronous call, since it does not know where that happens.
  let call = unsafeBitCast(work, to: (@Sendable () -> Void).self)
  guard let actor = work.isolation else { return call }
  guard actor === MainActor.shared else { return { Task { await work() } } }
  return { if MainQueue.isCurrent || Thread.isMainThread { call() } else { Task { await work() } } }
}
