import Foundation

/// Passes `schedule`, which knows no actors, a function that runs `work` on its actor.
///
/// Work without an actor runs wherever it is called. That of the main actor runs at once on the main queue, and so before
/// the call returns. All other work begins in a task on its actor, in the order in which it is due. Until then it has not
/// begun.
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
    // `begin` takes its actor as any other argument, and touches nothing of it: it may be called from anywhere.
    unsafeBitCast(Begin(body: begin), to: BeginAnywhere.self).body(call, actor, isCancelled)
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

/// Begins a task on `actor` itself. One that has to go there from elsewhere could be overtaken by the next.
private func begin(
  _ work: @escaping @Sendable () -> Void, on actor: isolated any Actor, unless isCancelled: Locked<Bool>
) {
  Task {
    // A task inherits the actor that it captures.
    _ = actor
    if !isCancelled.withLock(\.self) { work() }
  }
}

private struct Begin {
  let body: (@escaping @Sendable () -> Void, isolated any Actor, Locked<Bool>) -> Void
}

private struct BeginAnywhere {
  let body: (@escaping @Sendable () -> Void, any Actor, Locked<Bool>) -> Void
}
