/// Values by the endpoint that they belong to.
///
/// A hash table with open addressing, since a dictionary hashes too well: that alone takes as long as all the rest of
/// reading an endpoint. The keys are few, and no attacker chooses them.
@usableFromInline nonisolated struct EndpointTable: Sendable {
  // The number of slots is a power of two; a quarter is free, or more. Nil while there is no value: an empty array is an
  // object, and each copy of an environment would count one more reference.
  private var values: [OwnEndpoints.AnyHeld?]?
  @usableFromInline private(set) var count = 0

  /// Inlinable, as each read of an endpoint of one's own asks.
  @inlinable var isEmpty: Bool { count == 0 }

  subscript(id: EndpointID) -> OwnEndpoints.AnyHeld? { unmanaged(id)?.takeUnretainedValue() }

  /// Returns the value of `id`, which is valid while this table is held. It is not retained: threads that count references
  /// to one object wait for each other.
  func unmanaged(_ id: EndpointID) -> Unmanaged<OwnEndpoints.AnyHeld>? {
    guard let values else { return nil }
    return Self.withUnmanaged(values) { $0[Self.slot(for: id, in: $0)] }
  }

  @usableFromInline mutating func set(_ value: OwnEndpoints.AnyHeld) {
    var values = self.values.take() ?? []
    if 4 * (count + 1) > 3 * values.count { values = Self.grown(values) }
    if Self.put(value, in: &values) { count += 1 }
    self.values = values
  }

  /// Calls `body` with each value.
  func forEach(_ body: (OwnEndpoints.AnyHeld) -> Void) {
    guard let values else { return }
    for case let value? in values { body(value) }
  }

  /// - Returns: Whether there was none with that endpoint.
  private static func put(_ value: OwnEndpoints.AnyHeld, in values: inout [OwnEndpoints.AnyHeld?]) -> Bool {
    let slot = withUnmanaged(values) { Self.slot(for: value.id, in: $0) }
    defer { values[slot] = value }
    return values[slot] == nil
  }

  private static func grown(_ old: [OwnEndpoints.AnyHeld?]) -> [OwnEndpoints.AnyHeld?] {
    var values: [OwnEndpoints.AnyHeld?] = Array(repeating: nil, count: max(8, 2 * old.count))
    for case let value? in old { _ = put(value, in: &values) }
    return values
  }

  private typealias Slots = UnsafeBufferPointer<Unmanaged<OwnEndpoints.AnyHeld>?>

  private static func withUnmanaged<Result>(
    _ values: [OwnEndpoints.AnyHeld?], _ body: (Slots) -> Result
  ) -> Result {
    // An unmanaged reference is the same word.
    values.withUnsafeBufferPointer { $0.withMemoryRebound(to: Unmanaged<OwnEndpoints.AnyHeld>?.self, body) }
  }

  /// The slot in which `id` is, or would be.
  private static func slot(for id: EndpointID, in slots: Slots) -> Int {
    var slot = id.bits & (slots.count - 1)
    while let taken = slots[slot], taken._withUnsafeGuaranteedRef({ $0.id != id }) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
