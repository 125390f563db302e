// audit:allow-file clock – a task that polls for something real is given up in real time.

import Dispatch
import GlobalEnvironment

extension TimelineDriver {

  /// How often time moves, or stands still for what is outside, while jobs run without end.
  private static let mostPolls = 128

  /// How long jobs may do so at least, in real time, while time stands still for what is outside.
  private static let leastPolling = Duration.seconds(10)

  /// Jobs run without end, and nothing new happens: time moves on, if it can.
  func polls() {
    let (hasEnded, mayGoOn, isWork, points) = state.withLock { state in
      state.hurry(limit)
      state.polls += 1
      if state.polls == 1 { state.pollsSince = .now }
      let mayGoOn = state.polls <= Self.mostPolls || state.isOutside && .now - state.pollsSince < Self.leastPolling
      return (state.run == nil, mayGoOn, state.isWork, state.endlessPoints)
    }
    if hasEnded {
      // Work that comes back without end is put off by the timeline, and then taken off.
      if isWork { return }
      complain(
        """
        Work that the test started in virtual time still runs without end after the body has \
        ended\(ResumePoints.function(at: points).map { ": it continues in \($0)" } ?? ""). It is stopped here. End the loop when \
        Task.isCancelled, and cancel its task in the test.
        """)
      return close(.frozen)
    }
    // What they poll for may come with time, or from outside.
    if mayGoOn, isOutside || release(dueBy: .farthest) { return }
    giveUp(.polling, in: isWork ? nil : ResumePoints.function(at: points))
  }

  /// Counts a sleep that is over before it begins like a job. Returns whether there were so many that others must run
  /// now: the loop may wait for one of them.
  func noteSleepOfNoTime() -> Bool {
    state.withLock { state in
      state.steps += 1
      state.sleepsOfNoTime += 1
      return state.sleepsOfNoTime.isMultiple(of: 1_024) || state.isEndless(limit)
    }
  }

  /// Gives up the body of the run, unless that has ended; because of a task that had continued in `function`.
  func giveUp(_ reason: StuckError.Reason, in function: String? = nil) {
    state.withLock { $0.onStuck.take() }?(reason, function)
  }

  /// Gives up a run in which nothing can run, and nothing is due, if it does not continue now.
  func giveUpAtRest(_ reason: StuckError.Reason = .silence) {
    let (rest, isMainThreadHeld) = state.withLock { ($0.restsSince, !$0.blocked.isEmpty || $0.jobsForMainQueue > 0) }
    guard let rest else { return }
    let giveUp: @Sendable () -> Void = { [self] in
      giveUpElsewhere { state in
        guard state.restsSince == rest else { return nil }
        return state.jobsForMainQueue > 0 && state.mayHoldMainThread ? .heldMainThread : reason
      }
    }
    // Where yields do not show: in a busy process, a task that has yielded may wait for long.
    if Jobs.showYields || isMainThreadHeld { giveUp() } else { Jobs.passTurns(then: giveUp) }
  }

  /// Gives up a run, unless `reason` returns nil. A job that blocks its thread is told instead of the reason.
  ///
  /// On a thread of its own: what is cancelled runs code of the test, which may block.
  func giveUpElsewhere(_ reason: @escaping @Sendable (State) -> StuckError.Reason?) {
    // audit:allow scheduling – a thread that is real, as what runs there may block
    DispatchQueue(label: "GlobalEnvironment.GivingUp").async { [self] in
      let (onStuck, reason, blocked) = state.withLock { state in
        let reason = reason(state)
        return (reason.flatMap { _ in state.onStuck.take() }, reason, state.blocked.min { $0.key < $1.key }?.value)
      }
      if let reason { onStuck?(blocked == nil ? reason : .blocked, blocked?.function) }
    }
  }

  /// Runs the other jobs while one blocks its thread, the `sleeper` if that sleeps without a break. Nothing happens if
  /// another has begun since that was found, after so many steps.
  func abandonBlockedThread(at steps: Int, sleeper: (thread: UInt, used: Double)? = nil) {
    // Now, while there is time: finding a name takes milliseconds, and the run may end as soon as the job continues.
    let (begin, workPlace) = state.withLock { $0.steps == steps ? ($0.runningBegin, $0.workPlace) : (nil, nil) }
    let function = begin.flatMap(ResumePoints.function(of:)) ?? workPlace.map { "the work that was scheduled at \($0)" }
    let waitsForWorld = sleeper.map { ThreadState.waitsForWorld($0.thread) } ?? false
    let mustLoop = state.withLock { state in
      guard state.steps == steps, jobThread.load() != 0, state.isLooping, state.phase == .open, state.blocked.count < 64
      else { return false }
      state.blocked[state.loop] = Blocked(
        function: function, steps: state.steps, sleeper: sleeper,
        isForWorld: waitsForWorld || state.isGuest || state.standing[state.runningTask] != nil)
      state.loop += 1
      state.queue = nil
      return true
    }
    guard mustLoop else { return }
    jobThread.store(0)
    loop()
  }

  /// Goes on without the main thread, which is held: runs what is ready, or else moves time. Nothing happens if a job
  /// has begun since that was found, after so many steps.
  func leaveMainThread(at steps: Int) {
    let number = state.withLock { state -> UInt64? in
      guard state.steps == steps, jobThread.load() == 0, state.isLooping, state.phase == .open,
        state.ticket == nil || state.letsTurnsPass
      else { return nil }
      leaveLine(&state)
      state.loop += 1
      state.queue = nil
      return state.loop
    }
    if let number { loop(number, found: QuiescenceCheck(isMainQueueQuiet: true, isWithoutMainQueue: true)) }
  }

  /// The jobs that were left behind.
  var blocked: [Blocked] { state.withLock { Array($0.blocked.values) } }

  /// Notes which of the jobs that were left behind still sleep when nothing is ready: nothing that ran has woken them.
  func noteSleepers() {
    let (sleepers, steps) = state.withLock { state in
      (state.jobsForMainQueue > 0 ? [:] : state.blocked.compactMapValues(\.sleeper), state.steps)
    }
    for (number, sleeper) in sleepers {
      if ThreadState.isRunnable(sleeper.thread) {
        state.withLock { $0.blocked[number]?.isWoken = true }
      } else if ThreadState.processorTime(of: sleeper.thread) == sleeper.used {
        // A thread that has run since may now sleep for something else.
        state.withLock { $0.blocked[number]?.steps = steps }
      }
    }
  }

  /// Notes that the job of a loop that was left behind blocks no longer.
  func unblock(_ number: UInt64) {
    // At once, as the run may end as soon as nothing blocks.
    state.withLock { state in
      // Nothing is told if nothing else has run since, or if the run was given up.
      guard let blocked = state.blocked.removeValue(forKey: number), blocked.steps != state.steps, state.phase == .open,
        !blocked.isForWorld,
        // If so soon, it waited for a job that it kept from running; else for something real, which takes longer.
        blocked.isWoken || blocked.rest + (state.rest ?? .zero) < .milliseconds(100),
        // After much other work, nothing shows that it waited for a part of that.
        state.steps - blocked.steps < 100 || blocked.since.duration(to: .now) < .seconds(1)
      else { return }
      state.complain(
        """
        A task\(blocked.function.map { ", which had continued in \($0)," } ?? "") blocked its thread, with a semaphore or a \
        loop for instance, until another task of the same test had run. In virtual time they take turns, so if it waited for \
        that task, it would have waited forever; on a busy device it may, too. Wait with await, and let a loop sleep. If it \
        waited for the real world, do that inside Env.time.standingStill { … }.
        """)
    }
  }

  /// Reports `message` to the test when the run has ended.
  func complain(_ message: String) { state.withLock { $0.complain(message) } }
}
