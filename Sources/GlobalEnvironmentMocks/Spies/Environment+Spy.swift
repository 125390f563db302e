public import GlobalEnvironment

// One function for each number of arguments, throwing or not: a key path cannot lead to a closure of a pack of arguments,
// and one to a closure that is generic in what it throws makes Swift 6.3 fail. Environment+SpyAsync and
// Environment+SpyConcurrent have those for asynchronous endpoints.

extension Environment {

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
  public mutating func spy<Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable () -> Result>
  ) -> EndpointSpy<Void, Result, Never> {
    spy(on: endpoint) { tap, layer in { tap.pass(()) { layer.original() } } }
  }

  /// Records each call of an endpoint of one argument, which continues to work as before.
  public mutating func spy<A: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A) -> Result>
  ) -> EndpointSpy<A, Result, Never> {
    spy(on: endpoint) { tap, layer in { a in tap.pass(a) { layer.original(a) } } }
  }

  /// Records each call of an endpoint of two arguments, which continues to work as before.
  public mutating func spy<A: Sendable, B: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B) -> Result>
  ) -> EndpointSpy<(A, B), Result, Never> {
    spy(on: endpoint) { tap, layer in { a, b in tap.pass((a, b)) { layer.original(a, b) } } }
  }

  /// Records each call of an endpoint of three arguments, which continues to work as before.
  public mutating func spy<A: Sendable, B: Sendable, C: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B, C) -> Result>
  ) -> EndpointSpy<(A, B, C), Result, Never> {
    spy(on: endpoint) { tap, layer in { a, b, c in tap.pass((a, b, c)) { layer.original(a, b, c) } } }
  }

  /// Records each call of an endpoint of no argument that may throw, which continues to work as before.
  public mutating func spy<Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable () throws -> Result>
  ) -> EndpointSpy<Void, Result, any Error> {
    spy(on: endpoint) { tap, layer in { try tap.pass(()) { try layer.original() } } }
  }

  /// Records each call of an endpoint of one argument that may throw, which continues to work as before.
  public mutating func spy<A: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A) throws -> Result>
  ) -> EndpointSpy<A, Result, any Error> {
    spy(on: endpoint) { tap, layer in { a in try tap.pass(a) { try layer.original(a) } } }
  }

  /// Records each call of an endpoint of two arguments that may throw, which continues to work as before.
  public mutating func spy<A: Sendable, B: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B) throws -> Result>
  ) -> EndpointSpy<(A, B), Result, any Error> {
    spy(on: endpoint) { tap, layer in { a, b in try tap.pass((a, b)) { try layer.original(a, b) } } }
  }

  /// Records each call of an endpoint of three arguments that may throw, which continues to work as before.
  public mutating func spy<A: Sendable, B: Sendable, C: Sendable, Result: Sendable>(
    on endpoint: WritableKeyPath<Environment, @Sendable (A, B, C) throws -> Result>
  ) -> EndpointSpy<(A, B, C), Result, any Error> {
    spy(on: endpoint) { tap, layer in { a, b, c in try tap.pass((a, b, c)) { try layer.original(a, b, c) } } }
  }

  /// Puts a spy in the place of an endpoint.
  mutating func spy<Endpoint: Sendable, Arguments, Result, Failure>(
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
