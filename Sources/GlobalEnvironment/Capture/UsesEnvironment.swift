// Not `nonisolated`: conforming classes would inherit that, and a Sendable one could have no `lazy var`.

/// A type that has an environment of its own, `env`, and says which endpoints it uses.
///
/// ```swift
/// final class PostsModel: UsesEnvironment {
///   struct Uses: EnvironmentSubset {
///     let now = \Environment.date
///     let http = \Environment.http
///   }
///   let env = CapturedEnvironment<Uses>()
/// }
/// ```
///
/// Its methods see `env.now()` and `env.http(request)`, and no other endpoint; its static ones, too, where `env` asks
/// ``Env``. A type that needs no list says `let env = CapturedEnvironment()`, and one that stores none asks `Env` at each
/// access.
///
/// In an actor, and in a class of the main actor, say `nonisolated let env`; in a struct `var env`, so that
/// `using(_:)` can change it.
public protocol UsesEnvironment {
  /// The endpoints that the type uses; all of them unless declared.
  associatedtype Uses: EnvironmentSubset = AllEndpoints

  /// The environment of this object or value.
  var env: CapturedEnvironment<Uses> { get }

  /// The key paths of the members that are values with an environment, `env` of a struct included; none unless declared.
  ///
  /// ```swift
  /// struct Feed: UsesEnvironment {
  ///   var env = CapturedEnvironment()
  ///   var rows: [Row] = []
  ///   static var environmentMembers: [AnyKeyPath] { [\Self.env, \Self.rows] }
  /// }
  /// ```
  ///
  /// Objects in stored properties are found without it; list the path to one that a closure or a lock holds. If subclasses have such members, the superclass declares it as
  /// `class var`, even if it has none itself. An override also lists those of its superclass.
  static var environmentMembers: [AnyKeyPath] { get }
}

nonisolated extension UsesEnvironment {
  /// The current environment, for a type that stores none.
  public var env: CapturedEnvironment<Uses> { CapturedEnvironment() }

  /// The current environment, for static methods.
  public static var env: NarrowedEnvironment<Uses> { NarrowedEnvironment() }

  /// None.
  public static var environmentMembers: [AnyKeyPath] { [] }
}

/// Runs `body` in the environment of `parent`: what is made there captures it.
///
/// ```swift
/// lazy var child = withEnvironment(of: self) { Child() }
/// ```
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@discardableResult
nonisolated public func withEnvironment<Result, Failure: Error>(
  of parent: some UsesEnvironment, perform body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try parent.env.run(body)
}

/// Runs `body` in the environment of `parent`, on the actor of the caller.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@discardableResult
nonisolated public func withEnvironment<Result, Failure: Error>(
  of parent: some UsesEnvironment, perform body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await parent.env.run(body)
}
