/// What an environment that captured all endpoints reads; its functions run in the captured scope.
///
/// Swift has no type for functions of any shape, so there is one subscript for each shape: through a key path, a compiler reads
/// no function whose arguments are a parameter pack, as it does not know how that is called. Reading a function of another
/// shape (more than three arguments, an `inout` one, a typed error) is an issue that says what to do instead.
///
/// Each is emitted into the code that uses it: a program carries only those that it uses.
nonisolated extension CapturedEnvironment where Members == AllEndpoints {

  /// The present value of an endpoint that is not a function, or of what follows from endpoints: `env.firstWeekday`.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Value>(dynamicMember member: KeyPath<Environment, Value>) -> Value {
    value(member)
  }

  /// A value that asks `Env` when it is used; from here on it asks the captured scope: `env.clock`.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Value: FollowsEnvironment>(dynamicMember member: KeyPath<Environment, Value>) -> Value {
    value(member).following(scope)
  }

  /// A question: a function with no argument that returns a plain, equatable value. The fastest to read.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Answer: Equatable>(
    dynamicMember member: KeyPath<Environment, @Sendable () -> Answer>
  ) -> @Sendable () -> Answer {
    question(member)
  }

  /// A question of your own, declared in ``EnvironmentEndpoints``: as fast.
  ///
  /// The key path to it from `Environment` would be made at each call, which takes a microsecond.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Answer: Equatable>(
    dynamicMember member: KeyPath<EnvironmentEndpoints, EnvironmentEndpoint<@Sendable () -> Answer>>
  ) -> @Sendable () -> Answer {
    // One closure for both ways: of two, the compiler would allocate each.
    let held =
      OwnEndpoints.held(EnvironmentEndpoints()[keyPath: member].id, at: captured.snapshot)?.takeUnretainedValue()
      ?? OwnEndpoints.asked(for: EnvironmentEndpoints()[keyPath: member], in: captured)
    // The type of the value is part of the `id`.
    return answering(unsafeDowncast(held, to: OwnEndpoints.Held<@Sendable () -> Answer>.self).value)
  }

  /// A function that sets something up, such as `env.dateFormatter`.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Settings, Result>(
    dynamicMember member: KeyPath<Environment, @Sendable ((inout Settings) -> Void) -> Result>
  ) -> @Sendable ((inout Settings) -> Void) -> Result {
    setUp(member)
  }

  /// A function with no argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Result>(
    dynamicMember member: KeyPath<Environment, @Sendable () -> Result>
  ) -> @Sendable () -> Result {
    carryingEnvironment(of: scope, function(member))
  }

  /// A function with one argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, Result>(
    dynamicMember member: KeyPath<Environment, @Sendable (A) -> Result>
  ) -> @Sendable (A) -> Result {
    carryingEnvironment(of: scope, function(member))
  }

  /// A function with two arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, Result>(
    dynamicMember member: KeyPath<Environment, @Sendable (A, B) -> Result>
  ) -> @Sendable (A, B) -> Result {
    carryingEnvironment(of: scope, function(member))
  }

  /// A function with three arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, C, Result>(
    dynamicMember member: KeyPath<Environment, @Sendable (A, B, C) -> Result>
  ) -> @Sendable (A, B, C) -> Result {
    carryingEnvironment(of: scope, function(member))
  }

  /// A function that throws with no argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Result>(
    dynamicMember member: KeyPath<Environment, @Sendable () throws -> Result>
  ) -> @Sendable () throws -> Result {
    carryingEnvironment(of: scope, function(member))
  }

  /// A function that throws with one argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, Result>(
    dynamicMember member: KeyPath<Environment, @Sendable (A) throws -> Result>
  ) -> @Sendable (A) throws -> Result {
    carryingEnvironment(of: scope, function(member))
  }

  /// A function that throws with two arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, Result>(
    dynamicMember member: KeyPath<Environment, @Sendable (A, B) throws -> Result>
  ) -> @Sendable (A, B) throws -> Result {
    carryingEnvironment(of: scope, function(member))
  }

  /// A function that throws with three arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, C, Result>(
    dynamicMember member: KeyPath<Environment, @Sendable (A, B, C) throws -> Result>
  ) -> @Sendable (A, B, C) throws -> Result {
    carryingEnvironment(of: scope, function(member))
  }

  /// A function of the main actor with no argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<Result>(
    dynamicMember member: WritableKeyPath<Environment, @MainActor @Sendable () -> Result>
  ) -> @MainActor @Sendable () -> Result {
    onMainActor(function(member))
  }

  /// A function of the main actor with one argument.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, Result>(
    dynamicMember member: WritableKeyPath<Environment, @MainActor @Sendable (A) -> Result>
  ) -> @MainActor @Sendable (A) -> Result {
    onMainActor(function(member))
  }

  /// A function of the main actor with two arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, Result>(
    dynamicMember member: WritableKeyPath<Environment, @MainActor @Sendable (A, B) -> Result>
  ) -> @MainActor @Sendable (A, B) -> Result {
    onMainActor(function(member))
  }

  /// A function of the main actor with three arguments.
  @_alwaysEmitIntoClient @inline(__always)
  public subscript<A, B, C, Result>(
    dynamicMember member: WritableKeyPath<Environment, @MainActor @Sendable (A, B, C) -> Result>
  ) -> @MainActor @Sendable (A, B, C) -> Result {
    onMainActor(function(member))
  }
}

extension OwnEndpoints {
  /// Returns what a read of `endpoint` gets in `captured`, where its first value is made.
  @usableFromInline static func asked<Value>(
    for endpoint: EnvironmentEndpoint<Value>, in captured: CapturedScope
  ) -> AnyHeld {
    let scope = captured.scope
    return Held(scope.run { scope.latest.pointee.own.value(of: endpoint) }, for: endpoint.id)
  }
}
