/// Values by the endpoint that they belong to.
///
/// A hash table with open addressing, since a dictionary hashes too well: that alone takes as long as all the rest of
/// reading an endpoint. The keys are few, and no attacker chooses them.
nonisolated struct EndpointTable: Sendable {
  // The number of slots is a power of two, or zero; a quarter is free, or more. Apart from the values, as reading those
  // counts references.
  private var ids: [EndpointID?] = []
  private var values: [OwnEndpoints.AnyHeld?] = []
  private var count = 0

  subscript(id: EndpointID) -> OwnEndpoints.AnyHeld? {
    ids.isEmpty ? nil : values[slot(for: id)]
  }

  /// Returns the value of `id`, which is valid while this table is held. It is not retained: threads that count references
  /// to one object wait for each other.
  func unmanaged(_ id: EndpointID) -> Unmanaged<OwnEndpoints.AnyHeld>? {
    if ids.isEmpty { return nil }
    let slot = slot(for: id)
    return values.withUnsafeBufferPointer { values in values[slot].map(Unmanaged.passUnretained) }
  }

  mutating func set(_ value: OwnEndpoints.AnyHeld, for id: EndpointID) {
    if 4 * (count + 1) > 3 * ids.count { grow() }
    let slot = slot(for: id)
    if ids[slot] == nil { count += 1 }
    (ids[slot], values[slot]) = (id, value)
  }

  /// Calls `body` with each value and its endpoint.
  func forEach(_ body: (EndpointID, OwnEndpoints.AnyHeld) -> Void) {
    for case (let id?, let value?) in zip(ids, values) { body(id, value) }
  }

  /// The slot in which `id` is, or would be.
  private func slot(for id: EndpointID) -> Int {
    var slot = id.bits & (ids.count - 1)
    while let taken = ids[slot], taken != id { slot = (slot + 1) & (ids.count - 1) }
    return slot
  }

  private mutating func grow() {
    let old = self
    ids = Array(repeating: nil, count: max(8, 2 * old.ids.count))
    values = Array(repeating: nil, count: ids.count)
    old.forEach { id, value in
      let slot = slot(for: id)
      (ids[slot], values[slot]) = (id, value)
    }
  }
}
