/// Values by the endpoint that they belong to.
///
/// A hash table with open addressing, since a dictionary hashes too well: that alone takes as long as all the rest of
/// reading an endpoint. The keys are few, and nobody means harm with them.
nonisolated struct EndpointTable: Sendable {
  private typealias Slot = (id: EndpointID, value: OwnEndpoints.AnyHeld)?

  // A power of two of them, or none; at least a quarter is free.
  private var slots: [Slot] = []
  private var count = 0

  subscript(id: EndpointID) -> OwnEndpoints.AnyHeld? {
    guard !slots.isEmpty else { return nil }
    return slots[slot(for: id)]?.value
  }

  mutating func set(_ value: OwnEndpoints.AnyHeld, for id: EndpointID) {
    if 4 * (count + 1) > 3 * slots.count { grow() }
    let slot = slot(for: id)
    if slots[slot] == nil { count += 1 }
    slots[slot] = (id, value)
  }

  /// Calls `body` with each value and its endpoint.
  func forEach(_ body: (EndpointID, OwnEndpoints.AnyHeld) -> Void) {
    for case let (id, value)? in slots { body(id, value) }
  }

  /// The slot in which `id` is, or would be.
  private func slot(for id: EndpointID) -> Int {
    var slot = id.bits & (slots.count - 1)
    while let taken = slots[slot], taken.id != id { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: nil, count: max(8, 2 * old.count))
    for case let (id, value)? in old { slots[slot(for: id)] = (id, value) }
  }
}
