public import GlobalEnvironment

// For asynchronous endpoints that leave the actor of the caller, like those declared in a module without the feature
// NonisolatedNonsendingByDefault. The last parameter only distinguishes these functions from the others.

extension EndpointSpies {

  /// Records each call of an asynchronous endpoint of no argument, which continues to work as before.
  public mutating func callAsFunction<Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @concurrent @Sendable () async -> Result>,
    _: Void = ()
  ) -> EndpointSpy<Void, Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { @concurrent () async in await tap.pass(()) { await layer.original() } }
    }
  }

  /// Records each call of an asynchronous endpoint of one argument, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @concurrent @Sendable (A) async -> Result>,
    _: Void = ()
  ) -> EndpointSpy<A, Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { @concurrent (a) async in await tap.pass(a) { await layer.original(a) } }
    }
  }

  /// Records each call of an asynchronous endpoint of two arguments, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @concurrent @Sendable (A, B) async -> Result>,
    _: Void = ()
  ) -> EndpointSpy<(A, B), Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { @concurrent (a, b) async in await tap.pass((a, b)) { await layer.original(a, b) } }
    }
  }

  /// Records each call of an asynchronous endpoint of three arguments, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, C: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @concurrent @Sendable (A, B, C) async -> Result>,
    _: Void = ()
  ) -> EndpointSpy<(A, B, C), Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { @concurrent (a, b, c) async in await tap.pass((a, b, c)) { await layer.original(a, b, c) } }
    }
  }

  /// Records each call of an asynchronous endpoint of no argument that may throw, which continues to work as before.
  public mutating func callAsFunction<Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @concurrent @Sendable () async throws -> Result>,
    _: Void = ()
  ) -> EndpointSpy<Void, Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { @concurrent () async throws in try await tap.pass(()) { try await layer.original() } }
    }
  }

  /// Records each call of an asynchronous endpoint of one argument that may throw, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @concurrent @Sendable (A) async throws -> Result>,
    _: Void = ()
  ) -> EndpointSpy<A, Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { @concurrent (a) async throws in try await tap.pass(a) { try await layer.original(a) } }
    }
  }

  /// Records each call of an asynchronous endpoint of two arguments that may throw, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @concurrent @Sendable (A, B) async throws -> Result>,
    _: Void = ()
  ) -> EndpointSpy<(A, B), Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { @concurrent (a, b) async throws in try await tap.pass((a, b)) { try await layer.original(a, b) } }
    }
  }

  /// Records each call of an asynchronous endpoint of three arguments that may throw, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, C: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @concurrent @Sendable (A, B, C) async throws -> Result>,
    _: Void = ()
  ) -> EndpointSpy<(A, B, C), Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { @concurrent (a, b, c) async throws in try await tap.pass((a, b, c)) { try await layer.original(a, b, c) } }
    }
  }
}
