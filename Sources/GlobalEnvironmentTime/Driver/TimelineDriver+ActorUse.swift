import Dispatch
import GlobalEnvironment
import GlobalEnvironmentAtomics

extension TimelineDriver {
  /// A job of another run that may hold an actor.
  struct ActorUse {
    private let driver: TimelineDriver
    private let number: UInt
    /// Whether tasks of both runs have met on an actor: then it has longer.
    private let isShared: Bool
    /// The driver's ``turnUse`` at first.
    private let turnUse: UInt
    /// How many jobs of that run had begun at the last look. What follows is of the last job alone.
    private var steps = -1
    /// The seconds for which it has been found to wait.
    private var waited = 0.0
    /// The seconds for which its thread had run at the first look, and at the last.
    private var processorTime: (first: Double, last: Double)?
    /// The seconds for which it may go on, whatever it does.
    private var left = 10.0

    /// Nil where there is none, or none to wait for.
    init?(of driver: TimelineDriver, isShared: Bool) {
      (turnUse, number) = (driver.turnUse.load(), driver.actorUse.load())
      guard number != 0, number != (isShared ? driver.longSharedUse.load() : driver.longActorUse.load())
      else { return nil }
      (self.driver, self.isShared) = (driver, isShared)
    }

    private var hasEnded: Bool { driver.actorUse.load() != number }

    /// Whether it has ended, or some run has waited for it in vain.
    var isOver: Bool { hasEnded || number == (isShared ? driver.longSharedUse.load() : driver.longActorUse.load()) }

    /// Whether an actor had a turn meanwhile, so that a task of another run may have gone on there.
    var hadTurn: Bool {
      let latest = driver.turnUse.load()
      return latest == number || latest != turnUse
    }

    /// Lets a waiting run continue when this job ends; false when it has ended already.
    func continuesAtEnd(_ waiter: TimelineDriver, on queue: DispatchQueue) -> Bool {
      driver.state.withLock { state in
        if hasEnded { return false }
        // A run that waits again while this job runs replaces its entry.
        state.waiters[ObjectIdentifier(waiter)] = Waiter(driver: waiter, queue: queue)
        return true
      }
    }

    /// Looks at what it does, `rest` seconds after the last look. If it takes long, no other run need wait for it.
    mutating func look(after rest: Double) {
      if isOver || !takesLong(after: rest) { return }
      isShared ? driver.longSharedUse.store(number) : driver.longActorUse.store(number)
    }

    /// Looks once more whether it has waited or worked for long.
    ///
    /// While it waits for a processor it does neither: on a busy machine that takes any time. While the process works, only a
    /// tenth of its other waits counts, as it may wait for a thread that has no processor, and its wait for the main queue
    /// does not count.
    private mutating func takesLong(after rest: Double) -> Bool {
      let isAtWork = PassedTime.last.withLock { $0?.isQuiet } != true
      let rest = isAtWork ? rest / 10 : rest
      let steps = driver.steps
      if steps != self.steps { (self.steps, waited, processorTime) = (steps, 0, nil) }
      // The main queue may be late by any time then, and this run would wait for it, too.
      if isAtWork, driver.awaitsMainQueue.load() != 0 { return false }
      left -= rest
      if left < 0 { return true }
      let thread = driver.jobThread.load()
      guard thread != 0, let now = ThreadState.processorTime(of: thread) else {
        // Its turn has not come: it waits for the main queue, or for a new thread.
        waited += rest
        return waited > 0.5
      }
      let (first, last) = processorTime ?? (now, now)
      processorTime = (first, now)
      // A look shows one moment only, even if the last look was long ago.
      if now == last, !ThreadState.isRunnable(thread) { waited += min(rest, 0.02) }
      return waited > (isShared ? 0.2 : 0.05) || now - first > (isShared ? 1 : 0.1)
    }
  }
}
