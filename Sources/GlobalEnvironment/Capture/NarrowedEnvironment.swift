/// The few endpoints that a part of the program may use.
///
/// List them, and hold the subset where you would hold an environment:
///
/// ```swift
/// struct Networking: EnvironmentSubset {
///   let date = \Environment.date
///   let http = \Environment.http
/// }
/// struct PostsLoader {
///   let env = NarrowedEnvironment<Networking>()
///   func posts() async throws -> Data { try await env.http(request).0 }
/// }
/// ```
///
/// Each access asks ``Env`` at that moment, so it sees what a test assigns. Access to an endpoint that is not listed does
/// not compile.
@dynamicMemberLookup
nonisolated public struct NarrowedEnvironment<Members: EnvironmentSubset>: Sendable {
  /// Creates the subset.
  public init() {}

  /// The present value of a listed endpoint.
  public subscript<Value, Path: KeyPath<Environment, Value>>(dynamicMember member: KeyPath<Members, Path>) -> Value {
    Env[keyPath: Members()[keyPath: member]]
  }
}

nonisolated extension NarrowedEnvironment where Members == AllEndpoints {
  /// The present value of an endpoint.
  public subscript<Value>(dynamicMember member: KeyPath<Environment, Value>) -> Value {
    Env[keyPath: member]
  }
}

/// A list of endpoints, each a key path in a property of its own; see ``NarrowedEnvironment``.
nonisolated public protocol EnvironmentSubset {
  /// Creates the list.
  init()
}
