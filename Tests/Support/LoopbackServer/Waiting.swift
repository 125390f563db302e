import Foundation

/// A descriptor that is let go of on demand.
///
/// `@unchecked Sendable` holds because `descriptor` is only touched while the lock is held.
final class Ended: @unchecked Sendable {
  private let lock = NSLock()
  private var descriptor: Descriptor?

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  func end() {
    _ = lock.withLock { descriptor.take() }
  }

  var isEnded: Bool { lock.withLock { descriptor == nil } }
}

/// Where answers wait until the test lets them go on.
///
/// `@unchecked Sendable` holds because the other properties are only touched while the condition is locked.
final class Pauses: @unchecked Sendable {
  private let condition = NSCondition()
  private var released = 0
  private var isStopped = false

  /// Blocks the thread until it is released; false when the server was stopped.
  func wait() -> Bool {
    condition.withLock {
      while released == 0, !isStopped { condition.wait() }
      released -= isStopped ? 0 : 1
      return !isStopped
    }
  }

  func release(_ count: Int) {
    condition.withLock {
      released += count
      condition.broadcast()
    }
  }

  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }
}

/// A value that tasks may watch.
///
/// `@unchecked Sendable` holds because the other properties are only touched while the lock is held.
final class Watched<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var current: Value
  private var waiters: [(condition: @Sendable (Value) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  init(_ value: Value) {
    current = value
  }

  var value: Value { lock.withLock { current } }

  func change(_ change: (inout Value) -> Void) {
    let satisfied = lock.withLock {
      change(&current)
      let satisfied = waiters.filter { $0.condition(current) }
      waiters.removeAll { $0.condition(current) }
      return satisfied
    }
    for waiter in satisfied { waiter.continuation.resume() }
  }

  /// Suspends until `condition`, which may only look at the value that it is given, holds.
  func until(_ condition: @escaping @Sendable (Value) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isSatisfied = lock.withLock {
        guard !condition(current) else { return true }
        waiters.append((condition, continuation))
        return false
      }
      if isSatisfied { continuation.resume() }
    }
  }
}
