// Not `nonisolated`: conforming classes would inherit that, and a Sendable one could have no `lazy var`.

/// A value that asks ``Env`` when it is used, and can be made to ask one scope instead.
///
/// A clock does, for instance. One of your own may be a struct of closures: read through a ``CapturedEnvironment``, it
/// follows the captured scope.
public protocol FollowsEnvironment {
  /// Returns the same value, but asking `scope`.
  func following(_ scope: EnvironmentScope) -> Self
}
