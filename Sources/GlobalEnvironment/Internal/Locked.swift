public import Foundation

/// A value that one thread at a time may touch.
///
/// `NSLock` rather than `Synchronization.Mutex`: the thread sanitizer understands it on Linux. A body must not call out
/// to code that it does not own. Inlinable: other modules would call it without knowing its types, which is slow.
///
/// `@unchecked` holds because `value` is reached only between `lock()` and `unlock()`. So does `unchecked`.
@usableFromInline package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock = NSLock()
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable package init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` while no other thread can reach the value.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
