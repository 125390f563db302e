import GlobalEnvironment

/// The tasks of no run that go on as a part of one, as that has woken them.
///
/// Such a guest stays until it suspends; the run that wakes it next gets it then. Where a task that yields is not shown, a guest
/// that yields goes on elsewhere, and what wakes it next may be a task that is there, too. So there it is remembered where each
/// guest was last, until that run ends. In between it is as with a run's own tasks: see ``UnseenTasks``.
enum Guests {
  private static let hosts = Locked<[UInt64: TimelineDriver]>([:])

  /// The run in which the task goes on that has been woken here; nil where none has anything to do with it.
  static func host(of task: UInt64) -> TimelineDriver? {
    if let running = TimelineDriver.running { return running.isRun ? running : nil }
    return Jobs.showYields ? nil : hosts.withLock { $0[task] }
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
