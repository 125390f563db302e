import GlobalEnvironment

/// Real time that has passed between two looks at the process, and what the process did meanwhile.
struct PassedTime: Sendable {
  /// What the last look at the runs has shown; nil until the first.
  static let last = Locked<PassedTime?>(nil)

  /// How much of it counts as waiting. Half a second at most: a debugger may have stopped the process, or the machine may
  /// have slept. A quarter while the process uses all processors, or its queues or this thread run late: then anything may
  /// wait for a processor.
  let patience: Duration
  /// Whether queues have run late: all of their threads may wait.
  let areQueuesLate: Bool
  /// Whether the process has done hardly anything.
  let isQuiet: Bool

  init(from before: ProcessorTime, to now: ProcessorTime, areQueuesLate: Bool) {
    let time = min(now.elapsed(since: before), .milliseconds(500))
    self.areQueuesLate = areQueuesLate
    let isLate = areQueuesLate || now.elapsed(since: before) > .milliseconds(350) || now.isBusy(since: before)
    patience = isLate ? time / 4 : time
    isQuiet = now.isQuiet(since: before)
  }
}
