/// A question to a world: a function of it that is composed before there is a world to ask.
///
/// ```swift
/// let entry = EnvironmentReader<Environment, Entry> { try await $0.json(Entry.self, from: start) }
/// func users(_ entry: Entry) -> EnvironmentReader<Environment, [User]> { … }
///
/// let address = try await entry.flatMap(users).flatMap(first).flatMap(address).run(Env)
/// ```
///
/// The whole chain sees one world, the one that is given to ``run(_:)``: an endpoint that is replaced meanwhile is not seen.
/// A step may be asynchronous, and may throw, which ends the chain. A chain may have any number of steps, even from a loop.
public struct EnvironmentReader<World, Value>: Sendable {
  private let last: any Step<World, Value>

  /// Creates a reader from what it does with a world.
  public init(_ read: @escaping @Sendable (World) async throws -> Value) {
    last = First(read)
  }

  private init(_ last: any Step<World, Value>) {
    self.last = last
  }

  /// Reads the value in `world`, on the actor of the caller.
  ///
  /// - Throws: What a step throws; those after it do not run.
  public func run(_ world: World) async throws -> Value {
    try await last.read(world)
  }

  /// Returns a reader of what `transform` makes of the value.
  public func map<New>(_ transform: @escaping @Sendable (Value) async throws -> New) -> EnvironmentReader<World, New> {
    EnvironmentReader<World, New>(Next(after: last) { value, _ in try await transform(value) })
  }

  /// Returns a reader that continues, in the same world, with the reader that `next` makes of the value.
  public func flatMap<New>(
    _ next: @escaping @Sendable (Value) async throws -> EnvironmentReader<World, New>
  ) -> EnvironmentReader<World, New> {
    EnvironmentReader<World, New>(Next(after: last) { value, world in try await next(value).run(world) })
  }

  /// Returns a reader of both values, which are read at the same time.
  ///
  /// When one throws, whichever it is, the other is cancelled.
  ///
  /// Emitted into the code that calls it: a program that does not call it need not carry it.
  @_alwaysEmitIntoClient
  public func zip<Other>(_ other: EnvironmentReader<World, Other>) -> EnvironmentReader<World, (Value, Other)>
  where World: Sendable, Value: Sendable, Other: Sendable {
    EnvironmentReader<World, (Value, Other)> { world in
      try await withThrowingTaskGroup(of: (Value?, Other?).self) { group in
        group.addTask { (try await run(world), nil) }
        group.addTask { (nil, try await other.run(world)) }
        var both: (Value?, Other?) = (nil, nil)
        // In the order in which they end: the first that throws cancels the other.
        while let one = try await group.next() { both = (both.0 ?? one.0, both.1 ?? one.1) }
        // Each task has returned its own.
        guard let value = both.0, let otherValue = both.1 else { throw CancellationError() }
        return (value, otherValue)
      }
    }
  }
}

/// One step of a chain, with those before it.
private protocol Step<World, Value>: AnyObject, Sendable {
  associatedtype World
  associatedtype Value

  func read(_ world: World) async throws -> Value
}

/// The first step of a chain.
private final class First<World, Value>: Step {
  private let body: @Sendable (World) async throws -> Value

  init(_ body: @escaping @Sendable (World) async throws -> Value) {
    self.body = body
  }

  func read(_ world: World) async throws -> Value {
    try await body(world)
  }
}

/// A step that continues from the value of the one before it.
///
/// `@unchecked` holds because only a deinit removes the step before it, when nothing else holds this one.
private final class Next<World, Before, Value>: Step, Chained, @unchecked Sendable {
  private var before: (any Step<World, Before>)?
  private let body: @Sendable (Before, World) async throws -> Value

  init(after before: any Step<World, Before>, _ body: @escaping @Sendable (Before, World) async throws -> Value) {
    self.before = before
    self.body = body
  }

  // One after another: if each step were released in the deinit of the next, a long chain would need a deep stack.
  deinit {
    var last = takeBefore()
    while isKnownUniquelyReferenced(&last), let chained = last as? any Chained { last = chained.takeBefore() }
  }

  func takeBefore() -> AnyObject? { before.take() }

  func read(_ world: World) async throws -> Value {
    // Never nil here: only a deinit removes it, and nothing reads after that.
    guard let before else { throw CancellationError() }
    return try await body(before.read(world), world)
  }
}

/// A step that can give up the one before it.
private protocol Chained: AnyObject {
  func takeBefore() -> AnyObject?
}
