extension Environment {

  /// The value of an endpoint that is declared in an extension of ``EnvironmentEndpoints``: `Env.analytics(event)`.
  @inlinable
  nonisolated public subscript<Value: Sendable>(
    dynamicMember member: KeyPath<EnvironmentEndpoints, EnvironmentEndpoint<Value>>
  ) -> Value {
    // Inlined always, so that the compiler sees which property the key path means, and calls that.
    @inline(__always) get {
      let endpoint = EnvironmentEndpoints()[keyPath: member]
      guard let held = own.held(endpoint.id) else {
        // Asked for again: passed on from above, it would have to be in memory for each read.
        return own.value(of: EnvironmentEndpoints()[keyPath: member])
      }
      // The type of the value is part of the `id`.
      return held._withUnsafeGuaranteedRef { unsafeDowncast($0, to: OwnEndpoints.Held<Value>.self).value }
    }
    @inline(__always) set { own.assign(newValue, to: EnvironmentEndpoints()[keyPath: member]) }
    _modify {
      var value = own.valueToChange(of: EnvironmentEndpoints()[keyPath: member])
      defer { own.assignChanged(value, to: EnvironmentEndpoints()[keyPath: member]) }
      yield &value
    }
  }
}

nonisolated extension Environment {
  /// Returns the value of an endpoint if one was assigned or made before; this makes none.
  package func made<Value>(_ endpoint: EnvironmentEndpoint<Value>) -> Value? { own.made(of: endpoint) }
}
