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
    set { own.assign(newValue, to: EnvironmentEndpoints()[keyPath: member]) }
    _modify {
      var value = self[dynamicMember: member]
      defer { own.assignChanged(value, to: EnvironmentEndpoints()[keyPath: member]) }
      yield &value
    }
  }

  /// Whether it is a mock, or was made from one.
  package var isMock: Bool { own.areMocked }

  /// Gives each endpoint of ``EnvironmentEndpoints`` its mock value, made new for this world.
  package mutating func mockOwnEndpoints() {
    own.beginMock()
  }

  /// Announces each read of an endpoint of ``EnvironmentEndpoints``.
  ///
  /// - Parameter onRead: Called with the name and the place of the declaration, and whether a value was assigned.
  package mutating func announceReadsOfOwnEndpoints(_ onRead: @escaping @Sendable (String, Bool) -> Void) {
    own.announceReads(onRead)
  }

  /// Lets reads fail, of the endpoints of ``EnvironmentEndpoints`` that declare how they fail.
  ///
  /// - Parameter isFailing: Called with the name of the declaration; returns whether this read fails.
  package mutating func failReadsOfOwnEndpoints(_ isFailing: @escaping @Sendable (String) -> Bool) {
    own.failReads(isFailing)
  }

  /// Passes each `Codable` value that is read from an endpoint of ``EnvironmentEndpoints`` to `substitute`, which keeps or
  /// replaces it.
  package mutating func substituteValuesOfOwnEndpoints(_ substitute: @escaping OwnValueSubstitute) {
    own.substituteValues(substitute)
  }
}
