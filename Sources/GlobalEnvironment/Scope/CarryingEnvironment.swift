/// Returns `body` as a function that runs in the current environment, wherever and whenever it is called.
///
/// It goes where task-locals do not: to queues, threads, detached tasks, callbacks of other code, producers of streams.
///
/// ```swift
/// queue.async(execute: carryingEnvironment { print(Env.date()) })
/// Thread.detachNewThread(carryingEnvironment { print(Env.date()) })
/// Task.detached(operation: carryingEnvironment { try await Env.sleep(for: .seconds(1)) })
/// downloader.onProgress = carryingEnvironment { progress in print(Env.date(), progress) }
/// ```
///
/// The function holds the scope, so an endpoint must not capture it. Its arguments must not be `inout`: it compiles, and the
/// change is lost. Call `scope.run { … }` there.
///
/// - Parameters:
///   - scope: The environment to run in, if it is not the current one.
///   - body: What is to run there.
@inlinable nonisolated public func carryingEnvironment<each Argument, Result>(
  of scope: EnvironmentScope = .current, _ body: @escaping @Sendable (repeat each Argument) -> Result
) -> @Sendable (repeat each Argument) -> Result {
  { (argument: repeat each Argument) in scope.run { body(repeat each argument) } }
}

/// Returns a `body` that throws as a function that runs in the current environment; see ``carryingEnvironment(of:_:)``.
///
/// - Parameters:
///   - scope: The environment to run in, if it is not the current one.
///   - body: What is to run there.
@inlinable nonisolated public func carryingEnvironment<each Argument, Result>(
  of scope: EnvironmentScope = .current, _ body: @escaping @Sendable (repeat each Argument) throws -> Result
) -> @Sendable (repeat each Argument) throws -> Result {
  { (argument: repeat each Argument) in try scope.run { try body(repeat each argument) } }
}

/// Returns an asynchronous `body` as a function that runs in the current environment, on no actor; see
/// ``carryingEnvironment(of:_:)``.
///
/// - Parameters:
///   - scope: The environment to run in, if it is not the current one.
///   - body: What is to run there.
@inlinable nonisolated public func carryingEnvironment<each Argument: Sendable, Result: Sendable>(
  of scope: EnvironmentScope = .current, _ body: @escaping @concurrent @Sendable (repeat each Argument) async -> Result
) -> @concurrent @Sendable (repeat each Argument) async -> Result {
  { (argument: repeat each Argument) in await scope.run { await body(repeat each argument) } }
}

/// Returns an asynchronous `body` that throws as a function that runs in the current environment, on no actor; see
/// ``carryingEnvironment(of:_:)``.
///
/// - Parameters:
///   - scope: The environment to run in, if it is not the current one.
///   - body: What is to run there.
@inlinable nonisolated public func carryingEnvironment<each Argument: Sendable, Result: Sendable>(
  of scope: EnvironmentScope = .current,
  _ body: @escaping @concurrent @Sendable (repeat each Argument) async throws -> Result
) -> @concurrent @Sendable (repeat each Argument) async throws -> Result {
  { (argument: repeat each Argument) in try await scope.run { try await body(repeat each argument) } }
}
