import GlobalEnvironmentAtomics

/// The values of the live world, each made when it is first asked for.
nonisolated enum LiveValues {
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
  static func first(_ new: OwnEndpoints.AnyHeld) -> OwnEndpoints.AnyHeld {
    all.withLock { all in
      if let first = all[new.id] { return first }
      all.set(new)
      published.set(all)
      offer(new)
      return new
    }
  }

  /// Lets readers find `value` in its own slot, unless another one is there.
  private static func offer(_ value: OwnEndpoints.AnyHeld) {
    let slot = value.id.slot(among: global_environment_live_values_count)
    guard global_environment_live_value_load(slot) == 0 else { return }
    // Retained for good, as a reader counts no references.
    let address = UInt(bitPattern: Unmanaged.passRetained(value).toOpaque())
    global_environment_live_value_store(slot, address)
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
    let new = OwnEndpoints.Held(endpoint.make(endpoint.makeMock), for: endpoint.id)
    return values.withLock { values in
      if let first = values[endpoint.id] { return first }
      values.set(new)
      return new
    }
  }
}
