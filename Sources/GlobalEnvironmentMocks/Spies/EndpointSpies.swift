public import GlobalEnvironment

extension Environment {
  /// Places spies, which record the calls of endpoints: `Env.spy(on: \.http)`.
  public var spy: EndpointSpies {
    get { EndpointSpies(environment: self) }
    _modify {
      var spies = EndpointSpies(environment: self)
      defer { self = spies.environment }
      yield &spies
    }
  }
}

// One function for each number of arguments, throwing or not, asynchronous or not: the compiler refuses to take a closure
// of a pack of arguments out of a key path, and a program that takes one out which is generic in what it throws crashes.
// They are in a type of their own so that an editor lists one name behind `Env.`, not all of them.

/// Places spies on the endpoints of an environment, as ``GlobalEnvironment/Environment/spy`` does.
public struct EndpointSpies {
  var environment: Environment
}

extension EndpointSpies {

  /// Records each call of the endpoint that a key path leads to, which continues to work as before.
  ///
  /// ```swift
  /// let spy = Env.spy(on: \.http)
  /// let ownSpy = Env.spy(on: \.analytics)
  /// let memberSpy = Env.spy(on: \.posts.list)
  /// ```
  ///
  /// The endpoint may have up to three arguments, be asynchronous, and throw. What it takes and returns is `Sendable`, since
  /// the spy shows it to other threads. Several spies may be on one endpoint, placed one after the other: of two that tasks
  /// place at the same time, one is lost.
  ///
  /// The compiler refuses a spy on some endpoints: those of more arguments; those that take a non-escaping closure, as
  /// `dateFormatter` does; those that throw a typed error; and those that belong to the main actor. Assign a closure that
  /// records by itself, for instance with a ``FunctionSpy``, which takes any number of arguments.
  ///
  /// - Returns: The spy, which records the calls.
  public mutating func callAsFunction<Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable () -> Result>
  ) -> EndpointSpy<Void, Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in { tap.pass(()) { layer.original() } } }
  }

  /// Records each call of an endpoint of one argument, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A) -> Result>
  ) -> EndpointSpy<A, Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in { a in tap.pass(a) { layer.original(a) } } }
  }

  /// Records each call of an endpoint of two arguments, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B) -> Result>
  ) -> EndpointSpy<(A, B), Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in { a, b in tap.pass((a, b)) { layer.original(a, b) } } }
  }

  /// Records each call of an endpoint of three arguments, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, C: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B, C) -> Result>
  ) -> EndpointSpy<(A, B, C), Result, Never> {
    environment.placeSpy(on: endpoint) { tap, layer in { a, b, c in tap.pass((a, b, c)) { layer.original(a, b, c) } } }
  }

  /// Records each call of an endpoint of no argument that may throw, which continues to work as before.
  public mutating func callAsFunction<Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable () throws -> Result>
  ) -> EndpointSpy<Void, Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in { try tap.pass(()) { try layer.original() } } }
  }

  /// Records each call of an endpoint of one argument that may throw, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A) throws -> Result>
  ) -> EndpointSpy<A, Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in { a in try tap.pass(a) { try layer.original(a) } } }
  }

  /// Records each call of an endpoint of two arguments that may throw, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B) throws -> Result>
  ) -> EndpointSpy<(A, B), Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in { a, b in try tap.pass((a, b)) { try layer.original(a, b) } } }
  }

  /// Records each call of an endpoint of three arguments that may throw, which continues to work as before.
  public mutating func callAsFunction<A: Sendable, B: Sendable, C: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B, C) throws -> Result>
  ) -> EndpointSpy<(A, B, C), Result, any Error> {
    environment.placeSpy(on: endpoint) { tap, layer in
      { a, b, c in try tap.pass((a, b, c)) { try layer.original(a, b, c) } }
    }
  }

  /// Makes the compiler say what a spy can be on.
  @available(
    *, unavailable,
    message: "a spy is on one function of up to 3 arguments. Name a member, or assign a closure with a FunctionSpy"
  )
  @_disfavoredOverload
  public mutating func callAsFunction<Value>(
    on endpoint: WritableKeyPath<Environment, Value>
  ) -> EndpointSpy<Void, Void, Never> {
    // Never called: a call does not compile.
    preconditionFailure()
  }
}

extension Environment {
  /// Puts a spy in the place of an endpoint.
  mutating func placeSpy<Endpoint: Sendable, Arguments, Result, Failure>(
    on path: WritableKeyPath<Environment, Endpoint>,
    _ wrap: (EndpointSpy<Arguments, Result, Failure>.Tap, SpyLayer<Endpoint>) -> Endpoint
  ) -> EndpointSpy<Arguments, Result, Failure> {
    let log = CallLog<Arguments, Result, Failure>()
    let tap = EndpointSpy<Arguments, Result, Failure>.Tap(log)
    let before = self
    var layers = (self.spyLayers ?? SpyLayers()).known(in: before)
    // A fault strikes calls, not the spy: of an endpoint of closures, the other closures would fail for good.
    let original = withoutFailingReads { $0[keyPath: path] }
    let layer = SpyLayer(over: original, layers.top(at: path)) { tap.isClosed }
    let spied = wrap(tap, layer)
    // Only in part, so that others may change other members at the same time.
    changingOwnEndpointsInPart { $0.withoutFailingReads { $0[keyPath: path] = spied } }
    let spy = EndpointSpy(log, tap, on: name(of: path, assignedSince: before))
    layers.add(layer, at: path, from: before, to: self)
    self.spyLayers = layers
    // A fault that was there before strikes what the spy calls, not the spy.
    keepFaultMark(of: before)
    return spy
  }
}
