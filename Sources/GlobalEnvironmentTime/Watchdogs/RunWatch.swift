// audit:allow-file clock, scheduling – it counts the real time in which a run does nothing.

import Dispatch
import Foundation
import GlobalEnvironment

/// Checks the runs in virtual time from a thread of its own, four times a second: is one stuck, does a job block?
enum RunWatch {
  private struct Entry {
    var driver: TimelineDriver
    var limits: VirtualTimeLimits
    var last = Look()
  }

  /// What the last look at a run has seen.
  private struct Look {
    var steps = -1
    /// Whether it may be waiting for the main queue: it is at work, and no job of it runs or has begun since the last look.
    var mayNeedMainQueue = false
    /// Since when nothing was left to do, and for how long it has waited since then.
    var rest: (since: ContinuousClock.Instant, waited: Duration)?
    /// For how long the body has been at rest, and where it and time stood. `rest` begins anew with each poll of another task.
    var bodyRest: (steps: Int, elapsed: Duration, waited: Duration)?
    /// For how long nothing has run although something is ready.
    var heldUp = Duration.zero
    /// The seconds for which the thread of the running job had run when that was first seen, and now.
    var processorTime: (first: Double, now: Double)?
    /// For how long that thread has done nothing, and has waited for more than a processor.
    var idle = Duration.zero
    /// For how long neither the process nor its main thread has done anything, as a block on the main queue shows.
    var mainThread: (idle: Duration, hasRun: Locked<Bool>)?
  }

  /// `nonisolated(unsafe)` holds because it is touched only while `condition` is locked.
  nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]
  private static let condition = NSCondition()
  /// Begins with the first run, and sleeps on `condition` while there are none.
  private static let thread: Void = Thread.detachNewThread {
    var before = ProcessorTime.now
    while true { lookAgain(&before) }
  }
  private static let mainQueue = MainQueueWatch()
  /// Whether the block has run that the last look has put on a queue.
  private static let haveQueuesRun = Locked(true)

  /// How late a `Task.sleep` may end.
  private static let lateness = Duration.seconds(10)

  /// How long a job may block its thread at least.
  private static let shortestBlock = Duration.seconds(2)

  /// Begins to watch a run.
  static func begin(_ driver: TimelineDriver, _ limits: VirtualTimeLimits) {
    condition.withLock {
      entries[ObjectIdentifier(driver)] = Entry(driver: driver, limits: limits)
      if entries.count == 1 { condition.signal() }
    }
    _ = thread
  }

  /// Tells the runs that are under way if something has replaced what shows the jobs of this process.
  static func lookForSuccessor() {
    guard let successor = Jobs.seam.replacement else { return }
    for entry in condition.withLock({ Array(entries.values) }) {
      entry.driver.complain(message(naming: successor))
    }
  }

  static func message(naming successor: String) -> String {
    // A hook comes before executors, whichever is put in place first.
    let isHook = successor == RuntimeHooks.other && !(Jobs.seam is RuntimeHooks)
    let advice = isHook ? "not be put in place" : "be put in place before this package, or not at all"
    return """
      Virtual time cannot see the jobs of this process: \(successor) has taken the place of what shows them. Order and time \
      of this test may differ from run to run. Let that \(advice) while tests run.
      """
  }

  static func end(_ driver: TimelineDriver) {
    // Released after the lock.
    _ = condition.withLock { entries.removeValue(forKey: ObjectIdentifier(driver)) }
  }

  private static func lookAgain(_ before: inout ProcessorTime) {
    condition.withLock { while entries.isEmpty { condition.wait() } }
    Thread.sleep(forTimeInterval: 0.25)
    lookForSuccessor()
    let runs = condition.withLock { Array(entries.values) }
    let now = ProcessorTime.now
    let areQueuesLate = !haveQueuesRun.replace(with: false)
    if !areQueuesLate { DispatchQueue.global().async { haveQueuesRun.replace(with: true) } }
    let passed = PassedTime(from: before, to: now, areQueuesLate: areQueuesLate)
    before = now
    PassedTime.last.replace(with: passed)
    var needsMainQueue = false
    for entry in runs {
      let look = look(at: entry, passed)
      needsMainQueue = needsMainQueue || look.mayNeedMainQueue
      condition.withLock { entries[ObjectIdentifier(entry.driver)]?.last = look }
    }
    mainQueue.look(isNeeded: needsMainQueue, at: now)
  }

  private static func look(at entry: Entry, _ passed: PassedTime) -> Look {
    let (driver, patience) = (entry.driver, entry.limits.patience)
    let now = ContinuousClock.now
    let (steps, bodySteps, isRunning, hasReady, restsSince, isOutside, needsMainThread, isWaiting) = driver.state
      .withLock {
        (
          $0.steps, $0.mayHoldMainThread ? $0.steps : $0.bodySteps, $0.run != nil, !$0.ready.isEmpty, $0.restsSince,
          $0.isOutside, $0.jobsForMainQueue > 0, $0.ticket != nil && !$0.letsTurnsPass
        )
      }
    var look = Look(steps: steps)
    // It waits for other runs: that uses up nobody's patience.
    if isWaiting { return look }
    if let restsSince {
      let last = entry.last.rest.flatMap { $0.since == restsSince ? $0.waited + passed.patience : nil }
      look.rest = (restsSince, last ?? min(now - restsSince, passed.patience))
    }
    // A `Task.sleep` that is known to be under way gets its real time.
    let sleeps = driver.realSleeps(late: lateness)
    if look.rest != nil, !sleeps.isEmpty { look.rest?.waited = .zero }
    let (elapsed, mostRest) = (driver.timeline.elapsed, max(patience * 20, entry.limits.patienceWithPolls))
    if restsSince != nil, !isOutside, !sleeps.contains(where: { $0.duration > mostRest }) {
      let last = entry.last.bodyRest.flatMap { $0.steps == bodySteps && $0.elapsed == elapsed ? $0.waited : nil }
      look.bodyRest = (bodySteps, elapsed, last.map { $0 + passed.patience } ?? .zero)
    } else if !isOutside {
      look.bodyRest = entry.last.bodyRest
    }
    if let waited = look.bodyRest?.waited, waited > mostRest { driver.giveUpAtRest(.realPolling) }
    if let waited = look.rest?.waited {
      // What holds the main thread may wait for something real, and take long.
      if !isOutside, waited > patience * (needsMainThread ? 20 : 1) { driver.giveUpAtRest() }
      if isOutside, waited > patience * 3 { driver.reportStandstill() }
    }

    let thread = driver.jobThread.load()
    look.mayNeedMainQueue = thread == 0 && restsSince == nil && !isOutside && steps == entry.last.steps
    if thread == 0, restsSince == nil, !isOutside || hasReady {
      lookAtMainThread(of: entry, hasReady, needsMainThread, passed, &look)
    }
    guard thread != 0, let used = ThreadState.processorTime(of: thread) else { return look }
    var first = used
    if entry.last.steps == steps, let last = entry.last.processorTime {
      first = last.first
      if used - last.now < 0.005 {
        look.idle = entry.last.idle + (ThreadState.isRunnable(thread) ? .zero : passed.patience)
      }
    }
    look.processorTime = (first, used)
    if isOutside, !hasReady { return look }
    let work = Duration.seconds(used - first)
    let isAlone = isRunning && !hasReady && driver.timeline.nextDeadline == nil
    // Longer where it may wait for something real; longest where no other can do anything.
    let longest = max(patience * 20, shortestBlock)
    let mayBeReal = !hasReady || isOutside
    let longestIdle = isAlone ? longest : mayBeReal ? max(patience * 3, shortestBlock) : shortestBlock
    // Longer while queues run late: it may wait for a thread of a queue, and then another job would get none either.
    let isIdle = look.idle > longestIdle * (passed.areQueuesLate ? 4 : 1)
    // A job that polls runs a little between two looks.
    let hasSlept = used == entry.last.processorTime?.now
    if isIdle || !isAlone && work > longest {
      driver.abandonBlockedThread(at: steps, sleeper: hasSlept ? (thread, used) : nil)
    }
    return look
  }

  /// Looks whether the main thread is held, so that a run cannot go on.
  private static func lookAtMainThread(
    of entry: Entry, _ hasReady: Bool, _ needsIt: Bool, _ passed: PassedTime, _ look: inout Look
  ) {
    guard look.steps == entry.last.steps else { return }
    let driver = entry.driver
    let (isHeldByTest, isBlocked) = driver.state.withLock { ($0.mayHoldMainThread, !$0.blocked.isEmpty) }
    let isOwn = isHeldByTest || isBlocked
    if isOwn, hasReady {
      // Whatever holds it: in real time, too, this would run meanwhile.
      look.heldUp = entry.last.heldUp + passed.patience
      if look.heldUp > shortestBlock {
        driver.leaveMainThread(at: look.steps)
        look.heldUp = .zero
      }
    }
    let last = entry.last.mainThread.flatMap { $0.hasRun.withLock { $0 } ? nil : $0 }
    let hasRun = last?.hasRun ?? Locked(false)
    if last == nil { DispatchQueue.main.async { hasRun.replace(with: true) } }
    let idle = last.map { passed.isQuiet ? $0.idle + passed.patience : .zero } ?? .zero
    look.mainThread = (idle, hasRun)
    if isOwn, hasReady { return }
    let patience = entry.limits.patience
    if !isOwn || needsIt {
      // It may wait for something real, which takes long; and another test may.
      let longest = isOwn ? max(patience * 20, shortestBlock) : max(patience * 40, entry.limits.patienceWithOthers)
      if idle > longest { driver.giveUpElsewhere { [steps = look.steps] in $0.steps == steps ? .heldMainThread : nil } }
    } else if idle > max(patience, shortestBlock), driver.timeline.nextDeadline != nil {
      driver.leaveMainThread(at: look.steps)
      look.mainThread = nil
    }
  }
}
