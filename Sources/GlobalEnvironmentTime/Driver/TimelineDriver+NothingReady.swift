import Dispatch
import GlobalEnvironment

/// What a loop does when nothing is ready.
extension TimelineDriver {
  /// What a loop has found since it has done something.
  struct QuiescenceCheck {
    /// Whether the main queue has nothing to do.
    var isMainQueueQuiet = false
    /// Whether the loop goes on without the main queue, as something holds that.
    var isWithoutMainQueue = false
    /// How often something has changed since.
    private(set) var changes = 0

    /// Forgets what was found, as something has changed: on the thread of another run, a task of this one may have
    /// begun a sleep, put a block on the main queue, and gone on. 32 times at most, as blocks of the main queue may
    /// change something in each round.
    mutating func lookAgain() {
      if changes < 32 { self = TimelineDriver.QuiescenceCheck(changes: changes + 1) }
    }
  }

  /// Lets time move, or the loop rest, if neither the main queue nor other runs have anything for this one. Returns
  /// whether the loop with that number continues now.
  func whenNothingIsReady(_ number: UInt64, _ found: inout QuiescenceCheck) -> Bool {
    // First what is due without moving time.
    if state.withLock({ $0.takesJobs }), release(dueBy: timeline.elapsed) { return true }
    // Blocks of the main queue come before time moves.
    if !found.isMainQueueQuiet {
      guard isMainQueueQuiet(number, &found) else { return false }
      found.isMainQueueQuiet = true
    }
    guard hasLeave(number, found) else { return false }
    let next = state.withLock { state in
      let next = state.next(number)
      if case .rest = next { Calm.end(self) }
      return next
    }
    switch next {
    case .again:
      found = QuiescenceCheck()
      return true
    case .rest:
      return false
    case .settle(let settling, let steps):
      for settler in settling {
        // A task that is not part of this driver continues elsewhere.
        let resume = { settler.continuation.resume(returning: steps) }
        settler.isOfThis ? resume() : Self.outside(resume)
      }
      return true
    case .move(let horizon):
      if let isComing = isAnythingComing {
        if isComing {
          Calm.end(self)
          // Not at once: what is coming may need this processor.
          loop(number, after: .milliseconds(1))
          return false
        }
        // It may have come just now, after the look before this one.
        if state.withLock({ $0.hasNews }) {
          found = QuiescenceCheck()
          return true
        }
      }
      if isRun, timeline.isFutile() { giveUp(.loops) }
      if release(dueBy: horizon) {
        state.withLock { ($0.stepsAtNews, $0.stepsAtMoment, $0.polls) = ($0.steps, $0.steps, 0) }
        return true
      }
      return state.withLock { state in
        guard state.rests() else { return true }
        Calm.end(self)
        return false
      }
    }
  }

  /// Moves time to the next deadline up to `end`, and releases the first waiter.
  ///
  /// One at a time, so that what it does is done before the next in line begins; in a seeded run all that wait for that
  /// deadline, so that the seed may choose among them.
  func release(dueBy end: Duration) -> Bool {
    guard let first = timeline.takeNext(dueBy: end) else { return false }
    release(first)
    if isSeeded { while let next = timeline.takeNext(dueBy: timeline.elapsed) { release(next) } }
    return true
  }

  private func release(_ waiter: Timeline.Waiter) {
    if waiter.isSleep { waiter.fire() } else { state.withLock { $0.ready.append(.work(waiter)) } }
  }

  /// Whether all that belongs to it has come to rest, as far as that shows, and nothing of the real world will change that.
  var isIdle: Bool {
    // While a task waits for an actor that another run holds, this driver does not see the task.
    guard Jobs.showYields, let steps = stepsAtRest, !Calm.isAnyBusy(but: self) else { return false }
    return stepsAtRest == steps
  }

  /// How many jobs have run, if none of this driver's is ready or runs, and nothing is known to be under way outside.
  private var stepsAtRest: Int? {
    state.withLock { state in
      let isAtRest = !state.isLooping && state.ready.isEmpty && state.blocked.isEmpty
      return isAtRest && !state.isOutside && state.realSleeps.isEmpty ? state.steps : nil
    }
  }
}
