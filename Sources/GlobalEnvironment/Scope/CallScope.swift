import Foundation
import GlobalEnvironmentAtomics

/// The scope in which this thread answers a question that a ``CapturedEnvironment`` was asked.
///
/// A thread's own word is several times faster to set than a task-local, and is seen by all that the answer calls on this
/// thread. It is only for calls that cannot suspend; what they start elsewhere does not see it.
@usableFromInline enum CallScope {
  /// Makes ``enter(_:)`` possible; needed once, before the first.
  static let prepare: Void = {
    var key = pthread_key_t()
    // It fails only where the process has used up its keys.
    let isMade = pthread_key_create(&key, nil) == 0
    global_environment_call_scope_key_store(isMade ? UInt(key) : noKeyLeft)
  }()

  /// Makes `scope` that of this thread's calls, and returns the one before it, to which the caller must go back.
  ///
  /// The caller also holds `scope` until then: nothing here does.
  @usableFromInline static func enter(_ scope: UnsafeRawPointer?) -> UnsafeRawPointer? {
    TestHooks.checkStack()
    let before = word
    if before != scope { leave(to: scope) }
    return before
  }

  /// Goes back to the scope that ``enter(_:)`` returned.
  @usableFromInline static func leave(to scope: UnsafeRawPointer?) {
    let key = global_environment_call_scope_key_load()
    guard key < noKeyLeft else { return WordsWithoutKey.set(scope) }
    pthread_setspecific(pthread_key_t(key), scope)
  }

  /// The scope of the innermost call on this thread; nil outside any.
  static var current: EnvironmentScope? {
    word.map { Unmanaged<EnvironmentScope>.fromOpaque($0).takeUnretainedValue() }
  }

  private static var word: UnsafeRawPointer? {
    let key = global_environment_call_scope_key_load()
    guard key < noKeyLeft else { return key == noKeyLeft ? WordsWithoutKey.get() : nil }
    return UnsafeRawPointer(pthread_getspecific(pthread_key_t(key)))
  }
}

/// The words of threads in a process that has no key left for them: slow, but rare.
private enum WordsWithoutKey {
  /// Addresses, by the thread.
  private static let all = Locked<[pthread_t: UInt]>([:])

  @inline(never) static func get() -> UnsafeRawPointer? {
    all.withLock { $0[pthread_self()] }.flatMap { UnsafeRawPointer(bitPattern: $0) }
  }

  @inline(never) static func set(_ word: UnsafeRawPointer?) {
    all.withLock { $0[pthread_self()] = word.map { UInt(bitPattern: $0) } }
  }
}

/// Stored in place of the key when the process has no key left. Before the first use, the stored value is larger than this.
private var noKeyLeft: UInt { .max - 1 }
