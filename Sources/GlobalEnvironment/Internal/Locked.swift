import Foundation

/// A value that one thread at a time may touch.
///
/// `NSLock` rather than `Synchronization.Mutex`: the thread sanitizer understands it on Linux. A body must not call out
/// to code that it does not own.
///
/// `@unchecked` holds because `value` is reached only between `lock()` and `unlock()`. So does `unchecked`.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  @exclusivity(unchecked) private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` while no other thread can reach the value.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
