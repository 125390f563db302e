/// Runs `body` in a scope of its own that holds `environment`.
///
/// ```swift
/// withEnvironment(.mock) { print(Env.date()) }
/// ```
///
/// The compiler does not look into macros for a `try`. Where `body` has no other, write it in front of the macro:
/// `try withEnvironment(.mock) { try #expect(count() == 1) }`.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@inlinable @discardableResult
public func withEnvironment<Result, Failure: Error>(
  _ environment: consuming Environment,
  perform body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try EnvironmentScope(environment).run(body)
}

/// Runs `body` in a scope of its own that holds `environment`, on the actor of the caller.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@inlinable @discardableResult
public func withEnvironment<Result, Failure: Error>(
  _ environment: consuming Environment,
  perform body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await EnvironmentScope(environment).run(body)
}

/// Runs `body` in a scope of its own that holds a copy of the current environment, changed by `change`.
///
/// ```swift
/// withEnvironment { $0.locale = { Locale(identifier: "ja_JP") } } perform: { print(Env.locale()) }
/// ```
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@inlinable @discardableResult
public func withEnvironment<Result, Failure: Error>(
  _ change: (inout Environment) -> Void,
  perform body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try EnvironmentScope(changedBy: change).run(body)
}

/// Runs `body` in a scope of its own that holds a copy of the current environment, changed by `change`, on the actor of
/// the caller.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@inlinable @discardableResult
public func withEnvironment<Result, Failure: Error>(
  _ change: (inout Environment) -> Void,
  perform body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await EnvironmentScope(changedBy: change).run(body)
}

/// Runs `body` in a scope of its own that holds a copy of the current environment, changed by `change`, which may fail.
///
/// - Returns: What `body` returns.
/// - Throws: What `change` or `body` throws.
@_disfavoredOverload
@inlinable @discardableResult
public func withEnvironment<Result>(
  _ change: (inout Environment) throws -> Void,
  perform body: () throws -> Result
) throws -> Result {
  try EnvironmentScope(changedBy: change).run(body)
}

/// Runs `body` in a scope of its own that holds a copy of the current environment, changed by `change`, which may fail, on
/// the actor of the caller.
///
/// - Returns: What `body` returns.
/// - Throws: What `change` or `body` throws.
@_disfavoredOverload
@inlinable @discardableResult
public func withEnvironment<Result>(
  _ change: (inout Environment) throws -> Void,
  perform body: () async throws -> Result
) async throws -> Result {
  try await EnvironmentScope(changedBy: change).run(body)
}
