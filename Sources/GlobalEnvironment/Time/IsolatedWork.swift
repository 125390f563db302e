import Foundation

/// Passes `schedule`, which knows no actors, a function that runs `work` on its actor.
///
/// Work without an actor runs wherever it is called. That of the main actor runs at once on the main queue, and so before
/// the call returns. All other work hops to its actor, in a task. On its way there it has not begun.
///
/// - Returns: A token that cancels the work as long as it has not begun.
package func onItsActor(
  _ work: @escaping @isolated(any) @Sendable () -> Void,
  _ schedule: (@escaping @Sendable () -> Void) -> EnvironmentCancellation
) -> EnvironmentCancellation {
  // An `@isolated(any)` function is called as any other of its type: its actor is kept in its context, beside what it
  // captures (SE-0431). The compiler allows no synchronous call, since it does not know where that happens.
  let call = unsafeBitCast(IsolatedFunction(body: work), to: (@Sendable () -> Void).self)
  guard let actor = work.isolation else { return schedule(call) }
  let isCancelled = Locked(false)
  let token = schedule {
    if actor === MainActor.shared, MainQueue.isCurrent || Thread.isMainThread { return call() }
    Task { await run(call, on: actor, unless: isCancelled) }
  }
  return EnvironmentCancellation {
    isCancelled.replace(with: true)
    token.cancel()
  }
}

/// A function alone, in a type that generic code can take. The type of the function itself needs macOS 15 and iOS 18 there.
private struct IsolatedFunction {
  let body: @isolated(any) @Sendable () -> Void
}

private func run(_ work: () -> Void, on actor: isolated any Actor, unless isCancelled: Locked<Bool>) {
  if !isCancelled.withLock(\.self) { work() }
}
