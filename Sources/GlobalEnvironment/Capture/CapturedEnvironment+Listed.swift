/// What an environment that captured some endpoints reads, by the names that the list gives them; see
/// `CapturedEnvironment+All.swift`.
nonisolated extension CapturedEnvironment {

  /// The present value of a listed endpoint that is not a function, or of what follows from endpoints.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Value, Path: KeyPath<Environment, Value>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> Value {
    value(Members()[keyPath: member])
  }

  /// A value that asks `Env` when it is used; from here on it asks the captured scope.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Value: FollowsEnvironment, Path: KeyPath<Environment, Value>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> Value {
    value(Members()[keyPath: member]).following(scope)
  }

  /// A question: a function with no argument that returns a plain, equatable value. The fastest to read.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Answer: Equatable, Path: KeyPath<Environment, @Sendable () -> Answer>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @Sendable () -> Answer {
    question(Members()[keyPath: member])
  }

  /// A function that sets something up.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Settings, Result, Path: KeyPath<Environment, @Sendable ((inout Settings) -> Void) -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @Sendable ((inout Settings) -> Void) -> Result {
    setUp(Members()[keyPath: member])
  }

  /// A function with no argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Result, Path: KeyPath<Environment, @Sendable () -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @Sendable () -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A function with one argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, Result, Path: KeyPath<Environment, @Sendable (A) -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @Sendable (A) -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A function with two arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, Result, Path: KeyPath<Environment, @Sendable (A, B) -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @Sendable (A, B) -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A function with three arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, C, Result, Path: KeyPath<Environment, @Sendable (A, B, C) -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @Sendable (A, B, C) -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A function that throws with no argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Result, Path: KeyPath<Environment, @Sendable () throws -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @Sendable () throws -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A function that throws with one argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, Result, Path: KeyPath<Environment, @Sendable (A) throws -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @Sendable (A) throws -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A function that throws with two arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, Result, Path: KeyPath<Environment, @Sendable (A, B) throws -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @Sendable (A, B) throws -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A function that throws with three arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, C, Result, Path: KeyPath<Environment, @Sendable (A, B, C) throws -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @Sendable (A, B, C) throws -> Result {
    carryingEnvironment(of: scope, function(Members()[keyPath: member]))
  }

  /// A function of the main actor with no argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Result, Path: WritableKeyPath<Environment, @MainActor @Sendable () -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @MainActor @Sendable () -> Result {
    onMainActor(function(Members()[keyPath: member]))
  }

  /// A function of the main actor with one argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, Result, Path: WritableKeyPath<Environment, @MainActor @Sendable (A) -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @MainActor @Sendable (A) -> Result {
    onMainActor(function(Members()[keyPath: member]))
  }

  /// A function of the main actor with two arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, Result, Path: WritableKeyPath<Environment, @MainActor @Sendable (A, B) -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @MainActor @Sendable (A, B) -> Result {
    onMainActor(function(Members()[keyPath: member]))
  }

  /// A function of the main actor with three arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, C, Result, Path: WritableKeyPath<Environment, @MainActor @Sendable (A, B, C) -> Result>>(
    dynamicMember member: KeyPath<Members, Path>
  ) -> @MainActor @Sendable (A, B, C) -> Result {
    onMainActor(function(Members()[keyPath: member]))
  }
}
