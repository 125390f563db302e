import Foundation
import Synchronization

/// The scope in which this thread answers a question that a ``Captured`` environment was asked.
///
/// A thread's own word is several times faster to set than a task-local, and is seen by all that the answer calls on this
/// thread. It is only for calls that cannot suspend; what they start elsewhere does not see it.
@usableFromInline enum CallScope {
  /// Makes ``enter(_:)`` possible where it can be; needed once, before the first.
  static let prepare: Void = {
    var key = pthread_key_t()
    // It fails only where the process has used up its keys.
    guard pthread_key_create(&key, nil) == 0 else { return }
    callScopeKey.store(UInt(key), ordering: .releasing)
  }()

  /// Makes `scope` the one of this thread's calls, and returns the one before it, to which the caller must go back.
  ///
  /// The caller also holds `scope` until then: nothing here does.
  @usableFromInline static func enter(_ scope: UnsafeRawPointer?) -> UnsafeRawPointer? {
    enterIfPossible(scope) ?? nil
  }

  /// The same; `.none` where threads have no word of their own, and nothing has changed.
  @usableFromInline static func enterIfPossible(_ scope: UnsafeRawPointer?) -> UnsafeRawPointer?? {
    guard let key else { return .none }
    let before = UnsafeRawPointer(pthread_getspecific(key))
    if before != scope { leave(to: scope) }
    return .some(before)
  }

  /// Goes back to the scope that ``enter(_:)`` returned.
  @usableFromInline static func leave(to scope: UnsafeRawPointer?) {
    guard let key else { return }
    pthread_setspecific(key, scope)
  }

  /// The scope of the innermost call on this thread; nil outside any.
  static var current: EnvironmentScope? {
    word.map { Unmanaged<EnvironmentScope>.fromOpaque($0).takeUnretainedValue() }
  }

  private static var word: UnsafeRawPointer? {
    key.flatMap { UnsafeRawPointer(pthread_getspecific($0)) }
  }

  private static var key: pthread_key_t? {
    let key = callScopeKey.load(ordering: .acquiring)
    return key == .max ? nil : pthread_key_t(key)
  }
}

/// The key of the word that each thread has, or `UInt.max`; a global of its own, set to a constant, so that reaching it needs
/// no initialiser check.
private let callScopeKey = Atomic<UInt>(.max)
