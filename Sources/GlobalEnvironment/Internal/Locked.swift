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

  /// Puts `newValue` in place of the value that is there.
  ///
  /// - Returns: The value before. Whoever lets go of it does so after the lock is released, as its deinit may be a user's code.
  @inlinable @discardableResult package func replace(with newValue: Value) -> Value {
    withLock { value in
      defer { value = newValue }
      return value
    }
  }

  /// Puts `newValue` in place of a part of the value.
  ///
  /// - Returns: What was there before, as ``replace(with:)`` does.
  @discardableResult package func replace<Part>(_ part: WritableKeyPath<Value, Part>, with newValue: Part) -> Part {
    withLock { value in
      defer { value[keyPath: part] = newValue }
      return value[keyPath: part]
    }
  }
}
