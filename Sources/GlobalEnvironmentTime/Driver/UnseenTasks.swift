import GlobalEnvironment

/// The tasks of a run that may go on at any moment, where a task that yields is not shown before it is ready again.
///
/// When the job of a task has ended, the task has not yielded if it is ready elsewhere, or sleeps on the run's own timeline. Any
/// other may have. Before time moves, turns of the real queues pass for those, and not for the rest: they take long.
struct UnseenTasks {
  /// Those whose jobs have ended in a way that does not show. Zero stands for any: a turn of an actor runs several.
  private var tasks: Set<UInt64> = []
  /// The task of the running job; nil when that has ended.
  private var running: UInt64?
  /// Whether that task is ready again, or the job is of none.
  private var isSeen = false
  /// The sleep that it has begun last.
  private(set) var sleep: Timeline.Ticket?
  /// How many tasks had been made that were not shown, when turns passed last.
  private(set) var unshown: UInt64?
  /// How often turns have passed.
  private(set) var passes = 0

  /// Whether none has yielded, unless it was made meanwhile and not shown.
  var isEmpty: Bool { tasks.isEmpty && running == nil && unshown != nil }

  /// Notes that a job begins. One before it that has not ended was left behind.
  mutating func begin(_ job: ReadyJob) {
    if running != nil { tasks.insert(0) }
    (running, isSeen, sleep) = (job.isTurn ? 0 : job.task, job.task == 0, nil)
  }

  /// Notes that a task is ready.
  mutating func show(_ task: UInt64?) {
    guard let task else { return }
    if running == task { isSeen = true }
    if !tasks.isEmpty { tasks.remove(task) }
  }

  /// Notes that a task has suspended in a sleep.
  mutating func begin(_ sleep: Timeline.Ticket, of task: UInt64?) {
    if running == task { self.sleep = sleep }
  }

  /// Notes that the job has ended.
  ///
  /// - Parameters:
  ///   - isAsleep: Whether its task still sleeps.
  ///   - sharesActors: Whether its tasks may run in jobs of other runs.
  mutating func end(isAsleep: Bool, sharesActors: Bool) {
    guard let task = running.take() else { return }
    if !isSeen, !isAsleep || task == 0 { tasks.insert(task) }
    if sharesActors { tasks.insert(0) }
  }

  /// Notes that turns have passed, which began when `unshown` tasks were not shown.
  mutating func turnsHavePassed(since unshown: UInt64) {
    tasks.removeAll(keepingCapacity: true)
    self.unshown = unshown
    passes += 1
  }
}

extension TimelineDriver {
  /// Whether a task of this run may have yielded where that does not show.
  var mayHaveYielded: Bool {
    let unshown = state.withLock { $0.unseen.isEmpty ? $0.unseen.unshown : nil }
    return unshown == nil || unshown != TaskFamilies.unshown
  }

  /// Notes that the running task has suspended in a sleep on this run's timeline.
  func noteSleep(_ sleep: Timeline.Ticket) {
    guard Self.running === self else { return }
    sleeps.store(1)
    if Jobs.showYields { return }
    let task = currentTaskID
    state.withLock { $0.unseen.begin(sleep, of: task) }
  }

  /// Notes that the job of this thread has ended.
  func noteEndOfJob() {
    if Jobs.showYields || !isRun { return }
    let isAsleep = state.withLock { $0.unseen.sleep }.map(timeline.contains) ?? false
    let shares = sharesActors.load() != 0
    state.withLock { $0.unseen.end(isAsleep: isAsleep, sharesActors: shares) }
  }
}
