/// Values by the endpoint that they belong to.
///
/// A hash table with open addressing, since a dictionary hashes too well: that alone takes as long as all the rest of
/// reading an endpoint. The keys are few, and no attacker chooses them.
@usableFromInline nonisolated struct EndpointTable: Sendable {
  // The number of slots is a power of two, or zero; a quarter is free, or more.
  private var values: [OwnEndpoints.AnyHeld?] = []
  @usableFromInline private(set) var count = 0

  /// Inlinable, as each read of an endpoint of one's own asks.
  @inlinable var isEmpty: Bool { count == 0 }

  subscript(id: EndpointID) -> OwnEndpoints.AnyHeld? { unmanaged(id)?.takeUnretainedValue() }

  /// Returns the value of `id`, which is valid while this table is held. It is not retained: threads that count references
  /// to one object wait for each other.
  func unmanaged(_ id: EndpointID) -> Unmanaged<OwnEndpoints.AnyHeld>? {
    values.isEmpty ? nil : withUnmanaged { $0[Self.slot(for: id, in: $0)] }
  }

  mutating func set(_ value: OwnEndpoints.AnyHeld) {
    if 4 * (count + 1) > 3 * values.count { grow() }
    let slot = withUnmanaged { Self.slot(for: value.id, in: $0) }
    if values[slot] == nil { count += 1 }
    values[slot] = value
  }

  /// Calls `body` with each value.
  func forEach(_ body: (OwnEndpoints.AnyHeld) -> Void) {
    for case let value? in values { body(value) }
  }

  private typealias Slots = UnsafeBufferPointer<Unmanaged<OwnEndpoints.AnyHeld>?>

  private func withUnmanaged<Result>(_ body: (Slots) -> Result) -> Result {
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

  private mutating func grow() {
    let old = self
    values = Array(repeating: nil, count: max(8, 2 * old.values.count))
    old.forEach { value in
      let slot = withUnmanaged { Self.slot(for: value.id, in: $0) }
      values[slot] = value
    }
  }
}
