import GlobalEnvironmentAtomics

/// The values of the live world, each made when it is first asked for, and never released.
///
/// Those of one slot are a list, whose first one is in a word that readers load. They take no lock, and count no references.
nonisolated enum LiveValues {
  private static let writing = Locked(())

  static func unmanaged(_ id: EndpointID) -> Unmanaged<OwnEndpoints.AnyHeld>? {
    var value = OwnEndpoints.AnyHeld.firstLive(in: id.slot)
    while let held = value, held._withUnsafeGuaranteedRef({ $0.id != id }) {
      value = held._withUnsafeGuaranteedRef { $0.nextLive }
    }
    return value
  }

  /// Keeps `new` unless there is a value already.
  ///
  /// - Returns: The value that is there now.
  static func first(_ new: OwnEndpoints.AnyHeld) -> OwnEndpoints.AnyHeld {
    writing.withLock { _ in
      if let first = unmanaged(new.id) { return first.takeUnretainedValue() }
      new.nextLive = OwnEndpoints.AnyHeld.firstLive(in: new.id.slot)
      global_environment_live_value_store(new.id.slot, UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()))
      return new
    }
  }
}

/// The values of one mock, each made when it is first asked for.
nonisolated final class MockValues: Sendable {
  private let values = Locked(EndpointTable())

  /// Returns the value of `id`, which lives as long as this.
  func unmanaged(_ id: EndpointID) -> Unmanaged<OwnEndpoints.AnyHeld>? {
    values.withLock { $0.unmanaged(id) }
  }

  /// Makes the value; if another thread has made one meanwhile, returns that one.
  func first<Value>(of endpoint: EnvironmentEndpoint<Value>) -> OwnEndpoints.AnyHeld {
    let new = OwnEndpoints.Held(endpoint.make(isMock: true), for: endpoint.id)
    return values.withLock { values in
      if let first = values[endpoint.id] { return first }
      values.set(new)
      return new
    }
  }
}
