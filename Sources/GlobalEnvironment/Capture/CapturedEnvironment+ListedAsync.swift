/// The asynchronous functions that an environment which captured some endpoints reads.
///
/// Those that stay on the actor of the caller and those that leave it (`@concurrent`) have different types, and a module's
/// settings decide which of them a plain `async` is.
nonisolated extension CapturedEnvironment {

  /// An asynchronous function with no argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Result, Path: KeyPath<Environment, nonisolated(nonsending) @Sendable () async -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> nonisolated(nonsending) @Sendable () async -> Result {
    let (scope, function) = (scope, function(Members()[keyPath: member]))
    return { await scope.run { await function() } }
  }

  /// An asynchronous function with one argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, Result, Path: KeyPath<Environment, nonisolated(nonsending) @Sendable (A) async -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> nonisolated(nonsending) @Sendable (A) async -> Result {
    let (scope, function) = (scope, function(Members()[keyPath: member]))
    return { first in await scope.run { await function(first) } }
  }

  /// An asynchronous function with two arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, Result, Path: KeyPath<Environment, nonisolated(nonsending) @Sendable (A, B) async -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> nonisolated(nonsending) @Sendable (A, B) async -> Result {
    let (scope, function) = (scope, function(Members()[keyPath: member]))
    return { first, second in await scope.run { await function(first, second) } }
  }

  /// An asynchronous function with three arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<
    A, B, C, Result, Path: KeyPath<Environment, nonisolated(nonsending) @Sendable (A, B, C) async -> Result>
  >(
    dynamicMember member: KeyPath<Members, Path>
  ) -> nonisolated(nonsending) @Sendable (A, B, C) async -> Result {
    let (scope, function) = (scope, function(Members()[keyPath: member]))
    return { first, second, third in await scope.run { await function(first, second, third) } }
  }

  /// An asynchronous function that throws with no argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Result, Path: KeyPath<Environment, nonisolated(nonsending) @Sendable () async throws -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> nonisolated(nonsending) @Sendable () async throws -> Result {
    let (scope, function) = (scope, function(Members()[keyPath: member]))
    return { try await scope.run { try await function() } }
  }

  /// An asynchronous function that throws with one argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, Result, Path: KeyPath<Environment, nonisolated(nonsending) @Sendable (A) async throws -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> nonisolated(nonsending) @Sendable (A) async throws -> Result {
    let (scope, function) = (scope, function(Members()[keyPath: member]))
    return { first in try await scope.run { try await function(first) } }
  }

  /// An asynchronous function that throws with two arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<
    A, B, Result, Path: KeyPath<Environment, nonisolated(nonsending) @Sendable (A, B) async throws -> Result>
  >(
    dynamicMember member: KeyPath<Members, Path>
  ) -> nonisolated(nonsending) @Sendable (A, B) async throws -> Result {
    let (scope, function) = (scope, function(Members()[keyPath: member]))
    return { first, second in try await scope.run { try await function(first, second) } }
  }

  /// An asynchronous function that throws with three arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<
    A, B, C, Result, Path: KeyPath<Environment, nonisolated(nonsending) @Sendable (A, B, C) async throws -> Result>
  >(
    dynamicMember member: KeyPath<Members, Path>
  ) -> nonisolated(nonsending) @Sendable (A, B, C) async throws -> Result {
    let (scope, function) = (scope, function(Members()[keyPath: member]))
    return { first, second, third in try await scope.run { try await function(first, second, third) } }
  }

  /// A concurrent function with no argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Result: Sendable, Path: KeyPath<Environment, @concurrent @Sendable () async -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @concurrent @Sendable () async -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A concurrent function with one argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<
    A: Sendable, Result: Sendable, Path: KeyPath<Environment, @concurrent @Sendable (A) async -> Result>
  >(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @concurrent @Sendable (A) async -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A concurrent function with two arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<
    A: Sendable, B: Sendable, Result: Sendable, Path: KeyPath<Environment, @concurrent @Sendable (A, B) async -> Result>
  >(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @concurrent @Sendable (A, B) async -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A concurrent function with three arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<
    A: Sendable, B: Sendable, C: Sendable, Result: Sendable,
    Path: KeyPath<Environment, @concurrent @Sendable (A, B, C) async -> Result>
  >(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @concurrent @Sendable (A, B, C) async -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A concurrent function that throws with no argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Result: Sendable, Path: KeyPath<Environment, @concurrent @Sendable () async throws -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @concurrent @Sendable () async throws -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A concurrent function that throws with one argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<
    A: Sendable, Result: Sendable, Path: KeyPath<Environment, @concurrent @Sendable (A) async throws -> Result>
  >(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @concurrent @Sendable (A) async throws -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A concurrent function that throws with two arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<
    A: Sendable, B: Sendable, Result: Sendable,
    Path: KeyPath<Environment, @concurrent @Sendable (A, B) async throws -> Result>
  >(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @concurrent @Sendable (A, B) async throws -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A concurrent function that throws with three arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<
    A: Sendable, B: Sendable, C: Sendable, Result: Sendable,
    Path: KeyPath<Environment, @concurrent @Sendable (A, B, C) async throws -> Result>
  >(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @concurrent @Sendable (A, B, C) async throws -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }
}
