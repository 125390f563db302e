import GlobalEnvironment

extension TimelineDriver {

  /// Notes that a task of this run waits for something other than time, until ``endWait(_:)``.
  ///
  /// - Parameter what: What it is, where, and how to end the wait. A run that is given up says so.
  package func beginWait(for what: String) -> UInt64 {
    state.withLock { state in
      let request = state.newRequest()
      state.waits[request] = what
      return request
    }
  }

  package func endWait(_ request: UInt64) {
    state.withLock { _ = $0.waits.removeValue(forKey: request) }
  }

  /// What tasks of this run wait for, the longest first.
  var waits: [String] {
    state.withLock { $0.waits }.sorted { $0.key < $1.key }.map(\.value)
  }
}
