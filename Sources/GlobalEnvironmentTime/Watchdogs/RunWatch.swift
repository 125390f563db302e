// audit:allow-file clock, scheduling – it counts the real time in which a run does nothing.

import Foundation
import GlobalEnvironment

/// Checks the runs in virtual time from a thread of its own, four times a second: is one stuck, does a job block?
enum RunWatch {
  private struct Entry {
    var driver: TimelineDriver
    var patience: Duration
    var last = Look()
  }

  /// What the last look at a run has seen.
  private struct Look {
    var steps = -1
    /// Whether it may be waiting for the main queue: it is at work, and no job of it runs or has begun since the last look.
    var mayNeedMainQueue = false
    /// Since when nothing has run although something is ready.
    var heldUpSince: ContinuousClock.Instant?
    /// The seconds for which the thread of the running job had run when that was first seen, and now.
    var processorTime: (first: Double, now: Double)?
    /// Since when that thread has done nothing.
    var idleSince = ContinuousClock.now
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var hasThread = false
  }

  /// The runs; the thread sleeps on `condition` while there are none.
  ///
  /// `nonisolated(unsafe)` holds because it is touched only while `condition` is locked.
  nonisolated(unsafe) private static var state = State()
  private static let condition = NSCondition()
  private static let mainQueue = MainQueueWatch()

  /// How late a `Task.sleep` may end.
  private static let lateness = Duration.seconds(10)

  /// How long a job may block its thread at least.
  private static let shortestBlock = Duration.seconds(2)

  /// Begins to watch a run.
  ///
  /// - Parameter patience: Real time after which a run that can do nothing is given up.
  static func begin(_ driver: TimelineDriver, patience: Duration) {
    condition.withLock {
      state.entries[ObjectIdentifier(driver)] = Entry(driver: driver, patience: patience)
      if !state.hasThread {
        state.hasThread = true
        Thread.detachNewThread { while true { lookAgain() } }
      } else if state.entries.count == 1 {
        condition.signal()
      }
    }
  }

  static func end(_ driver: TimelineDriver) {
    let entry = condition.withLock { state.entries.removeValue(forKey: ObjectIdentifier(driver)) }
    withExtendedLifetime(entry) {}
  }

  private static func lookAgain() {
    let entries = condition.withLock {
      while state.entries.isEmpty { condition.wait() }
      return Array(state.entries.values)
    }
    var needsMainQueue = false
    for entry in entries {
      let look = look(at: entry)
      needsMainQueue = needsMainQueue || look.mayNeedMainQueue
      condition.withLock { state.entries[ObjectIdentifier(entry.driver)]?.last = look }
    }
    mainQueue.look(isNeeded: needsMainQueue, at: .now)
    Thread.sleep(forTimeInterval: 0.25)
  }

  private static func look(at entry: Entry) -> Look {
    let driver = entry.driver
    let now = ContinuousClock.now
    let (steps, isRunning, hasReady, restsSince, isOutside, lastSleep) = driver.state.withLock { state in
      (
        state.steps, state.run != nil, !state.ready.isEmpty, state.restsSince, state.isOutside,
        state.realSleeps.values.map(\.end).max()
      )
    }
    // A `Task.sleep` that is known to be under way gets its real time.
    var news = restsSince ?? now
    if let lastSleep { news = max(news, lastSleep + lateness) }
    if restsSince != nil, !isOutside, now - news > entry.patience {
      driver.giveUpAtRest()
    }
    if isOutside, let restsSince, now - restsSince > entry.patience * 3 { driver.tellOfStandstill() }

    let thread = driver.jobThread.load()
    var look = Look(steps: steps, idleSince: now)
    look.mayNeedMainQueue = thread == 0 && restsSince == nil && !isOutside && steps == entry.last.steps
    if thread == 0, hasReady, steps == entry.last.steps, driver.state.withLock({ $0.mayHoldMainThread }) {
      let since = entry.last.heldUpSince ?? now
      look.heldUpSince = since
      if now - since > shortestBlock { driver.leaveMainThread(at: steps) }
    }
    guard thread != 0, let used = processorTime(ofThread: thread) else { return look }
    var first = used
    if entry.last.steps == steps, let last = entry.last.processorTime {
      first = last.first
      if used - last.now < 0.005 { look.idleSince = entry.last.idleSince }
    }
    look.processorTime = (first, used)
    if isOutside, !hasReady { return look }
    let (idle, work) = (now - look.idleSince, Duration.seconds(used - first))
    let isAlone = isRunning && !hasReady && driver.timeline.nextDeadline == nil
    // Longer than for others that are ready, as it may wait for something real; longest where no other can do anything.
    let longest = max(entry.patience * 20, shortestBlock)
    let longestIdle = hasReady ? shortestBlock : isAlone ? longest : max(entry.patience * 3, shortestBlock)
    if idle > longestIdle || !isAlone && work > longest { driver.leaveBehind(at: steps) }
    return look
  }

  /// The seconds that a thread, which has not ended, has run so far; on Apple platforms those of the whole process, which is
  /// never less.
  private static func processorTime(ofThread thread: UInt) -> Double? {
    #if canImport(Darwin)
      Double(clock()) / Double(CLOCKS_PER_SEC)
    #else
      var clock = clockid_t()
      guard pthread_getcpuclockid(pthread_t(thread), &clock) == 0 else { return nil }
      // Seconds and nanoseconds: which module declares the members of `timespec` differs between kinds of builds.
      return withUnsafeTemporaryAllocation(of: timespec.self, capacity: 1) { time in
        guard let address = time.baseAddress, clock_gettime(clock, address) == 0 else { return nil }
        let words = UnsafeRawBufferPointer(time)
        return Double(words.load(as: Int.self))
          + Double(words.load(fromByteOffset: MemoryLayout<Int>.stride, as: Int.self)) / 1e9
      }
    #endif
  }
}
