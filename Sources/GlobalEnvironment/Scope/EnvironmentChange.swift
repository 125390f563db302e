import GlobalEnvironmentAtomics

/// A copy of what a scope holds, which the caller of ``Env`` changes in place before it is published.
///
/// The copy carries a unique number. A caller that changes endpoints leaves it there. One that assigns the whole, as
/// `reset()` does, replaces it. So the two can be distinguished afterwards.
struct EnvironmentChange {
  /// What the scope held when the change began.
  let base: UnsafePointer<Environment>
  /// The copy. No reader has seen it yet.
  let next: UnsafeMutablePointer<Environment>
  private let number: UInt64

  init(of scope: EnvironmentScope) {
    base = scope.latest
    next = Snapshot.copy(of: base)
    number = global_environment_next_number()
    next.pointee.own.change = number
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
