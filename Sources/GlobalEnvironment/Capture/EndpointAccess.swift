/// What endpoints are read through: a ``CapturedEnvironment``, or a ``NarrowedEnvironment`` of `Env`.
///
/// It has the methods that `Env` has besides its endpoints, `env.sleep(for:)` and the others. A list of endpoints names none
/// of them: where there is a list, call them as `run { Env.… }`.
nonisolated public protocol EndpointAccess<Members>: Sendable {
  /// The endpoints that can be read.
  associatedtype Members: EnvironmentSubset

  /// Runs `body` where `Env` is what this one reads.
  ///
  /// - Throws: What `body` throws.
  func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result

  /// Runs `body` where `Env` is what this one reads, on the actor of the caller.
  ///
  /// - Throws: What `body` throws.
  func run<Result, Failure: Error>(_ body: () async throws(Failure) -> Result) async throws(Failure) -> Result
}

nonisolated extension CapturedEnvironment: EndpointAccess {}

nonisolated extension NarrowedEnvironment: EndpointAccess {
  /// Runs `body`, which sees ``Env`` as it is.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try body()
  }

  /// Runs `body`, which sees ``Env`` as it is, on the actor of the caller.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  nonisolated(nonsending) public func run<Result, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await body()
  }
}
