/// Returns what a read of an own endpoint gets in place of `value`; nil for the value itself.
package typealias OwnValueSubstitute =
  @Sendable (_ endpoint: String, _ value: any Codable) -> (any Codable)?

/// The values of endpoints that are declared elsewhere, as one environment holds them.
@usableFromInline nonisolated struct OwnEndpoints: Sendable {

  /// One value, of whatever type its endpoint has.
  ///
  /// `@unchecked` holds because nothing in it changes.
  @usableFromInline class AnyHeld: @unchecked Sendable {
    /// The number of the ``EnvironmentChange`` that assigned the value as a whole; zero for one that was changed in place.
    fileprivate let assignedIn: UInt64

    fileprivate init(assignedIn: UInt64) { self.assignedIn = assignedIn }

    /// Returns this value with those of its functions that have not been changed since `base` taken from `current`.
    ///
    /// All three are of one endpoint. A value that is not made of functions alone stays as it is.
    fileprivate func merged(since base: AnyHeld, from current: AnyHeld) -> AnyHeld { self }

    /// Whether both values have the same bits, or are the same functions.
    fileprivate func isSame(as other: AnyHeld, by isSame: FunctionFields.Comparison) -> Bool { self === other }
  }

  /// A value with the type of its endpoint; that type is part of the endpoint's `id`.
  ///
  /// `@unchecked` holds because its value is sendable and never changes.
  @usableFromInline final class Held<Value: Sendable>: AnyHeld, @unchecked Sendable {
    @usableFromInline let value: Value

    init(_ value: Value, assignedIn: UInt64 = 0) {
      self.value = value
      super.init(assignedIn: assignedIn)
    }

    fileprivate override func merged(since base: AnyHeld, from current: AnyHeld) -> AnyHeld {
      guard FunctionFields.areAll(of: value) else { return self }
      // The type of the value is part of the endpoint's `id`.
      var (merged, before) = (value, unsafeDowncast(base, to: Held.self).value)
      FunctionFields.takeUnchanged(of: &merged, since: &before, from: unsafeDowncast(current, to: Held.self).value)
      return Held(merged)
    }

    fileprivate override func isSame(as other: AnyHeld, by isSame: FunctionFields.Comparison) -> Bool {
      if self === other { return true }
      let areFunctions = FunctionFields.areAll(of: value)
      // The type of the value is part of the endpoint's `id`.
      var (mine, theirs) = (value, unsafeDowncast(other, to: Held.self).value)
      return withUnsafeBytes(of: &mine) { mine in
        withUnsafeBytes(of: &theirs) { theirs in
          if mine.elementsEqual(theirs) { return true }
          guard areFunctions, let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return false }
          return stride(from: 0, to: MemoryLayout<Value>.size, by: FunctionFields.width).allSatisfy {
            FunctionFields.isSame(at: $0, mine, theirs, by: isSame)
          }
        }
      }
    }
  }

  private var assigned = EndpointTable()

  /// The values of endpoints to which nothing was assigned; nil in the live world.
  private var mocks: MockValues?

  /// The number of the ``EnvironmentChange`` that this copy belongs to; zero for all others.
  var change: UInt64 = 0

  /// The closures to call at each read; nil where there are none.
  private var watch: Watch?

  private final class Watch: Sendable {
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
  @usableFromInline func held(_ id: EndpointID) -> Unmanaged<AnyHeld>? {
    if watch != nil { return nil }
    if let held = assigned.unmanaged(id) { return held }
    return if let mocks { mocks.unmanaged(id) } else { LiveValues.unmanaged(id) }
  }

  /// The same for the environment at `snapshot`; a caller that asks `snapshot.pointee.own` would copy it.
  @usableFromInline static func held(_ id: EndpointID, at snapshot: UnsafePointer<Environment>) -> Unmanaged<AnyHeld>? {
    snapshot.pointee.own.held(id)
  }

  /// Returns what a read of `endpoint` gets from the environment at `snapshot`.
  @usableFromInline static func asked<Value>(
    for endpoint: EnvironmentEndpoint<Value>, at snapshot: UnsafePointer<Environment>
  ) -> AnyHeld {
    Held(snapshot.pointee.own.value(of: endpoint))
  }

  /// Returns the value of `endpoint`, which is made if there is none yet.
  @usableFromInline func value<Value>(of endpoint: EnvironmentEndpoint<Value>) -> Value {
    if let watch, !endpoint.id.isOfThisPackage {
      watch.onRead?("Env.\(endpoint.name), declared at \(endpoint.id.place),", assigned[endpoint.id] != nil)
      if let makeFailing = endpoint.makeFailing, watch.isFailing?("\(endpoint.name)") == true { return makeFailing() }
    }
    let held =
      known(endpoint.id) ?? mocks?.first(of: endpoint)
      ?? LiveValues.first(Held(endpoint.make(endpoint.makeLive)), for: endpoint.id)
    // The type of the value is part of the `id`, by which it was found.
    let value = unsafeDowncast(held, to: Held<Value>.self).value
    if let substitute = watch?.substitute, !endpoint.id.isOfThisPackage, let codable = value as? any Codable,
      let other = substitute("\(endpoint.name)", codable) as? Value
    {
      return other
    }
    return value
  }

  private func known(_ id: EndpointID) -> AnyHeld? {
    if let held = assigned[id] { return held }
    let held = if let mocks { mocks.unmanaged(id) } else { LiveValues.unmanaged(id) }
    return held?.takeUnretainedValue()
  }

  @usableFromInline mutating func assign<Value: Sendable>(_ value: Value, to endpoint: EnvironmentEndpoint<Value>) {
    assigned.set(Held(value, assignedIn: change), for: endpoint.id)
  }

  /// Keeps a value that the caller has changed in part.
  @usableFromInline mutating func assignChanged<Value: Sendable>(
    _ value: Value, to endpoint: EnvironmentEndpoint<Value>
  ) {
    // A value that was assigned a moment ago stays one that was assigned.
    let isNew = assigned[endpoint.id]?.assignedIn == change
    assigned.set(Held(value, assignedIn: isNew ? change : 0), for: endpoint.id)
  }

  /// Whether values to which nothing was assigned are mocks.
  var areMocked: Bool { mocks != nil }

  /// Begins a world of its own, in which no value has been made yet, and each will be a mock.
  mutating func beginMock() {
    mocks = MockValues()
  }

  /// Calls `onRead` before each read from now on, except for endpoints that this package declares for its own use.
  mutating func announceReads(_ onRead: @escaping @Sendable (_ endpoint: String, _ isAssigned: Bool) -> Void) {
    watch = Watch(onRead: onRead, isFailing: watch?.isFailing, substitute: watch?.substitute)
  }

  /// Asks `isFailing` before each read of an endpoint that says how it fails; if true, the read gets the failing value.
  mutating func failReads(_ isFailing: @escaping @Sendable (_ endpoint: String) -> Bool) {
    watch = Watch(onRead: watch?.onRead, isFailing: isFailing, substitute: watch?.substitute)
  }

  /// Passes each `Codable` value that is read to `substitute`; the read gets what that returns.
  mutating func substituteValues(_ substitute: @escaping OwnValueSubstitute) {
    watch = Watch(onRead: watch?.onRead, isFailing: watch?.isFailing, substitute: substitute)
  }

  /// Returns whether a value of the user's was assigned or taken back, or a mock was begun, since `base`.
  ///
  /// - Parameter isSame: Decides whether two functions are the same. One that is a value by itself, read from `base` and
  ///   assigned again, does not have the same bits: Swift wraps it again each time that it passes generic code.
  func isChanged(since base: OwnEndpoints, by isSame: FunctionFields.Comparison) -> Bool {
    var isChanged = mocks !== base.mocks
    assigned.forEach { id, held in
      if !id.isOfThisPackage, base.known(id).map({ held.isSame(as: $0, by: isSame) }) != true { isChanged = true }
    }
    base.assigned.forEach { id, held in
      if !id.isOfThisPackage, known(id).map({ held.isSame(as: $0, by: isSame) }) != true { isChanged = true }
    }
    return isChanged
  }

  /// Takes from `current` every value that this has not changed since `base`.
  mutating func takeUnchanged(since base: OwnEndpoints, from current: OwnEndpoints) {
    if mocks === base.mocks { mocks = current.mocks }
    if watch === base.watch { watch = current.watch }
    var merged = EndpointTable()
    assigned.forEach { id, held in
      guard held !== base.assigned[id] else { return }
      if held.assignedIn != change, let theirs = current.assigned[id], let before = base.known(id) {
        merged.set(held.merged(since: before, from: theirs), for: id)
      } else {
        merged.set(held, for: id)
      }
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
  /// What readers see; they take no lock.
  private static let published = Permanent<EndpointTable>()

  /// Returns the value of `id`, which is never released.
  static func unmanaged(_ id: EndpointID) -> Unmanaged<OwnEndpoints.AnyHeld>? {
    published.withValue { $0.unmanaged(id) } ?? nil
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

  /// Returns the value of `id`, which lives as long as this.
  func unmanaged(_ id: EndpointID) -> Unmanaged<OwnEndpoints.AnyHeld>? {
    values.withLock { $0.unmanaged(id) }
  }

  /// Makes the value; if another thread has made one meanwhile, returns that one.
  func first<Value>(of endpoint: EnvironmentEndpoint<Value>) -> OwnEndpoints.AnyHeld {
    let new = OwnEndpoints.Held(endpoint.make(endpoint.makeMock))
    return values.withLock { values in
      if let first = values[endpoint.id] { return first }
      values.set(new, for: endpoint.id)
      return new
    }
  }
}
