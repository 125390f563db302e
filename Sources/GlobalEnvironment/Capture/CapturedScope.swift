public import GlobalEnvironmentAtomics

/// The scope of a ``CapturedEnvironment``, which may be replaced while other threads read it.
@usableFromInline final class CapturedScope: Sendable {
  @usableFromInline let address: AtomicWord
  /// Every scope that this has had. They are kept until this is released, so that reading one takes no lock.
  private let kept: Locked<[EnvironmentScope]>

  init(_ scope: EnvironmentScope) {
    address = AtomicWord(Self.address(of: scope))
    kept = Locked([scope])
  }

  @inlinable var scope: EnvironmentScope { reference.takeUnretainedValue() }

  /// The snapshot that readers of the scope see; valid for as long as this is held.
  @inlinable var snapshot: UnsafePointer<Environment> {
    EnvironmentScope.latest(of: reference)
  }

  /// Makes `scope` the scope of this from now on.
  func rebind(to scope: EnvironmentScope) {
    kept.withLock { $0.append(scope) }
    address.store(Self.address(of: scope))
  }

  /// Calls `question`, which asks this scope wherever it asks `Env` on this thread.
  @inlinable func answer<Answer>(_ question: () -> Answer) -> Answer {
    // While no scope is bound anywhere, this one can only be the root, where the caller is already.
    if global_environment_lone_root_load() != 0 { return question() }
    let outer = CallScope.enter(reference.toOpaque())
    defer { CallScope.leave(to: outer) }
    return question()
  }

  @inlinable var reference: Unmanaged<EnvironmentScope> {
    // Never nil: the word is only ever set from a scope, and that is kept.
    .fromOpaque(UnsafeRawPointer(bitPattern: address.load()).unsafelyUnwrapped)
  }

  private static func address(of scope: EnvironmentScope) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(scope).toOpaque())
  }
}
