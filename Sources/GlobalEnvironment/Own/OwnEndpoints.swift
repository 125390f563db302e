/// The values of endpoints that are declared elsewhere, as one environment holds them.
@usableFromInline nonisolated struct OwnEndpoints: Sendable {

  /// One value, of whatever type its endpoint has.
  ///
  /// `@unchecked` holds because there is nothing in it that changes.
  @usableFromInline class AnyHeld: @unchecked Sendable {
    fileprivate init() {}
  }

  /// A value of the type of its endpoint, which is part of that one's `id`.
  ///
  /// `@unchecked` holds because its value is sendable and never changes.
  @usableFromInline final class Held<Value: Sendable>: AnyHeld, @unchecked Sendable {
    @usableFromInline let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var assigned = EndpointTable()

  /// The values of endpoints to which nothing was assigned; nil in the live world.
  private var mocks: MockValues?

  /// The number of the ``EnvironmentChange`` that this copy belongs to; zero for all others.
  var change: UInt64 = 0

  /// Who wants to know of each read; nil where nobody does.
  private var watch: Watch?

  private final class Watch: Sendable {
    let onRead: @Sendable (_ endpoint: String, _ isAssigned: Bool) -> Void

    init(_ onRead: @escaping @Sendable (String, Bool) -> Void) { self.onRead = onRead }
  }

  init() {}

  /// Returns the value of the endpoint that `id` names; nil when ``value(of:)`` must be asked.
  @usableFromInline func held(_ id: EndpointID) -> AnyHeld? {
    watch == nil ? known(id) : nil
  }

  /// Returns the value of `endpoint`, which is made if there is none yet.
  @usableFromInline func value<Value>(of endpoint: Endpoint<Value>) -> Value {
    if let watch, !endpoint.id.isOfThisPackage {
      watch.onRead("Env.\(endpoint.name), declared at \(endpoint.id.place),", assigned[endpoint.id] != nil)
    }
    let held =
      known(endpoint.id) ?? mocks?.first(of: endpoint) ?? LiveValues.first(Held(endpoint.makeLive()), for: endpoint.id)
    // The type of the value is part of the `id`, by which it was found.
    return unsafeDowncast(held, to: Held<Value>.self).value
  }

  private func known(_ id: EndpointID) -> AnyHeld? {
    if let held = assigned[id] { return held }
    return if let mocks { mocks.held(id) } else { LiveValues.held(id) }
  }

  @usableFromInline mutating func assign<Value: Sendable>(_ value: Value, to endpoint: Endpoint<Value>) {
    assigned.set(Held(value), for: endpoint.id)
  }

  /// Begins a world of its own, in which no value has been made yet, and each will be a mock.
  mutating func beginMock() {
    mocks = MockValues()
  }

  /// Calls `onRead` before each read from now on, but for endpoints that this package declares for its own use.
  mutating func announceReads(_ onRead: @escaping @Sendable (_ endpoint: String, _ isAssigned: Bool) -> Void) {
    watch = Watch(onRead)
  }

  /// Returns whether a value was assigned or taken back, or a mock was begun, since `base`.
  func isChanged(since base: OwnEndpoints) -> Bool {
    var isChanged = mocks !== base.mocks
    assigned.forEach { id, held in if held !== base.assigned[id] { isChanged = true } }
    base.assigned.forEach { id, _ in if assigned[id] == nil { isChanged = true } }
    return isChanged
  }

  /// Takes from `current` every value that this has not changed since `base`.
  mutating func takeUnchanged(since base: OwnEndpoints, from current: OwnEndpoints) {
    if mocks === base.mocks { mocks = current.mocks }
    if watch === base.watch { watch = current.watch }
    var merged = EndpointTable()
    assigned.forEach { id, held in
      if held !== base.assigned[id] { merged.set(held, for: id) }
    }
    current.assigned.forEach { id, held in
      if assigned[id] === base.assigned[id] { merged.set(held, for: id) }
    }
    assigned = merged
  }
}

/// The values of the live world, each made when it is first asked for.
private enum LiveValues {
  private static let all = Locked(EndpointTable())
  /// What readers see, who take no lock.
  private static let published = Permanent<EndpointTable>()

  static func held(_ id: EndpointID) -> OwnEndpoints.AnyHeld? {
    published.value?[id]
  }

  /// Keeps `new` unless there is a value already.
  ///
  /// - Returns: The value that is there now.
  static func first(_ new: OwnEndpoints.AnyHeld, for id: EndpointID) -> OwnEndpoints.AnyHeld {
    all.withLock { all in
      if let first = all[id] { return first }
      all.set(new, for: id)
      published.set(all)
      return new
    }
  }
}

/// The values of one mock, each made when it is first asked for.
private final class MockValues: Sendable {
  private let values = Locked(EndpointTable())

  func held(_ id: EndpointID) -> OwnEndpoints.AnyHeld? {
    values.withLock { $0[id] }
  }

  /// Makes the value, unless somebody else has made one meanwhile.
  func first<Value>(of endpoint: Endpoint<Value>) -> OwnEndpoints.AnyHeld {
    let new = OwnEndpoints.Held(endpoint.makeMock())
    return values.withLock { values in
      if let first = values[endpoint.id] { return first }
      values.set(new, for: endpoint.id)
      return new
    }
  }
}
