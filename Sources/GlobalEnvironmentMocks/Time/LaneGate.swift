import GlobalEnvironment

/// Lets many runs onto the ``Lane`` at once, or one seeded run alone.
///
/// Seeded runs wait until nobody else is there, and do not keep others from coming before them: one test that hangs must
/// not hold up all.
enum LaneGate {
  private struct State {
    var sharedUsers = 0
    var isTaken = false
    var waitingForShare: [UnsafeContinuation<Void, Never>] = []
    var waitingForAll: [UnsafeContinuation<Void, Never>] = []

    mutating func admit(exclusively: Bool) -> Bool {
      if isTaken || (exclusively && sharedUsers > 0) { return false }
      if exclusively { isTaken = true } else { sharedUsers += 1 }
      return true
    }
  }

  private static let state = Locked(State())

  /// Waits for a place on the lane; ``leave()`` gives it back.
  static func enter(exclusively: Bool) async {
    await withUnsafeContinuation { continuation in
      let isAdmitted = state.withLock { state in
        if state.admit(exclusively: exclusively) { return true }
        if exclusively { state.waitingForAll.append(continuation) } else { state.waitingForShare.append(continuation) }
        return false
      }
      if isAdmitted { continuation.resume() }
    }
    await OffLane.step()
  }

  static func leave() {
    let admitted = state.withLock { state in
      if state.isTaken { state.isTaken = false } else { state.sharedUsers -= 1 }
      var admitted: [UnsafeContinuation<Void, Never>] = []
      while !state.waitingForShare.isEmpty, state.admit(exclusively: false) {
        admitted.append(state.waitingForShare.removeLast())
      }
      if !state.waitingForAll.isEmpty, state.admit(exclusively: true) {
        admitted.append(state.waitingForAll.removeFirst())
      }
      return admitted
    }
    for continuation in admitted { continuation.resume() }
  }
}
