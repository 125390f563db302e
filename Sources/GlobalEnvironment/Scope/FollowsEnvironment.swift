// Not `nonisolated`: that word would pass to classes that conform, and one that is Sendable could have no `lazy var`.

/// A value that asks ``Env`` when it is used, and can be told to ask one scope instead.
///
/// A clock does, for instance. Of your own, it may be a struct of closures: what a ``CapturedEnvironment`` reads of such a type
/// it has follow the captured scope.
public protocol FollowsEnvironment {
  /// Returns the same value, but asking `scope`.
  func following(_ scope: EnvironmentScope) -> Self
}
