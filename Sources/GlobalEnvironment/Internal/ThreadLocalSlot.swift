import GlobalEnvironmentAtomics

/// A word that each thread has for itself. It is nil at first.
///
/// It holds no reference: the code that sets it keeps alive what it points to. Setting it takes a few nanoseconds, several
/// times less than binding a task-local.
package enum ThreadLocalSlot: UInt32, CaseIterable {
  // As many as the C file has room for.
  case callScope, runningDriver, passingGlobalHook, passingMainHook, unobservedRead, hiddenChallenge, layoutTrial
  case reader, readerMoment, readerScope

  package var value: UnsafeRawPointer? {
    get { global_environment_thread_word(rawValue) }
    nonmutating set { global_environment_set_thread_word(rawValue, newValue) }
  }

  /// Whether the running code is inside ``set(to:during:)`` of this word, on this thread.
  package var isSet: Bool { value != nil }

  /// Runs `body` with the word set to `word`.
  package func set<Result>(
    to word: UnsafeRawPointer? = UnsafeRawPointer(bitPattern: 1), during body: () -> Result
  ) -> Result {
    let outer = value
    value = word
    defer { value = outer }
    return body()
  }
}
