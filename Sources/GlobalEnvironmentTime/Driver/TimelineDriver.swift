// audit:allow-file clock, scheduling – a run's jobs run on real queues.

import Dispatch
import GlobalEnvironment

/// Runs what belongs to a timeline, one thing at a time, and moves time when nothing can run.
///
/// A run in virtual time has one, which takes all jobs of the run's tasks. The driver of a mock is idle until code moves its
/// time with `await`; then it takes the jobs of the tasks that it wakes.
///
/// A loop on a queue of its own takes what is ready, in order. What is for the main queue runs there meanwhile. When
/// nothing is left, and nothing that it waits for is under way outside, time moves to the next deadline.
package final class TimelineDriver: Sendable {
  let timeline: Timeline
  /// Whether it is the driver of a run, which moves time without a limit.
  package let isRun: Bool
  let isSeeded: Bool
  /// How many jobs may run before something new happens.
  let limit: Int
  let state: Locked<State>
  private let words = AtomicWords(count: 7)
  /// The thread of a job that has begun, as a number; zero in between.
  var jobThread: AtomicWords.Word { words[0] }
  /// 1 while the loop waits for its turn on the main queue.
  var awaitsMainQueue: AtomicWords.Word { words[1] }
  /// Its ``business``, as a number.
  var businessWord: AtomicWords.Word { words[2] }
  /// 1 when a task of this run has been seen on a thread of another run, or the other way round: they share an actor.
  var sharesActors: AtomicWords.Word { words[3] }
  /// How many tasks of other runs have been seen on this one's threads.
  var shows: AtomicWords.Word { words[4] }
  /// 1 when the task of the running job has suspended in a sleep by this time.
  var sleeps: AtomicWords.Word { words[5] }
  /// Whether there may be tasks that wait for something other than time.
  var areTasksWaiting: AtomicWords.Word { words[6] }

  init(isRun: Bool = false, order: RunOrder = .arrival, limit: Int = 1_000_000) {
    timeline = Timeline(isOfRun: isRun, loopLimit: isRun ? limit : 0)
    self.isRun = isRun
    isSeeded = !order.isArrival
    self.limit = limit
    state = Locked(State(ready: ReadyJobs(order)))
  }

  /// Tasks that this mock's time has woken, and that have not gone on yet; nil for a run, whose tasks all go on in jobs.
  var woken: Arrivals? { isRun ? nil : timeline.moves.woken }

  // MARK: Whose code runs

  /// The driver whose job runs on this thread.
  static var running: TimelineDriver? {
    ThreadLocalSlot.runningDriver.value.map { Unmanaged<TimelineDriver>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The driver of the run that the caller belongs to; nil for code that has outlived its run.
  package static var ofRun: TimelineDriver? {
    if let own = ScopeFamily.current?.driver, own.phase == .open { return own }
    // A guest is none of the run's own, also where it was left behind; a turn of an actor may be of anybody.
    guard let running, running.isRun, running.phase == .open, running.ownerHere?.isUncertain == false else {
      return nil
    }
    return running
  }

  /// Runs `work` as a part of this driver, which the caller holds meanwhile.
  func enter(_ work: () -> Void) {
    ThreadLocalSlot.runningDriver.set(to: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), during: work)
  }

  /// Runs `work` as a part of no driver.
  package static func outside<Result>(_ work: () -> Result) -> Result {
    ThreadLocalSlot.runningDriver.set(to: nil, during: work)
  }

  var phase: Phase { state.withLock { $0.phase } }

  /// How many jobs have run, and sleeps that took no time.
  package var steps: Int { state.withLock { $0.steps } }
  /// The family whose tasks it runs.
  var family: ScopeFamily? { state.withLock { isRun ? $0.runFamily : $0.family } }
  /// A number that distinguishes one seeded order from another.
  var order: UInt64 { state.withLock { $0.ready.order } }

  // MARK: Jobs

  /// Takes a job that is ready, to run it in its turn; false when this driver takes no jobs any more.
  ///
  /// - Parameters:
  ///   - task: The task that it is a part of; nil for what is part of the running one.
  ///   - isGuest: Whether that is a task of no run. Such tasks are taken while the body runs.
  func submit(_ job: UnownedJob, of task: UInt64?, at place: JobPlace, asGuest isGuest: Bool = false) -> Bool {
    let (isTaken, mustLoop) = state.withLock { state in
      guard state.phase != .over, isRun || state.takesJobs, !isGuest || state.run != nil else { return (false, false) }
      if let task, task > state.latestTask {
        state.latestTask = task
        state.stepsAtNews = state.steps
      }
      // The turn of a yield does not show where the task continues; the task itself does.
      if task == nil, state.isNearlyEndless(limit), let currentTask {
        state.endlessPoints = ResumePoints.of(UInt(bitPattern: currentTask))
      }
      if !Jobs.showYields { state.unseen.show(task) }
      if Self.running !== self { state.waitingTasks.noteOthers() }
      let ready = ReadyJob.job(job, task: task ?? state.runningTask, place, isGuest: isGuest)
      // Runtimes before that of Swift 6.3 enqueue a task that returns from a call once more, as if it changed its executor.
      let goesOn = task != nil && task == state.taskElsewhere && place == .elsewhere && isOnJobThread
      let origin = state.ready.choice.explains ? ReadyJobs.Origin(of: job, isTask: task != nil) : nil
      goesOn ? state.ready.putFirst(ready) : state.ready.append(ready, from: origin)
      return (true, wakes(&state))
    }
    if isTaken, isGuest { Calm.watchGuests(of: self) }
    if mustLoop { loop() }
    return isTaken
  }

  /// Runs `block` in its turn; at once when the run is over, and never when it was stopped.
  func perform(_ block: @escaping @Sendable () -> Void) {
    let (isTaken, mustLoop) = state.withLock { state in
      guard state.phase != .over else { return (false, false) }
      state.ready.append(.block(block))
      return (true, wakes(&state))
    }
    if !isTaken { block() }
    if mustLoop { loop() }
  }

  /// Looks again for what to do, as something has changed.
  func wake() {
    let mustLoop = state.withLock { state in
      state.stepsAtNews = state.steps
      return (isRun || state.takesJobs) && wakes(&state)
    }
    if mustLoop { loop() }
  }

  /// Ends this driver: jobs that are left, and later ones, go their usual way; where it is stopped, only those of guests.
  func close(_ phase: Phase = .over) {
    var settling: [UnsafeContinuation<Int, Never>] = []
    // Released outside the lock.
    var family: ScopeFamily?
    var ticket: Calm.Ticket?
    var waiting: [RunningTask] = []
    let left = state.withLock { state -> [ReadyJob] in
      guard state.phase == .open else { return [] }
      state.phase = phase
      family = state.runFamily.take()
      waiting = state.waitingTasks.removeAll()
      settling = state.settling.map(\.continuation)
      state.settling = []
      ticket = state.ticket.take()
      // What was stopped keeps its own jobs, which never run.
      if phase == .frozen { return state.ready.takeGuests() }
      var left: [ReadyJob] = []
      while let job = state.ready.takeNext() { left.append(job) }
      return left
    }
    Guests.end(self)
    withExtendedLifetime((family, waiting)) {}
    for settler in settling { settler.resume(returning: steps) }
    send(left)
    // Only now: other runs may wait for what is left.
    Calm.end(self, leaving: ticket)
  }

  /// Lets the guests that wait for the running job, which takes long, go on elsewhere.
  func releaseGuests() { send(state.withLock { $0.ready.takeGuests() }) }

  /// Lets jobs go on outside.
  private func send(_ jobs: [ReadyJob]) {
    for job in jobs {
      switch job {
      case .job(let job, _, let place, _):
        let isTask = JobFlags(of: job).isTask
        if !OutsideJob.send(job, isTask: isTask, .nothing, isOfRun: true, to: place) {
          Jobs.seam.enqueue(job, at: place)
        }
      case .block(let block): block()
      case .work: break
      }
    }
  }

  // MARK: The loop

  /// Begins the loop with that number, or the one at work, after `delay` in real time. What it has found it need not
  /// check again before time moves.
  func loop(
    _ number: UInt64? = nil, found: QuiescenceCheck = QuiescenceCheck(), after delay: DispatchTimeInterval? = nil
  ) {
    let (number, queue) = state.withLock { state in
      let queue = state.queue ?? QueueStage.work.queue("GlobalEnvironment.TimelineDriver")
      state.queue = queue
      return (number ?? state.loop, queue)
    }
    let work = { @Sendable in self.goOn(number, found) }
    if let delay { queue.asyncAfter(deadline: .now() + delay, execute: work) } else { queue.async(execute: work) }
  }

  /// Goes on with that loop, on its queue.
  func goOn(_ number: UInt64, _ found: QuiescenceCheck = QuiescenceCheck()) {
    enter {
      var found = found
      while step(number, &found) {}
    }
  }

  /// Does the next thing, and returns whether this loop continues.
  private func step(_ number: UInt64, _ found: inout QuiescenceCheck) -> Bool {
    switch nextStep(number) {
    case .end:
      unblock(number)
      // The loop that has taken its place may rest until a job of this one has begun on the main queue.
      wake()
      return false
    case .nothing(let isAnyBlocked, let hadNews):
      if hadNews { found.lookAgain() }
      if isAnyBlocked { noteSleepers() }
      return whenNothingIsReady(number, &found)
    case .job(let job, let isEndless):
      if isEndless, isRun {
        polls()
        // If the run was stopped just now, this job does not run either.
        if phase == .frozen { return true }
      }
      found = QuiescenceCheck()
      if job.isForMainQueue { return runOnMainQueue(number, job) }
      run(job)
      return true
    }
  }

  private func nextStep(_ number: UInt64) -> State.Step {
    let (step, ended) = state.withLock { state in
      let step = state.step(number, limit: limit)
      guard case .job = step else { return (step, []) }
      // The others may have stopped waiting for the job before this one.
      if state.phase == .open, business == .rests { Calm.begin(self) }
      return (step, state.waitingTasks.beginJob())
    }
    withExtendedLifetime(ended) {}
    return step
  }

  /// Whether the job that it runs is on this thread.
  var isOnJobThread: Bool { jobThread.load() == ThreadState.current }

  func run(_ job: ReadyJob) {
    let thread = ThreadState.current
    jobThread.store(thread)
    let (task, isTurn) = (RunningTask(of: job), job.job?.flags.isTurnOfActor == true)
    sleeps.store(0)
    job.run()
    if let task { noteEnd(of: task) }
    if isTurn { noteEndOfTurn() }
    // If it was left behind, another job may have begun.
    if jobThread.exchange(thread, for: 0) { noteEndOfJob() }
  }
}
