import GlobalEnvironmentAtomics

/// A copy of what a scope holds, which the caller of ``Env`` changes in place before it is published.
///
/// The copy carries a unique number. A caller that changes endpoints leaves it there. One that assigns the whole, as
/// `reset()` does, replaces it. So the two can be distinguished afterwards.
@usableFromInline struct EnvironmentChange {
  /// The copy. No reader has seen it yet.
  @usableFromInline let next: UnsafeMutablePointer<Environment>
  /// What the scope held when the change began.
  let base: UnsafePointer<Environment>
  private let number: UInt64
  private let scope: Unmanaged<EnvironmentScope>
  /// Whether the scope is to be released at the end.
  private let isRetained: Bool

  /// Begins a change of the scope that a write goes to.
  @usableFromInline init() {
    (scope, isRetained) = EnvironmentScope.heldForWrite()
    (base, next) = scope._withUnsafeGuaranteedRef { $0.snapshots }.beginChange()
    number = global_environment_next_number()
    next.pointee.own.change = number
  }

  /// Publishes the change.
  @usableFromInline func publish() {
    scope._withUnsafeGuaranteedRef { $0.publish(self) }
    if isRetained { scope.release() }
  }

  /// Ends the change: what others have written meanwhile stays, unless the caller has assigned the whole.
  ///
  /// - Parameter latest: What the scope holds now.
  func end(over latest: UnsafePointer<Environment>) {
    defer { next.pointee.own.change = 0 }
    let isWhole = next.pointee.own.change != number
    if !isWhole, latest != base { next.pointee.takeUnchanged(since: base, from: latest) }
  }
}
