import GlobalEnvironment

extension TimelineDriver {
  /// Runs a job on the main queue, in the turn of the loop with that number. Returns whether that loop continues; if
  /// not, another one begins when the job has run.
  func runOnMainQueue(_ number: UInt64, _ job: ReadyJob) -> Bool {
    awaitsMainQueue.store(1)
    return MainQueueDrain.run(
      {
        self.awaitsMainQueue.store(0)
        self.state.withLock { $0.jobsForMainQueue -= 1 }
        self.enter { self.run(job) }
      }, orResume: { self.loop(number) })
  }

  /// Whether the main queue has nothing to do. If that is not known at once: false, and the loop begins again, with
  /// what it has found until now, once the queue is free.
  func isMainQueueQuiet(_ number: UInt64, _ found: inout QuiescenceCheck) -> Bool {
    // What a test has started may still be on its way here. And where yields do not show, a task may continue at any moment.
    let (isConfirmed, isBlocked) = state.withLock { ($0.isConfirmed, !$0.blocked.isEmpty) }
    // The job that blocks may do so on the main queue.
    if isBlocked {
      found.isWithoutMainQueue = true
      return true
    }
    if isConfirmed || isRun && (Jobs.showYields || !mayHaveYielded) {
      awaitsMainQueue.store(1)
      let foundBefore = found
      let isQuiet = MainQueueDrain.drain(orResume: {
        self.awaitsMainQueue.store(0)
        var found = foundBefore
        found.isMainQueueQuiet = true
        self.loop(number, found: found)
      })
      if isQuiet { awaitsMainQueue.store(0) }
      // Unless another loop has begun meanwhile.
      return isQuiet && state.withLock { $0.loop == number }
    }
    let unshown = Jobs.showYields ? 0 : TaskFamilies.unshown
    waitInLine(number)
    Self.outside {
      Jobs.passTurns {
        self.state.withLock { state in
          self.leaveLine(&state)
          state.isConfirmed = true
          state.unseen.turnsHavePassed(since: unshown)
        }
        self.loop(number)
      }
    }
    return false
  }
}
