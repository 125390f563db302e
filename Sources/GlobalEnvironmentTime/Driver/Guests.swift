import GlobalEnvironment

/// The tasks of no run that go on as a part of one, as that has woken them.
///
/// Such a guest stays until it suspends; the run that wakes it next gets it then. A run whose job takes long gets none: they
/// would wait for that job, and runtimes before that of Swift 6.3 enqueue a task more than once. They go on elsewhere.
///
/// Until a run ends, it is known which guests it has woken last, itself or by other guests. Where yields do not show, a guest that
/// yields goes on elsewhere, too, and a task there may wake it next. Until then, the rules of a run's own tasks hold: see
/// ``UnseenTasks``.
enum Guests {
  private struct State {
    var hosts: [UInt64: TimelineDriver] = [:]
    /// The tasks that each open run has woken, so that its end looks at no others.
    var tasks: [ObjectIdentifier: Set<UInt64>] = [:]

    /// - Returns: The run before, to be released after the lock.
    mutating func set(_ task: UInt64, to run: TimelineDriver) -> TimelineDriver? {
      if hosts[task] === run { return nil }
      tasks[ObjectIdentifier(run), default: []].insert(task)
      return hosts.updateValue(run, forKey: task)
    }
  }

  private static let state = Locked(State())

  /// The run that wakes a task here, or that had it last; nil where there is none, or it gets no guests. Notes who wakes it.
  static func host(of task: UInt64) -> TimelineDriver? {
    let host = TimelineDriver.running ?? (Jobs.showYields ? nil : last(of: task))
    if let waker = host ?? wakerOfCurrentTask, waker.isRun { note(task, in: waker) }
    guard let host, host.isRun, host.business != .isExcused else { return nil }
    return host
  }

  /// The open run that has woken the running task last; nil for none.
  static var wakerOfCurrentTask: TimelineDriver? { TimelineDriver.running ?? currentTaskID.flatMap(last) }

  private static func last(of task: UInt64) -> TimelineDriver? { state.withLock { $0.hosts[task] } }

  private static func note(_ task: UInt64, in run: TimelineDriver) {
    // A run that is open here has its end after this.
    _ = state.withLock { run.phase == .open ? $0.set(task, to: run) : nil }
  }

  /// Notes that a run has ended, which the caller holds.
  static func end(_ run: TimelineDriver) {
    state.withLock { state in
      for task in state.tasks.removeValue(forKey: ObjectIdentifier(run)) ?? [] where state.hosts[task] === run {
        state.hosts[task] = nil
      }
    }
  }
}
