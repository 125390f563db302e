import GlobalEnvironment

extension TimelineDriver {

  // MARK: Moving time

  /// Lets time move without a limit, until ``endRun()``.
  ///
  /// - Parameters:
  ///   - task: That of the body, in which the run also ends; nil where the body is none.
  ///   - onStuck: Called, on some thread, when nothing can run and nothing is due, for a while of real time, or when only loops
  ///     run; with the function in which the task had continued that is the reason.
  func beginRun(
    in task: UnsafeRawPointer? = nil, onStuck: @escaping @Sendable (StuckError.Reason, _ function: String?) -> Void
  ) {
    state.withLock { $0.onStuck = onStuck }
    let request = begin(upTo: .farthest)
    state.withLock { state in
      state.run = request
      state.waitingTasks.setBody(task)
    }
  }

  /// Ends what ``beginRun(in:onStuck:)`` began.
  func endRun() {
    // `onStuck` is released outside the lock: it holds the run, which holds this driver.
    let (request, _) = state.withLock { state in
      state.waitingTasks.setBody(nil)
      return (state.run.take(), state.onStuck.take())
    }
    if let request { end(request) }
  }

  /// Lets time move up to `horizon` by itself, until ``end(_:)``.
  func begin(upTo horizon: Duration) -> UInt64 {
    let family = ScopeFamily.current
    let request = state.withLock { state in
      if !state.takesJobs { (state.isConfirmed, state.family) = (false, family) }
      return state.add(horizon, to: \.horizons)
    }
    wake()
    return request
  }

  func end(_ request: UInt64) {
    // Released outside the lock. A mock keeps no task once its time has moved.
    let left = state.withLock { state in
      _ = state.horizons.removeValue(forKey: request)
      let waiting = isRun || state.takesJobs ? [] : state.waitingTasks.removeAll()
      return (state.takesJobs ? nil : state.family.take(), waiting)
    }
    withExtendedLifetime(left) { wake() }
  }

  /// Waits until nothing more can run without moving time, and returns how many jobs have run by then. If more run
  /// later, something of the real world has woken them.
  @discardableResult func settle() async -> Int {
    let family = ScopeFamily.current
    return await withUnsafeContinuation { continuation in
      let stepsOfClosed = state.withLock { state -> Int? in
        // A run that was given up does not settle any more.
        guard state.phase == .open else { return state.steps }
        if !state.takesJobs { (state.isConfirmed, state.family) = (false, family) }
        state.settling.append((continuation, Self.running === self))
        return nil
      }
      if let stepsOfClosed { continuation.resume(returning: stepsOfClosed) } else { wake() }
    }
  }
}
