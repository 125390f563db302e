/// The scope in which this thread answers a question that a ``CapturedEnvironment`` was asked.
///
/// A thread's own word is several times faster to set than a task-local, and is seen by all that the answer calls on this
/// thread. It is only for calls that cannot suspend; what they start elsewhere does not see it.
@usableFromInline enum CallScope {
  /// Makes `scope` that of this thread's calls, and returns the one before it, to which the caller must go back.
  ///
  /// The caller also holds `scope` until then: nothing here does.
  @usableFromInline static func enter(_ scope: UnsafeRawPointer?) -> UnsafeRawPointer? {
    TestHooks.checkStack()
    let before = ThreadLocalSlot.callScope.value
    if before != scope { leave(to: scope) }
    return before
  }

  /// Goes back to the scope that ``enter(_:)`` returned.
  @usableFromInline static func leave(to scope: UnsafeRawPointer?) {
    ThreadLocalSlot.callScope.value = scope
  }
}
