import Dispatch
import GlobalEnvironment

/// What a loop does when nothing is ready.
extension TimelineDriver {
  /// What a loop has found since it has done something.
  struct Found {
    /// Whether the main queue has nothing to do.
    var isMainQueueQuiet = false
    /// Whether another run may have held an actor before the loop looked at the main queue.
    var hasNeighbours = false
    /// Whether the loop has waited for the jobs of other runs, or did not have to.
    var areNeighboursOver = false
    /// How often something has changed since.
    private(set) var changes = 0

    /// Forgets what was found, as something has changed: on the thread of another run, a task of this one may have
    /// begun a sleep, put a block on the main queue, and gone on. 32 times at most, as blocks of the main queue may
    /// change something in each round.
    mutating func lookAgain() {
      if changes < 32 { self = TimelineDriver.Found(changes: changes + 1) }
    }
  }

  /// Lets time move, or the loop rest, if neither the main queue nor other runs have anything for this one. Returns
  /// whether the loop with that number continues now.
  func whenNothingIsReady(_ number: UInt64, _ found: inout Found) -> Bool {
    // First what is due without moving time.
    if state.withLock({ $0.takesJobs }), release(dueBy: timeline.elapsed) {
      found.areNeighboursOver = false
      return true
    }
    // Blocks of the main queue come before time moves.
    if !found.isMainQueueQuiet {
      if !found.areNeighboursOver { found.hasNeighbours = isAnyNeighbourAtWork }
      guard isMainQueueQuiet(number, found) else { return false }
      found.isMainQueueQuiet = true
    }
    if !found.areNeighboursOver, state.withLock({ $0.mayMove }) {
      guard let wereAny = waitForNeighbours(number) else { return false }
      found.areNeighboursOver = true
      if wereAny || found.hasNeighbours {
        // On the thread of another run, a task of this run may have gone on to the main queue.
        found.isMainQueueQuiet = false
        return true
      }
    }
    switch state.withLock({ $0.next(number, found) }) {
    case .again:
      found = Found()
      return true
    case .rest:
      return false
    case .settle(let settling, let steps):
      for settler in settling {
        // A task that is not part of this driver continues elsewhere.
        let resume = { settler.continuation.resume(returning: steps) }
        settler.isOfThis ? resume() : outside(resume)
      }
      found.areNeighboursOver = false
      return true
    case .move(let horizon):
      if let isComing = isAnythingComing {
        if isComing {
          // Not at once: what is coming may need this processor.
          loop(number, after: .milliseconds(1))
          return false
        }
        // It may have come just now, after the look before this one.
        if state.withLock({ $0.hasNews }) {
          found = Found()
          return true
        }
      }
      if isRun, timeline.isFutile() { giveUp(.loops) }
      if release(dueBy: horizon) {
        found.areNeighboursOver = false
        state.withLock { ($0.stepsAtNews, $0.stepsAtMoment, $0.polls) = ($0.steps, $0.steps, 0) }
        return true
      }
      return state.withLock { !$0.rests() }
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
    guard Jobs.showYields, let steps = stepsAtRest, !isAnyNeighbourAtWork else { return false }
    return stepsAtRest == steps
  }

  /// How many jobs have run, if none of this driver's is ready or runs, and nothing is known to be under way outside.
  private var stepsAtRest: Int? {
    state.withLock { state in
      let isAtRest = !state.isLooping && state.ready.isEmpty && state.blocked.isEmpty
      return isAtRest && !state.restedBesideOthers && !state.isOutside && state.realSleeps.isEmpty ? state.steps : nil
    }
  }
}
