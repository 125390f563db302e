// audit:allow-file clock, scheduling – a run's jobs run on real queues.

import Dispatch
import Foundation
import GlobalEnvironment

/// Runs what belongs to a timeline, one thing at a time, and moves time when nothing can run.
///
/// A run in virtual time has one, which takes all jobs of the run's tasks. The driver of a mock is idle until code moves its
/// time with `await`; then it takes the jobs of the tasks that it wakes.
///
/// A loop on a queue of its own takes what is ready, in order. Jobs of the main actor run on the main queue meanwhile. When
/// nothing is left, and nothing that it waits for is under way outside, time moves to the next deadline.
package final class TimelineDriver: Sendable {
  let timeline: Timeline
  /// Whether it is the driver of a run, which moves time without a limit.
  package let isRun: Bool
  private let isSeeded: Bool
  /// How many jobs may run before something new happens.
  let limit: Int
  let state: Locked<State>
  /// The thread of a job that has begun, as a number; zero in between.
  let jobThread = AtomicWord(0)

  init(_ timeline: Timeline, isRun: Bool = false, seed: Int? = nil, limit: Int = 1_000_000) {
    self.timeline = timeline
    self.isRun = isRun
    self.isSeeded = seed != nil
    self.limit = limit
    state = Locked(State(ready: ReadyJobs(seed: seed)))
  }

  // MARK: Whose code runs

  /// The driver whose job runs on this thread.
  static var running: TimelineDriver? {
    ThreadWord.runningDriver.value.map { Unmanaged<TimelineDriver>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The driver of the run that the caller belongs to; nil for code that has outlived its run.
  package static var ofRun: TimelineDriver? {
    let running = running
    let driver = running?.isRun == true ? running : ScopeFamily.current?.driver
    return driver?.phase == .open ? driver : nil
  }

  /// Runs `work` as a part of this driver, which the caller holds meanwhile.
  private func enter(_ work: () -> Void) {
    let outer = ThreadWord.runningDriver.value
    ThreadWord.runningDriver.value = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    work()
    ThreadWord.runningDriver.value = outer
  }

  /// Runs `work` as a part of no driver.
  private func leave(_ work: () -> Void) {
    let outer = ThreadWord.runningDriver.value
    ThreadWord.runningDriver.value = nil
    work()
    ThreadWord.runningDriver.value = outer
  }

  var phase: Phase { state.withLock { $0.phase } }

  /// Whether all that belongs to it has come to rest, as far as that shows.
  var isIdle: Bool {
    Jobs.showYields && state.withLock { !$0.isLooping && $0.ready.isEmpty && $0.blocked.isEmpty }
  }

  /// How many jobs have run, and sleeps that took no time.
  package var steps: Int { state.withLock { $0.steps } }
  /// The family whose tasks it runs.
  var family: ScopeFamily? { state.withLock { isRun ? $0.runFamily : $0.family } }
  /// A number that distinguishes one seeded order from another.
  var order: UInt64 { state.withLock { $0.ready.order } }

  // MARK: Jobs

  /// Takes a job that is ready, to run it in its turn.
  ///
  /// - Parameter task: The task that it is a part of; nil for what is part of the running one.
  /// - Returns: False when this driver takes no jobs any more.
  func submit(_ job: UnownedJob, of task: UInt64?, at place: JobPlace) -> Bool {
    let (isTaken, mustLoop) = state.withLock { state in
      guard state.phase != .over, isRun || state.takesJobs else { return (false, false) }
      if let task, task > state.latestTask {
        state.latestTask = task
        state.stepsAtNews = state.steps
      }
      if let task, !state.realSleeps.isEmpty { state.realSleeps[task] = nil }
      state.ready.append(.job(job, task: task ?? state.runningTask, place))
      return (true, state.wakes())
    }
    if mustLoop { loop() }
    return isTaken
  }

  /// Runs `block` in its turn.
  func perform(_ block: @escaping @Sendable () -> Void) {
    let mustLoop = state.withLock { state in
      state.ready.append(.block(block))
      return state.wakes()
    }
    if mustLoop { loop() }
  }

  /// Looks again for what to do, as something has changed.
  func wake() {
    let mustLoop = state.withLock { state in
      state.stepsAtNews = state.steps
      return (isRun || state.takesJobs) && state.wakes()
    }
    if mustLoop { loop() }
  }

  /// Ends this driver: jobs that are left, and later ones, go their usual way.
  func close(_ phase: Phase = .over) {
    var settling: [UnsafeContinuation<Void, Never>] = []
    // Released outside the lock.
    var family: ScopeFamily?
    let left = state.withLock { state -> [ReadyJob] in
      guard state.phase == .open else { return [] }
      state.phase = phase
      family = state.runFamily.take()
      state.onStuck = nil
      settling = state.settling.map(\.continuation)
      state.settling = []
      return phase == .frozen ? [] : state.ready.takeAll()
    }
    withExtendedLifetime(family) {}
    for settler in settling { settler.resume() }
    for case .job(let job, _, let place) in left { Jobs.seam.enqueue(job, at: place) }
  }

  // MARK: The loop

  func loop() {
    loop(state.withLock { $0.loop }, isQuiet: false)
  }

  private func loop(_ number: UInt64, isQuiet: Bool) {
    let queue = state.withLock { state in
      let queue = state.queue ?? DispatchQueue(label: "GlobalEnvironment.TimelineDriver")
      state.queue = queue
      return queue
    }
    queue.async {
      self.enter {
        var isQuiet = isQuiet
        while self.step(number, &isQuiet) {}
      }
    }
  }

  /// Does the next thing.
  ///
  /// - Parameter isQuiet: Whether the main queue has been found free, and nothing has been done since.
  /// - Returns: Whether this loop continues.
  private func step(_ number: UInt64, _ isQuiet: inout Bool) -> Bool {
    switch state.withLock({ $0.step(number, limit: limit) }) {
    case .end:
      unblock(number)
      return false
    case .nothing:
      return whenNothingIsReady(number, &isQuiet)
    case .job(let job, let isEndless):
      if isEndless, isRun { polls() }
      isQuiet = false
      return run(job, number)
    }
  }

  private func run(_ job: ReadyJob, _ number: UInt64) -> Bool {
    switch job {
    case .block(let block):
      block()
      return true
    case .job(let job, _, .elsewhere):
      run { Jobs.seam.run(job, at: .elsewhere) }
      return true
    case .job(let job, _, .mainQueue):
      return runOnMainQueue(number) { Jobs.seam.run(job, at: .mainQueue) }
    case .work(let waiter):
      return runOnMainQueue(number) { waiter.fire() }
    }
  }

  private func runOnMainQueue(_ number: UInt64, _ job: @escaping @Sendable () -> Void) -> Bool {
    MainQueueVisit.run({ self.enter { self.run(job) } }, orResume: { self.loop(number, isQuiet: false) })
  }

  private func run(_ job: () -> Void) {
    // A number or a pointer, of the same size.
    let thread = withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
    jobThread.store(thread)
    job()
    // If it was left behind, another job may have begun.
    _ = jobThread.exchange(thread, for: 0)
  }

  private func whenNothingIsReady(_ number: UInt64, _ isQuiet: inout Bool) -> Bool {
    // First what is due without moving time.
    if state.withLock({ $0.takesJobs }), release(dueBy: timeline.elapsed) { return true }
    // Blocks of the main queue come before time moves.
    guard isQuiet || isMainQueueQuiet(number) else { return false }
    isQuiet = true

    switch state.withLock({ $0.next() }) {
    case .again:
      isQuiet = false
      return true
    case .rest:
      return false
    case .settle(let settling):
      for settler in settling {
        // A task that is not part of this driver continues elsewhere.
        settler.isOfThis ? settler.continuation.resume() : leave { settler.continuation.resume() }
      }
      return true
    case .move(let horizon):
      if let isComing = isAnythingComing {
        if isComing {
          // Not at once: what is coming may need this processor.
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { self.loop(number, isQuiet: false) }
          return false
        }
        // It may have come just now, after the look before this one.
        if state.withLock({ $0.hasNews }) {
          isQuiet = false
          return true
        }
      }
      if isRun, timeline.isFutile() { giveUp(.loops) }
      if release(dueBy: horizon) {
        state.withLock { ($0.stepsAtNews, $0.stepsAtMoment, $0.polls) = ($0.steps, $0.steps, 0) }
        return true
      }
      return state.withLock { !$0.rests() }
    }
  }

  /// Whether the main queue has nothing to do; if that is not known at once, the loop begins again when it has not.
  private func isMainQueueQuiet(_ number: UInt64) -> Bool {
    // What a test has started may still be on its way here. And where yields do not show, a task may continue at any moment.
    let (isConfirmed, isBlocked) = state.withLock { state in
      (state.isConfirmed || isRun && Jobs.showYields, !state.blocked.isEmpty)
    }
    // The job that blocks may do so on the main queue.
    if isBlocked { return true }
    if isConfirmed {
      let isQuiet = MainQueueVisit.drain(orResume: { self.loop(number, isQuiet: true) })
      // Unless another loop has begun meanwhile.
      return isQuiet && state.withLock { $0.loop == number }
    }
    leave {
      Jobs.passTurns {
        self.state.withLock { $0.isConfirmed = true }
        self.loop(number, isQuiet: false)
      }
    }
    return false
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
    switch waiter.action {
    case .sleep: waiter.fire()
    case .work: state.withLock { $0.ready.append(.work(waiter)) }
    }
  }
}
