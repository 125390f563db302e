public import GlobalEnvironment

// For asynchronous endpoints that stay on the actor of the caller, as those of Environment do.

extension EndpointSpies {

  /// Records each call of an asynchronous endpoint of no argument, which continues to work as before.
  public mutating func callAsFunction<Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable () async -> Result>
  ) -> EndpointSpy<Void, Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in { await tap.pass(()) { await layer.original() } } }
  }

  /// Records each call of an asynchronous endpoint of one argument, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A) async -> Result>
  ) -> EndpointSpy<A, Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in { a in await tap.pass(a) { await layer.original(a) } } }
  }

  /// Records each call of an asynchronous endpoint of two arguments, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B) async -> Result>
  ) -> EndpointSpy<(A, B), Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in { a, b in await tap.pass((a, b)) { await layer.original(a, b) } }
    }
  }

  /// Records each call of an asynchronous endpoint of three arguments, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, C: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B, C) async -> Result>
  ) -> EndpointSpy<(A, B, C), Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { a, b, c in await tap.pass((a, b, c)) { await layer.original(a, b, c) } }
    }
  }

  /// Records each call of an asynchronous endpoint of no argument that may throw, which continues to work as before.
  public mutating func callAsFunction<Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable () async throws -> Result>
  ) -> EndpointSpy<Void, Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in { try await tap.pass(()) { try await layer.original() } } }
  }

  /// Records each call of an asynchronous endpoint of one argument that may throw, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A) async throws -> Result>
  ) -> EndpointSpy<A, Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in { a in try await tap.pass(a) { try await layer.original(a) } } }
  }

  /// Records each call of an asynchronous endpoint of two arguments that may throw, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B) async throws -> Result>
  ) -> EndpointSpy<(A, B), Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { a, b in try await tap.pass((a, b)) { try await layer.original(a, b) } }
    }
  }

  /// Records each call of an asynchronous endpoint of three arguments that may throw, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, C: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B, C) async throws -> Result>
  ) -> EndpointSpy<(A, B, C), Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { a, b, c in try await tap.pass((a, b, c)) { try await layer.original(a, b, c) } }
    }
  }
}
