/// Runs `body` in a scope of its own that holds `environment`.
///
/// ```swift
/// withEnvironment(.mock) { print(Env.date()) }
/// ```
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@discardableResult
public func withEnvironment<Result, Failure: Error>(
  _ environment: Environment,
  perform body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try EnvironmentScope(environment).run(body)
}

/// Runs `body` in a scope of its own that holds `environment`, on the actor of the caller.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@discardableResult
public func withEnvironment<Result, Failure: Error>(
  _ environment: Environment,
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
@discardableResult
public func withEnvironment<Result, Failure: Error>(
  _ change: (inout Environment) -> Void,
  perform body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  var environment = Env
  change(&environment)
  return try withEnvironment(environment, perform: body)
}

/// Runs `body` in a scope of its own that holds a copy of the current environment, changed by `change`, on the actor of
/// the caller.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@discardableResult
public func withEnvironment<Result, Failure: Error>(
  _ change: (inout Environment) -> Void,
  perform body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  var environment = Env
  change(&environment)
  return try await withEnvironment(environment, perform: body)
}

/// Runs `body` in a scope of its own that holds a copy of the current environment, changed by `change`, which may fail.
///
/// - Returns: What `body` returns.
/// - Throws: What `change` or `body` throws.
@_disfavoredOverload
@discardableResult
public func withEnvironment<Result>(
  _ change: (inout Environment) throws -> Void,
  perform body: () throws -> Result
) throws -> Result {
  var environment = Env
  try change(&environment)
  return try withEnvironment(environment, perform: body)
}

/// Runs `body` in a scope of its own that holds a copy of the current environment, changed by `change`, which may fail, on
/// the actor of the caller.
///
/// - Returns: What `body` returns.
/// - Throws: What `change` or `body` throws.
@_disfavoredOverload
@discardableResult
public func withEnvironment<Result>(
  _ change: (inout Environment) throws -> Void,
  perform body: () async throws -> Result
) async throws -> Result {
  var environment = Env
  try change(&environment)
  return try await withEnvironment(environment, perform: body)
}
