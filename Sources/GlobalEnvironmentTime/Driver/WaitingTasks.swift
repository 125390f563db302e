// audit:allow-file clock – tasks that run elsewhere do so in real time.

import GlobalEnvironment

/// The tasks of a run that wait for something other than its time.
///
/// Whatever wakes such a task need not show here: it may be ready on an actor that code of no run holds, or run there, or on an
/// executor of its own. The runtime knows. Time does not move over a task that can do something, as long as that does not take
/// seconds: it may wait in vain there.
///
/// They are retained, so that they can be asked. One that ends where that does not show is released before the next job begins.
struct WaitingTasks {
  /// By their numbers.
  private var tasks: [UInt64: RunningTask] = [:]
  /// Whether a task may have ended outside of a job of its own.
  private var mayHaveEnded = false
  /// Since when one of them has been found to do something elsewhere, while nothing else could.
  private var awakeSince: ContinuousClock.Instant?
  /// How long time waits for that, at most.
  var patience = Duration.seconds(5)

  mutating func insert(_ task: RunningTask) { tasks[task.number] = task }

  mutating func remove(_ task: RunningTask) -> RunningTask? { tasks.removeValue(forKey: task.number) }

  /// Notes that a turn of an actor has ended, or something of another thread has come: then a task may have ended there.
  mutating func noteOthers() { mayHaveEnded = true }

  /// Takes out those that have ended, for the caller to release them outside of locks, before a job begins.
  mutating func beginJob() -> [RunningTask] {
    awakeSince = nil
    return mayHaveEnded ? takeEnded() : []
  }

  private mutating func takeEnded() -> [RunningTask] {
    mayHaveEnded = false
    let ended = tasks.values.filter(\.hasEnded)
    for task in ended { tasks[task.number] = nil }
    return ended
  }

  /// Returns after how much time to look again, as one of them can do something; nil where none can.
  mutating func delay() -> Duration? {
    let awake = tasks.values.filter(\.isAwake)
    if awake.isEmpty {
      awakeSince = nil
      return nil
    }
    let since = awakeSince ?? .now
    awakeSince = since
    let waited = since.duration(to: .now)
    if waited < patience { return max(.microseconds(50), min(waited, .milliseconds(1))) }
    // Until they are woken here once more. None of them has ended, so nothing is released with it.
    for task in awake { tasks[task.number] = nil }
    awakeSince = nil
    return nil
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

  /// Nil for a job that is no task, and for a task of `async let`, which has no reference counts.
  init?(of job: ReadyJob) {
    guard case .job(let job, let number, _, _) = job, PrivateLayouts.found?.isStatusShown == true else { return nil }
    let flags = JobFlags(of: job)
    guard flags.isTask, !flags.isOfAsyncLet else { return nil }
    (object, self.number) = (unsafeBitCast(job, to: Object.self), number)
  }

  var id: UInt { unsafeBitCast(object, to: UInt.self) }

  private var status: TaskStatus {
    withExtendedLifetime(object) { TaskStatus(of: unsafeBitCast(object, to: UnsafeRawPointer.self)) }
  }
  var hasEnded: Bool { status.hasEnded }
  var isAwake: Bool { status.isAwake }
}

extension TimelineDriver {
  /// Notes that a job has ended, if its task waits for something other than this time.
  func noteWait(of task: RunningTask) {
    if sleeper.load() == task.id { return sleeper.store(0) }
    let hasEnded = task.hasEnded
    // Released outside of the lock.
    _ = state.withLock { state in
      if hasEnded { return state.waitingTasks.remove(task) }
      state.waitingTasks.insert(task)
      return nil
    }
  }

  /// After how much time to look again, as a task of this run can do something where that does not show; nil for none.
  func delayForTasksElsewhere() -> Duration? {
    // A job that blocks may keep the task from going on.
    state.withLock { $0.mayMove && $0.blocked.isEmpty ? $0.waitingTasks.delay() : nil }
  }
}
