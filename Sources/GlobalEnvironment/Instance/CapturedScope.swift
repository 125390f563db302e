public import Synchronization

/// The scope that a ``Captured`` environment stands for, which may be exchanged while others read it.
@usableFromInline final class CapturedScope: Sendable {
  @usableFromInline let address: Atomic<UInt>
  /// Every scope that this has stood for. They stay until this goes, so that reading one takes no lock.
  private let kept: Locked<[EnvironmentScope]>

  init(_ scope: EnvironmentScope) {
    CallScope.prepare
    address = Atomic(Self.address(of: scope))
    kept = Locked([scope])
  }

  @inlinable var scope: EnvironmentScope { reference.takeUnretainedValue() }

  /// The snapshot that readers of the scope see; good for as long as this is held.
  @inlinable var snapshot: UnsafePointer<Environment> {
    reference._withUnsafeGuaranteedRef { $0.latest }
  }

  /// Stands for `scope` from now on.
  func move(to scope: EnvironmentScope) {
    kept.withLock { $0.append(scope) }
    address.store(Self.address(of: scope), ordering: .releasing)
  }

  /// Calls `question`, which asks this scope wherever it asks `Env` on this thread.
  @inlinable func answer<Answer>(_ question: () -> Answer) -> Answer {
    // While no scope is bound anywhere, this one can only be the root, where whoever asks is already.
    if loneRoot.load(ordering: .acquiring) != 0 { return question() }
    let outer = CallScope.enter(reference.toOpaque())
    defer { CallScope.leave(to: outer) }
    return question()
  }

  @inlinable var reference: Unmanaged<EnvironmentScope> {
    // Never nil: the word is only ever set from a scope, and that is kept.
    .fromOpaque(UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).unsafelyUnwrapped)
  }

  private static func address(of scope: EnvironmentScope) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(scope).toOpaque())
  }
}
