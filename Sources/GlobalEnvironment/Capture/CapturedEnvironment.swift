/// The environment of an object: that of the code that made the object, wherever the object is used.
///
/// ```swift
/// final class Clock {
///   let env = CapturedEnvironment()
///   func now() -> Date { env.date() }
/// }
/// let clock = withEnvironment(.mock) { Clock() }
/// clock.now()  // 12 November 2019
/// ```
///
/// Endpoints that are read through it ask that environment wherever they ask ``Env``, and so do the methods that `Env` has:
/// `env.sleep(for: .seconds(1))`. Code of your own that asks `Env` is called in `run`: `env.run { greeting() }`. To reach
/// only some endpoints, and none of the methods, list them: `CapturedEnvironment<Networking>()`, as for a
/// ``NarrowedEnvironment``.
///
/// A question (a function with no argument and an equatable answer) is answered without binding the scope for tasks: one
/// that its closure starts sees the environment of the caller. A value that holds closures is read as it is; see
/// ``FollowsEnvironment``.
///
/// It holds its scope, so endpoints must not capture the object that holds it. Made outside any scope, it follows the root.
/// Copies of it share one scope, so make a new one for each object: `withEnvironment(of: parent) { Child() }`.
@dynamicMemberLookup
nonisolated public struct CapturedEnvironment<Members: EnvironmentSubset>: Sendable {
  @usableFromInline let captured: CapturedScope

  /// Captures the current scope, for the endpoints that `Members` lists.
  public init() {
    self.init(.current)
  }

  /// Captures the current scope, for every endpoint.
  public init() where Members == AllEndpoints {
    self.init(.current)
  }

  init(_ scope: EnvironmentScope) {
    captured = CapturedScope(scope)
  }

  /// The scope that it captured.
  public var scope: EnvironmentScope { captured.scope }

  /// Runs `body` in the captured scope, on the thread of the caller.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable @discardableResult
  public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try captured.scope.run(body)
  }

  /// Runs `body` in the captured scope, on the actor of the caller.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func run<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await captured.scope.run(body)
  }
}

/// All endpoints: what a ``CapturedEnvironment`` or a ``NarrowedEnvironment`` that lists none can reach.
nonisolated public struct AllEndpoints: EnvironmentSubset {
  /// Creates the list.
  public init() {}
}
