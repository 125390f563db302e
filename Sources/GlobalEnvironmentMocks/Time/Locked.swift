import Foundation

/// A value that one thread at a time may touch.
///
/// The same as the core's, which would be called from here without knowing its types.
///
/// `@unchecked` holds because `value` is reached only between `lock()` and `unlock()`. So does `unchecked`.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  @exclusivity(unchecked) private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` while no other thread can reach the value.
  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
