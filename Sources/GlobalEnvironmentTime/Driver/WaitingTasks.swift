// audit:allow-file clock – tasks that run elsewhere do so in real time.

import GlobalEnvironment

/// The tasks of a run that wait for something other than its time.
///
/// Whatever wakes such a task need not show here: it may be ready on an actor that code of no run holds, or run there, or on an
/// executor of its own. The runtime knows. Time does not move over a task that can do something, as long as that does not take
/// seconds: it may wait in vain there.
///
/// They are retained, so that they can be asked. One that ends where that does not show is released before the next job begins;
/// among many, some jobs later, so that the cost of a job does not grow with their number.
struct WaitingTasks {
  /// The address of the body's task; nil when the body has ended, as the task may be gone then. It is a task of `async let`.
  private var body: UInt?
  /// The others, by their numbers.
  private var tasks: [UInt64: RunningTask] = [:]
  /// How many jobs have run, since the ended ones were taken out, in which a task may have ended that was not theirs.
  private var jobsOfOthers = 0
  /// How many tasks may be asked. Each look adds some, so that among many looks of many tasks some are left out.
  private var credit = Self.mostCredit
  private static let (mostCredit, creditPerLook) = (1 << 20, 256)
  /// Since when one of them has been found to do something elsewhere, while nothing else could.
  private var awakeSince: ContinuousClock.Instant?
  /// Whether it has waited for ``pause`` since the last job.
  private var hasPaused = false
  /// Those that have done something elsewhere for too long, until they wait again.
  private var excused: Set<UInt64> = []
  /// How long time waits for that, at most.
  var patience = Duration.seconds(5)
  /// How long time waits when one of them has ended elsewhere, or has ceased to do something there: before that shows as what it
  /// wakes, its thread may have to wait for a processor.
  private static let pause = Duration.milliseconds(10)

  /// Notes that the body of a run begins in a task, or ends.
  mutating func setBody(_ task: UnsafeRawPointer?) {
    body = PrivateLayouts.found?.isStatusShown == true ? task.map { UInt(bitPattern: $0) } : nil
  }

  var isEmpty: Bool { tasks.isEmpty }

  mutating func insert(_ task: RunningTask) { tasks[task.number] = task }

  mutating func remove(_ task: RunningTask) -> RunningTask? { tasks.removeValue(forKey: task.number) }

  /// Notes that something of another thread has come: a task may have ended there.
  mutating func noteOthers() { if !tasks.isEmpty { jobsOfOthers += 1 } }

  /// Takes out those that have ended, for the caller to release them outside of locks, before a job begins.
  mutating func beginJob() -> [RunningTask] {
    (awakeSince, hasPaused) = (nil, false)
    return jobsOfOthers == 0 ? [] : takeEnded()
  }

  /// The same when a turn of an actor has ended: tasks that have ended there have woken what waits for them.
  mutating func endTurn() -> [RunningTask] {
    jobsOfOthers += 1
    return takeEnded()
  }

  private mutating func takeEnded() -> [RunningTask] {
    if areMany && tasks.count > 16 * jobsOfOthers { return [] }
    jobsOfOthers = 0
    let ended = tasks.values.filter(\.hasEnded)
    for task in ended { tasks[task.number] = nil }
    return ended
  }

  private var areMany: Bool { tasks.count > 64 }

  /// Returns after how much time to look again, as one of them can do something; nil where none can.
  mutating func delay() -> Duration? {
    let (awake, hasAnyEnded) = look()
    if !excused.isEmpty { excused.formIntersection(awake) }
    if awake.count == excused.count {
      if !hasPaused, hasAnyEnded || awakeSince != nil {
        hasPaused = true
        return Self.pause
      }
      awakeSince = nil
      return nil
    }
    let since = awakeSince ?? .now
    awakeSince = since
    let waited = since.duration(to: .now)
    if waited < patience { return max(.microseconds(50), min(waited, .milliseconds(1))) }
    excused = Set(awake)
    awakeSince = nil
    return nil
  }

  /// Returns the numbers of those that can do something, and whether one has ended elsewhere, as far as that is known.
  private mutating func look() -> (awake: [UInt64], hasAnyEnded: Bool) {
    var awake: [UInt64] = []
    if let body = body.flatMap({ UnsafeRawPointer(bitPattern: $0) }), TaskStatus(of: body).isAwake { awake.append(0) }
    credit = min(credit + Self.creditPerLook, Self.mostCredit)
    if tasks.isEmpty || tasks.count > credit { return (awake, false) }
    var hasAnyEnded = false
    for task in tasks.values {
      let status = task.status
      if status.isAwake { awake.append(task.number) }
      if status.hasEnded { hasAnyEnded = true }
    }
    // Looks at one that is awake are limited by time.
    if awake.isEmpty { credit -= tasks.count }
    // Among many, there may be some that have ended in turns of the run's own actors.
    if areMany { return (awake, false) }
    if hasAnyEnded { jobsOfOthers += 1 }
    return (awake, hasAnyEnded)
  }

  mutating func removeAll() -> [RunningTask] {
    defer { tasks = [:] }
    return Array(tasks.values)
  }
}

/// A task whose job runs, or that waits. It is retained, so that it can be asked what it does.
///
/// `@unchecked` holds because what is asked is read atomically.
struct RunningTask: @unchecked Sendable {
  // A task is an object of the runtime. It is never used as an `Object`.
  private final class Object {}
  private let object: Object
  let number: UInt64

  /// Nil for a task of `async let`, which has no reference counts.
  private init?(_ task: UnsafeRawPointer, _ number: UInt64) {
    guard PrivateLayouts.found?.isStatusShown == true else { return nil }
    let flags = JobFlags(of: task)
    guard flags.isTask, !flags.isOfAsyncLet else { return nil }
    (object, self.number) = (unsafeBitCast(task, to: Object.self), number)
  }

  /// Nil for a job that is no task, and for a task of no run: that may never pause.
  init?(of job: ReadyJob) {
    guard case .job(let job, let number, _, isGuest: false) = job else { return nil }
    self.init(unsafeBitCast(job, to: UnsafeRawPointer.self), number)
  }

  static var current: RunningTask? {
    guard let task = currentTask, let number = currentTaskID else { return nil }
    return RunningTask(task, number)
  }

  var status: TaskStatus {
    withExtendedLifetime(object) { TaskStatus(of: unsafeBitCast(object, to: UnsafeRawPointer.self)) }
  }
  var hasEnded: Bool { status.hasEnded }
}

extension TimelineDriver {
  /// Notes what the task of a job does that has ended.
  func noteEnd(of task: RunningTask) {
    if sleeps.load() != 0 { return }
    guard task.hasEnded else { return note(waits: task) }
    if areTasksWaiting.load() == 0 { return }
    // Released outside of the lock.
    _ = state.withLock { state in
      defer { areTasksWaiting.store(state.waitingTasks.isEmpty ? 0 : 1) }
      return state.waitingTasks.remove(task)
    }
  }

  /// Notes that a turn of an actor has ended, in which tasks may have ended as well.
  func noteEndOfTurn() {
    if areTasksWaiting.load() == 0 { return }
    // Released outside of the lock.
    _ = state.withLock { state in
      defer { areTasksWaiting.store(state.waitingTasks.isEmpty ? 0 : 1) }
      return state.waitingTasks.endTurn()
    }
  }

  /// Notes that a task waits for something other than this time, or runs where this driver does not see it.
  func note(waits task: RunningTask) {
    state.withLock { state in
      guard state.phase == .open, isRun || state.takesJobs else { return }
      state.waitingTasks.insert(task)
      areTasksWaiting.store(1)
    }
  }
}
