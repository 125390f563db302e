public import GlobalEnvironmentAtomics

/// Returns what a read of an own endpoint gets in place of `value`; nil for the value itself.
package typealias OwnValueSubstitute =
  @Sendable (_ endpoint: String, _ value: any Codable) -> (any Codable)?

/// The values of endpoints that are declared elsewhere, as one environment holds them.
@usableFromInline nonisolated struct OwnEndpoints: Sendable {

  /// One value, of whatever type its endpoint has.
  ///
  /// `@unchecked` holds because nothing in it changes once other threads know it.
  @usableFromInline class AnyHeld: @unchecked Sendable {
    /// Its endpoint. Inlinable callers compare it.
    @usableFromInline final let id: EndpointID
    /// The number of the ``EnvironmentChange`` that assigned the value as a whole; zero for one that was changed in place.
    @usableFromInline final let assignedIn: UInt64

    /// The next one of those live values that share a slot; set before this one is the first of them.
    final var nextLive: Unmanaged<AnyHeld>?

    /// The first one in a slot, which is never released. Inlinable, as each read of an endpoint asks.
    @inlinable @inline(__always) final class func firstLive(in slot: UInt) -> Unmanaged<AnyHeld>? {
      UnsafeRawPointer(bitPattern: global_environment_live_value_load(slot)).map { .fromOpaque($0) }
    }

    @usableFromInline init(_ id: EndpointID, assignedIn: UInt64) { (self.id, self.assignedIn) = (id, assignedIn) }

    /// Returns this value with those of its functions that have not been changed since `base` taken from `current`.
    ///
    /// All three are of one endpoint. A value that is not made of functions alone stays as it is.
    fileprivate func merged(since base: AnyHeld, from current: AnyHeld) -> AnyHeld { self }

    /// Returns this value as one that was changed in part.
    fileprivate func asPart() -> AnyHeld { self }

    /// The name of the function that differs from that of `other`, a value of the same endpoint; nil where it is not known.
    fileprivate func nameOfDifference(from other: AnyHeld) -> String? { nil }

    /// Whether both values are the same.
    fileprivate func isSame(as other: AnyHeld, by isSame: FunctionFields.Comparison) -> Bool { self === other }
  }

  /// A value with the type of its endpoint; that type is part of the endpoint's `id`.
  ///
  /// `@unchecked` holds because its value is sendable and never changes. The fixed layout lets inlinable code make one.
  @_fixed_layout @usableFromInline final class Held<Value: Sendable>: AnyHeld, @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable init(_ value: Value, for id: EndpointID, assignedIn: UInt64 = 0) {
      self.value = value
      super.init(id, assignedIn: assignedIn)
    }

    fileprivate override func merged(since base: AnyHeld, from current: AnyHeld) -> AnyHeld {
      guard FunctionFields.areAll(in: Value.self) else { return self }
      // The type of the value is part of the endpoint's `id`.
      var (merged, before) = (value, unsafeDowncast(base, to: Held.self).value)
      FunctionFields.takeUnchanged(of: &merged, since: &before, from: unsafeDowncast(current, to: Held.self).value)
      return Held(merged, for: id)
    }

    fileprivate override func asPart() -> AnyHeld { Held(value, for: id) }

    fileprivate override func nameOfDifference(from other: AnyHeld) -> String? {
      // The type of the value is part of the endpoint's `id`.
      return FunctionFields.nameOfDifference(value, unsafeDowncast(other, to: Held.self).value)
    }

    fileprivate override func isSame(as other: AnyHeld, by isSame: FunctionFields.Comparison) -> Bool {
      // The type of the value is part of the endpoint's `id`.
      self === other || FunctionFields.areSame(value, unsafeDowncast(other, to: Held.self).value, by: isSame)
    }
  }

  @usableFromInline var assigned = EndpointTable()

  /// How values are made and watched; nil in the live world.
  @usableFromInline var world: World?

  /// The number of the ``EnvironmentChange`` that this copy belongs to; zero for all others.
  @usableFromInline var change: UInt64 = 0

  /// A world that is not live, or is watched. One reference, as each copy of an environment counts it.
  @usableFromInline final class World: Sendable {
    /// The values of endpoints to which nothing was assigned; nil where they are live.
    fileprivate let mocks: MockValues?
    /// The closures to call at each read; nil where there are none.
    fileprivate let watch: Watch?

    fileprivate init(mocks: MockValues?, watch: Watch?) { (self.mocks, self.watch) = (mocks, watch) }
  }

  fileprivate var mocks: MockValues? { world?.mocks }
  fileprivate var watch: Watch? { world?.watch }

  fileprivate final class Watch: Sendable {
    let onRead: (@Sendable (_ endpoint: String, _ isAssigned: Bool) -> Void)?
    let isFailing: (@Sendable (_ endpoint: String) -> Bool)?
    let substitute: OwnValueSubstitute?

    init(
      onRead: (@Sendable (String, Bool) -> Void)? = nil, isFailing: (@Sendable (String) -> Bool)? = nil,
      substitute: OwnValueSubstitute? = nil
    ) {
      self.onRead = onRead
      self.isFailing = isFailing
      self.substitute = substitute
    }
  }

  init() {}

  /// Returns the value of the endpoint that `id` names, valid while this is held; nil when ``value(of:)`` must be called.
  ///
  /// Inlinable, and all that an app needs: there, `id` is a constant, and its live value is found by one load.
  @inlinable @inline(__always) func held(_ id: EndpointID) -> Unmanaged<AnyHeld>? {
    if world == nil, assigned.isEmpty, let held = AnyHeld.firstLive(in: id.slot),
      held._withUnsafeGuaranteedRef({ $0.id.isPlainlySame(as: id) })
    {
      return held
    }
    return lookUp(id)
  }

  @usableFromInline func lookUp(_ id: EndpointID) -> Unmanaged<AnyHeld>? {
    if watch != nil { return nil }
    if let held = assigned.unmanaged(id) { return held }
    return if let mocks { mocks.unmanaged(id) } else { LiveValues.unmanaged(id) }
  }

  /// The same for the environment at `snapshot`; a caller that asks `snapshot.pointee.own` would copy it.
  @inlinable static func held(_ id: EndpointID, at snapshot: UnsafePointer<Environment>) -> Unmanaged<AnyHeld>? {
    snapshot.pointee.own.held(id)
  }

  /// Returns the value of `endpoint`, which is made if there is none yet.
  @usableFromInline func value<Value>(of endpoint: EnvironmentEndpoint<Value>) -> Value {
    value(of: endpoint, mayFail: true)
  }

  /// The same for a caller that changes the value in part: no fault strikes, as it would stay in the other parts for good.
  @usableFromInline func valueToChange<Value>(of endpoint: EnvironmentEndpoint<Value>) -> Value {
    value(of: endpoint, mayFail: false)
  }

  private func value<Value>(of endpoint: EnvironmentEndpoint<Value>, mayFail: Bool) -> Value {
    if let watch, !endpoint.id.isOfThisPackage {
      let name = endpoint.propertyName
      watch.onRead?("Env.\(name), declared at \(endpoint.id.place),", assigned[endpoint.id] != nil)
      if mayFail, let makeFailing = endpoint.makeFailing, watch.isFailing?(name) == true { return makeFailing() }
    }
    let held =
      known(endpoint.id) ?? mocks?.first(of: endpoint)
      ?? LiveValues.first(Held(endpoint.make(isMock: false), for: endpoint.id))
    // The type of the value is part of the `id`, by which it was found.
    let value = unsafeDowncast(held, to: Held<Value>.self).value
    if let substitute = watch?.substitute, !endpoint.id.isOfThisPackage, let codable = value as? any Codable,
      let other = substitute(endpoint.propertyName, codable) as? Value
    {
      return other
    }
    return value
  }

  /// Returns the value of `endpoint` if one was assigned or made before.
  func made<Value>(of endpoint: EnvironmentEndpoint<Value>) -> Value? {
    // The type of the value is part of the `id`, by which it was found.
    known(endpoint.id).map { unsafeDowncast($0, to: Held<Value>.self).value }
  }

  private func known(_ id: EndpointID) -> AnyHeld? {
    if let held = assigned[id] { return held }
    let held = if let mocks { mocks.unmanaged(id) } else { LiveValues.unmanaged(id) }
    return held?.takeUnretainedValue()
  }

  /// Inlinable, so that the compiler knows the type of the value. Otherwise the runtime looks it up at each call.
  @inlinable mutating func assign<Value: Sendable>(_ value: Value, to endpoint: EnvironmentEndpoint<Value>) {
    assigned.set(Held(value, for: endpoint.id, assignedIn: change))
  }

  /// Keeps a value that the caller has changed in part.
  @usableFromInline mutating func assignChanged<Value: Sendable>(
    _ value: Value, to endpoint: EnvironmentEndpoint<Value>
  ) {
    // A value that was assigned a moment ago stays one that was assigned.
    let isNew = assigned[endpoint.id]?.assignedIn == change
    assigned.set(Held(value, for: endpoint.id, assignedIn: isNew ? change : 0))
  }

  /// Takes the values that this change has assigned as a whole since `base` for changed in part.
  fileprivate mutating func takeForParts(since base: OwnEndpoints) {
    guard change != 0 else { return }
    var parts: [AnyHeld] = []
    assigned.forEach { held in
      // A value that was assigned a moment ago stays one that was assigned.
      if held.assignedIn == change, base.assigned[held.id]?.assignedIn != change { parts.append(held.asPart()) }
    }
    for part in parts { assigned.set(part) }
  }

  fileprivate mutating func setWatch(_ watch: Watch) { world = World(mocks: mocks, watch: watch) }

  /// Returns whether a value of the user's was assigned or taken back, or a mock was begun, since `base`.
  ///
  /// - Parameter isSame: Decides whether two functions are the same. One that is a value by itself, read from `base` and
  ///   assigned again, does not have the same bits: Swift wraps it again each time that it passes generic code.
  func isChanged(since base: OwnEndpoints, by isSame: FunctionFields.Comparison) -> Bool {
    var isChanged = mocks !== base.mocks
    func compare(_ held: AnyHeld, with other: AnyHeld?) {
      if !held.id.isOfThisPackage, other.map({ held.isSame(as: $0, by: isSame) }) != true { isChanged = true }
    }
    assigned.forEach { compare($0, with: base.known($0.id)) }
    base.assigned.forEach { compare($0, with: known($0.id)) }
    return isChanged
  }

  /// Returns the name of the function that differs from that in `base`, where one of an endpoint of the user's does; an empty
  /// one for an endpoint that is a function itself.
  func nameOfDifference(from base: OwnEndpoints) -> String? {
    var name: String?
    assigned.forEach { held in
      guard !held.id.isOfThisPackage, let before = base.known(held.id), held !== before else { return }
      name = held.nameOfDifference(from: before)
    }
    return name
  }

  /// Takes from `current` every value that this has not changed since `base`.
  mutating func takeUnchanged(since base: OwnEndpoints, from current: OwnEndpoints) {
    let newMocks = mocks === base.mocks ? current.mocks : mocks
    let newWatch = watch === base.watch ? current.watch : watch
    world = newMocks == nil && newWatch == nil ? nil : World(mocks: newMocks, watch: newWatch)
    var merged = EndpointTable()
    assigned.forEach { held in
      guard held !== base.assigned[held.id] else { return }
      if held.assignedIn != change, let theirs = current.assigned[held.id], let before = base.known(held.id) {
        merged.set(held.merged(since: before, from: theirs))
      } else {
        merged.set(held)
      }
    }
    current.assigned.forEach { held in
      if assigned[held.id] === base.assigned[held.id] { merged.set(held) }
    }
    assigned = merged
  }
}

nonisolated extension Environment {

  /// Whether it is a mock, or was made from one.
  package var isMock: Bool { own.mocks != nil }

  /// Gives each endpoint of ``EnvironmentEndpoints`` its mock value, made new for this world.
  package mutating func mockOwnEndpoints() {
    own.world = OwnEndpoints.World(mocks: MockValues(), watch: own.watch)
  }

  /// Announces each read of an endpoint of ``EnvironmentEndpoints``, except of those that this package declares for its own
  /// use.
  ///
  /// - Parameter onRead: Called with the name and the place of the declaration, and whether a value was assigned.
  package mutating func announceReadsOfOwnEndpoints(_ onRead: @escaping @Sendable (String, Bool) -> Void) {
    let watch = own.watch
    own.setWatch(OwnEndpoints.Watch(onRead: onRead, isFailing: watch?.isFailing, substitute: watch?.substitute))
  }

  /// Lets reads fail, of the endpoints of ``EnvironmentEndpoints`` that declare how they fail.
  ///
  /// - Parameter isFailing: Called with the name of the declaration; returns whether this read fails.
  package mutating func failReadsOfOwnEndpoints(_ isFailing: @escaping @Sendable (String) -> Bool) {
    let watch = own.watch
    own.setWatch(OwnEndpoints.Watch(onRead: watch?.onRead, isFailing: isFailing, substitute: watch?.substitute))
  }

  /// Runs `body`, in which no read fails and none is counted: for one that puts something in the place of what it reads.
  package mutating func withoutFailingReads<Result>(_ body: (inout Environment) -> Result) -> Result {
    guard let watch = own.watch, watch.isFailing != nil else { return body(&self) }
    let world = own.world
    own.setWatch(OwnEndpoints.Watch(onRead: watch.onRead, substitute: watch.substitute))
    defer { own.world = world }
    return body(&self)
  }

  /// Runs `body`, which changes members of values through a key path, for which Swift would assign the whole value.
  package mutating func changingOwnEndpointsInPart(_ body: (inout Environment) -> Void) {
    let before = own
    body(&self)
    own.takeForParts(since: before)
  }

  /// Passes each `Codable` value that is read from an endpoint of ``EnvironmentEndpoints`` to `substitute`, which keeps or
  /// replaces it.
  package mutating func substituteValuesOfOwnEndpoints(_ substitute: @escaping OwnValueSubstitute) {
    let watch = own.watch
    own.setWatch(OwnEndpoints.Watch(onRead: watch?.onRead, isFailing: watch?.isFailing, substitute: substitute))
  }
}
