import GlobalEnvironment

/// The tasks of no run that go on as a part of one, as that has woken them.
///
/// Such a guest stays until it suspends; the run that wakes it next gets it then. Where a task that yields is not shown, a guest
/// that yields goes on elsewhere, and what wakes it next may be a task that is there, too. So there it is remembered where each
/// guest was last, until that run ends. In between it is as with a run's own tasks: see ``UnseenTasks``.
enum Guests {
  private static let hosts = Locked<[UInt64: TimelineDriver]>([:])

  /// The run that has woken a task here, or that had it last; nil where there is none. A run whose job takes long gets no guests: they
  /// would wait for that job, and runtimes before that of Swift 6.3 enqueue a task more than once.
  static func host(of task: UInt64) -> TimelineDriver? {
    guard let run = TimelineDriver.running ?? last(of: task), run.isRun, run.business != .isExcused else { return nil }
    return run
  }

  private static func last(of task: UInt64) -> TimelineDriver? {
    Jobs.showYields ? nil : hosts.withLock { $0[task] }
  }

  static func note(_ task: UInt64, in run: TimelineDriver) {
    if Jobs.showYields { return }
    // The one before is released after the lock.
    _ = hosts.withLock { $0.updateValue(run, forKey: task) }
  }

  /// Notes that a run has ended, which the caller holds.
  static func end(_ run: TimelineDriver) {
    if Jobs.showYields { return }
    hosts.withLock { hosts in
      for (task, host) in hosts where host === run { hosts[task] = nil }
    }
  }
}
