// audit:allow-file clock – a run that can do nothing is given up in real time.

import Dispatch
import GlobalEnvironment

extension TimelineDriver {
  struct State {
    var ready: ReadyJobs
    /// The loop at work; one that was left behind has another number.
    var loop: UInt64 = 0
    var isLooping = false
    var phase = Phase.open
    /// Whether it was told that a task sleeps in its time after its end.
    var hasToldLateSleep = false
    var queue: DispatchQueue?
    /// The loops that were left behind, as their jobs block their threads.
    var blocked: [UInt64: Blocked] = [:]
    /// The address of the task whose job runs; nil for a job that is a part of a task, and for work.
    var runningBegin: UInt?
    /// Whether work was the last that ran, besides turns of actors and yields; and where the running one was scheduled.
    var isWork = false
    var workPlace: SourcePlace?
    /// Where a task had continued that ran without end, a little before that was told.
    var endlessPoints: [UInt] = []
    /// Set when something changes while the loop looks for what to do.
    var hasNews = false

    /// How many jobs have run, and sleeps that took no time.
    var steps = 0
    /// Where ``steps`` stood when something new had happened, or time had moved, for the last time.
    var stepsAtNews = 0
    var stepsAtMoment = 0
    /// How many jobs of child tasks have run, and sleeps in real time begun, as the body of a run is such a task.
    var bodySteps = 0
    /// How many sleeps have taken no time.
    var sleepsOfNoTime = 0
    /// How often jobs have counted as endless since nothing was ready.
    var polls = 0
    /// When the first of these was counted.
    var pollsSince = ContinuousClock.Instant.now
    var latestTask: UInt64 = 0
    var runningTask: UInt64 = 0
    /// The task that the running job continues off the main queue, where that is no turn of an actor; else zero.
    var taskElsewhere: UInt64 = 0
    /// Whether the running job is a turn of an actor, or continues a task of no run.
    var isTurnOfActor = false
    var isGuest = false
    /// When nothing was left to do, in real time.
    var restsSince: ContinuousClock.Instant?
    /// The messages that the test gets when the run has ended.
    var complaints: [String] = []

    /// How far time may move: for each request its end.
    var horizons: [UInt64: Duration] = [:]
    var nextRequest: UInt64 = 0
    var settling: [(continuation: UnsafeContinuation<Int, Never>, isOfThis: Bool)] = []
    /// Whether turns of all queues have passed since the last job of a run, or since code began to move a mock's time.
    var isConfirmed = false
    /// Which tasks may have yielded since, where that does not show.
    var unseen = UnseenTasks()
    var waitingTasks = WaitingTasks()
    /// The family of the test that moves this time, where no run does.
    var family: ScopeFamily?
    /// The family of the run, which holds the driver; nil when that is closed. Not weak: that makes each use of it slower.
    var runFamily: ScopeFamily?
    var run: UInt64?
    /// The code that has begun the run.
    var test: CodeOfTest?
    /// Under which the loop waits for calm; nil while it does not.
    var ticket: Calm.Ticket?
    /// Since when it lets turns of queues pass meanwhile, and does not wait for other runs; nil while it does not.
    var turnsSince: ContinuousClock.Instant?
    /// For how long it has held up others so.
    var turnsTime = Duration.zero
    var letsTurnsPass: Bool { turnsSince != nil }
    /// The moment in ``Calm`` for which it has got leave to move time.
    var due: Duration?
    /// Whether the body of the run is a test of XCTest, which may hold the main thread.
    var mayHoldMainThread = false
    /// How many jobs have been taken for the main queue, and have not begun there.
    var jobsForMainQueue = 0
    var onStuck: (@Sendable (StuckError.Reason, _ function: String?) -> Void)?

    /// What is under way outside, while time stands still, and how each is cancelled.
    var outside: [UInt64: Outside] = [:]
    /// The requests for which each task waits there.
    var standing: [UInt64: Set<UInt64>] = [:]
    /// For how many requests time stands still: all but those whose task sleeps by this time.
    var awake = 0
    var isStandstillReported = false
    /// Functions that return whether something outside will be under way at any moment.
    var watched: [UInt64: @Sendable () -> Bool] = [:]
    /// Each `Task.sleep` of the run, by its task, until that continues.
    var realSleeps: [UInt64: RealSleep] = [:]
    /// What tasks wait for other than time, in words.
    var waits: [UInt64: (what: String, isOfTask: Bool)] = [:]

    /// Whether time stands still.
    var isOutside: Bool { awake > 0 }
    var takesJobs: Bool { !horizons.isEmpty || !settling.isEmpty }
    /// How far time may move.
    var horizon: Duration { horizons.values.max() ?? .zero }

    /// - Returns: Whether a loop must begin.
    mutating func wakes() -> Bool {
      guard !isLooping, phase == .open else { return false }
      isLooping = true
      if let rest { for loop in blocked.keys { blocked[loop]?.rest += rest } }
      restsSince = nil
      return true
    }

    mutating func beginTurns() { turnsSince = .now }

    /// Notes that turns have passed, or that it waits for them no more.
    mutating func endTurns() {
      if let turnsSince { turnsTime += turnsSince.duration(to: .now) }
      turnsSince = nil
    }

    /// For how long nothing has been left to do.
    var rest: Duration? { restsSince?.duration(to: .now) }

    mutating func complain(_ message: String) {
      if !complaints.contains(message) { complaints.append(message) }
    }

    /// Adds a request to one of the lists.
    mutating func add<Value>(_ value: Value, to requests: WritableKeyPath<Self, [UInt64: Value]>) -> UInt64 {
      nextRequest += 1
      self[keyPath: requests][nextRequest] = value
      return nextRequest
    }
  }

  /// Something of the real world that is under way.
  struct Outside: Sendable {
    /// The task that waits for it; nil where that is not known.
    let task: UInt64?
    let cancel: @Sendable () -> Void
    /// Whether that task sleeps by this time, so that it must move.
    var sleeps = false
  }

  /// A loop that was left behind.
  struct Blocked: Sendable {
    /// The function in which the job that blocks began.
    let function: String?
    /// How many jobs had run when it was left behind, or when it was last seen asleep.
    var steps: Int
    /// Its thread, if that slept without a break, and the seconds that it had run until then.
    let sleeper: (thread: UInt, used: Double)?
    /// Whether it waits for the real world, and so for no other task.
    let isForWorld: Bool
    let since = ContinuousClock.now
    /// Whether its thread no longer slept when nothing was ready. It may still have waited for a processor then.
    var isWoken = false
    /// For how long nothing was left to do since.
    var rest = Duration.zero
  }

  enum Phase: Sendable {
    case open
    /// Its run has ended: what continues does so in real time.
    case over
    /// Its run was given up, and would run forever: its next jobs are kept, and do not run.
    case frozen
  }
}

extension TimelineDriver.State {
  enum Step {
    case end
    /// - Parameter hadNews: Whether something has changed since the last step.
    case nothing(isAnyBlocked: Bool, hadNews: Bool)
    case job(ReadyJob, isEndless: Bool)
  }

  /// What the loop with that number does next.
  mutating func step(_ number: UInt64, limit: Int) -> Step {
    guard loop == number, phase != .frozen else { return .end }
    let hadNews = hasNews
    hasNews = false
    let goesOn = ready.goesOn
    guard let job = ready.takeNext() else { return .nothing(isAnyBlocked: !blocked.isEmpty, hadNews: hadNews) }
    let (task, flags) = job.job.map { ($0.flags.isTask ? $0.address : nil, $0.flags) } ?? (nil, nil)
    let isTurn = flags?.isTask == false
    if job.isForMainQueue { jobsForMainQueue += 1 }
    // Now, not when the job became ready: another thread may cancel a sleep before the sleep is noted.
    if !isTurn, !realSleeps.isEmpty { realSleeps[job.task] = nil }
    // Such a job is a part of the step before it.
    if !goesOn {
      steps += 1
      // The body of a run is a child task.
      if flags?.isChild == true { bodySteps += 1 }
    }
    (runningTask, isTurnOfActor, isGuest) = (job.task, flags?.isTurnOfActor == true, job.isGuest)
    (runningBegin, workPlace) = (nil, nil)
    taskElsewhere = isTurn || job.isForMainQueue ? 0 : job.task
    if case .work(let waiter) = job {
      (workPlace, isWork) = (waiter.place, true)
    } else if let task {
      (runningBegin, isWork) = (task, false)
      if isNearlyEndless(limit) { endlessPoints = ResumePoints.of(task) }
    }
    if run != nil {
      isConfirmed = false
      if !Jobs.showYields { unseen.begin(job) }
    }
    return .job(job, isEndless: isEndless(limit))
  }

  /// Whether that many jobs have run since anything new happened.
  func isEndless(_ limit: Int) -> Bool {
    steps - stepsAtNews > limit || steps - stepsAtMoment > 5 * limit
  }

  /// Whether so many have run that the next ones are looked at, for a message.
  func isNearlyEndless(_ limit: Int) -> Bool { isEndless(limit - 64) }

  /// Counts the next jobs as endless sooner, because the last ones were.
  mutating func hurry(_ limit: Int) {
    (stepsAtNews, stepsAtMoment) = (steps - limit / 16 * 15, steps - limit / 16 * 79)
  }

  enum Next {
    case again, rest, move(Duration)
    case settle([(continuation: UnsafeContinuation<Int, Never>, isOfThis: Bool)], steps: Int)
  }

  /// Whether time may move when nothing is ready, or what waits until nothing is ready may continue.
  var mayMove: Bool {
    !hasNews && ready.isEmpty && jobsForMainQueue == 0 && (!settling.isEmpty || !isOutside && !horizons.isEmpty)
  }

  /// What the loop with that number, which may have been left behind, does when nothing is ready.
  mutating func next(_ number: UInt64) -> Next {
    if loop != number || hasNews || !ready.isEmpty { return .again }
    // The main thread was left behind with a job. That comes before time moves.
    if jobsForMainQueue > 0 { return rests() ? .rest : .again }
    if !settling.isEmpty {
      defer { settling = [] }
      return .settle(settling, steps: steps)
    }
    guard !isOutside, !horizons.isEmpty else { return rests() ? .rest : .again }
    return .move(horizon)
  }

  /// Ends the loop, unless something has changed.
  mutating func rests() -> Bool {
    guard !hasNews, ready.isEmpty else { return false }
    isLooping = false
    restsSince = .now
    polls = 0
    return true
  }
}
