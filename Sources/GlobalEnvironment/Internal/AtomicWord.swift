public import GlobalEnvironmentAtomics

/// A word that any thread may read and write at any time.
///
/// In memory of its own, so that its address stays the same. `Synchronization.Atomic` needs newer systems.
///
/// `@unchecked` holds because the word is only ever touched atomically.
@frozen @usableFromInline package struct AtomicWord: ~Copyable, @unchecked Sendable {
  @usableFromInline let address: UnsafeMutablePointer<UInt>

  @inlinable package init(_ value: UInt) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  deinit {
    address.deallocate()
  }

  /// Reads the word. The reader then sees all that its writer wrote before it.
  @inlinable package func load() -> UInt {
    global_environment_load(address)
  }

  /// Reads a word that is not one of these.
  package static func load(_ address: UnsafePointer<UInt>) -> UInt {
    global_environment_load(address)
  }

  /// Writes the word. A thread that reads it then sees all that this thread wrote before it.
  @inlinable package func store(_ value: UInt) {
    global_environment_store(address, value)
  }

  /// Writes `value` if the word is `expected`, and returns whether it was.
  @inlinable package func exchange(_ expected: UInt, for value: UInt) -> Bool {
    global_environment_exchange(address, expected, value)
  }
}

/// Some of these in one piece of memory, all of them zero at first.
///
/// `@unchecked` holds because the words are only ever touched atomically.
package struct AtomicWords: ~Copyable, @unchecked Sendable {
  private let start: UnsafeMutablePointer<UInt>

  package init(count: Int) {
    start = .allocate(capacity: count)
    start.initialize(repeating: 0, count: count)
  }

  deinit {
    start.deallocate()
  }

  /// The word at `index`, which must be less than their number. It must not be used after them.
  package subscript(index: Int) -> Word { Word(address: start + index) }

  package struct Word {
    fileprivate let address: UnsafeMutablePointer<UInt>

    package func load() -> UInt { global_environment_load(address) }
    package func store(_ value: UInt) { global_environment_store(address, value) }

    /// Writes `value` if the word is `expected`, and returns whether it was.
    package func exchange(_ expected: UInt, for value: UInt) -> Bool {
      global_environment_exchange(address, expected, value)
    }
  }
}
