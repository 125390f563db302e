public import GlobalEnvironmentAtomics

/// A value that one thread at a time may touch. Copies of this share the value.
///
/// The value and its lock are in one block of memory: an `NSLock` would take three more. A body must not call out to code
/// that it does not own. Inlinable: otherwise other modules would call unspecialized code, which is slow.
///
/// `@unchecked` holds because the value is reached only while the lock is taken.
@frozen @usableFromInline package struct Locked<Value>: @unchecked Sendable {
  @usableFromInline final class Block: ManagedBuffer<Value, global_environment_lock> {
    deinit {
      withUnsafeMutablePointerToElements { global_environment_lock_end($0) }
    }
  }

  /// Keeps alive the memory that the two pointers below point into.
  @usableFromInline let block: Block
  @usableFromInline let value: UnsafeMutablePointer<Value>
  @usableFromInline let lock: UnsafeMutablePointer<global_environment_lock>

  /// - Parameter value: Made in its place: some values have many references, which a copy would count.
  @inlinable package init(_ value: @autoclosure () -> Value) {
    let block = Block.create(minimumCapacity: 1) { block in
      block.withUnsafeMutablePointerToElements { global_environment_lock_begin($0) }
      return value()
    }
    // Safe: `Block` itself made it.
    self.block = unsafeDowncast(block, to: Block.self)
    (self.value, lock) = block.withUnsafeMutablePointers { ($0, $1) }
  }

  /// Runs `body` while no other thread can reach the value.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    global_environment_lock_take(lock)
    defer {
      global_environment_lock_give_back(lock)
      withExtendedLifetime(block) {}
    }
    return try body(&value.pointee)
  }

  /// Puts `newValue` in place of the value that is there.
  ///
  /// - Returns: The value before. Release it outside the lock, as its deinit may run a user's code.
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
