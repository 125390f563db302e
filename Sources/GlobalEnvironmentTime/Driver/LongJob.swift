import GlobalEnvironment

/// What is seen of a run that is busy while others wait for calm: whether it takes so long that they should not.
///
/// Its job may hold an actor for which they wait. But it may also compute, or block its thread for a semaphore that another test
/// would signal.
struct LongJob {
  /// How many jobs a run may do without a rest.
  private static let mostSteps = 1 << 16

  private var firstStep: Int?
  /// What had been done at the last look: how many jobs had begun, and how many tasks of others had been shown meanwhile, as a
  /// turn of an actor runs many. What follows is of the last job alone.
  private var done: (steps: Int, shows: UInt)?
  /// For how many looks it has been found to wait.
  private var waits = 0
  /// The seconds for which its thread had run at the first look, and at the last.
  private var processorTime: (first: Double, last: Double)?
  /// Whether the others do not wait for the run any more.
  private(set) var isExcused = false

  /// Looks once more, after a fiftieth of a second.
  ///
  /// - Parameter isSharedWithWaiting: Whether a run waits whose tasks have met those of another on an actor. Such a job gets
  ///   longer if its run is one of these, too.
  mutating func look(at work: some CalmWork, isSharedWithWaiting: Bool) {
    let (steps, shows) = (work.steps, work.shownTasks)
    let first = firstStep ?? steps
    firstStep = first
    if done?.steps != steps || done?.shows != shows { (waits, processorTime) = (0, nil) }
    done = (steps, shows)
    let isShared = isSharedWithWaiting && work.hasMetOthers
    isExcused =
      steps - first > Self.mostSteps
      || (work.needsMainQueue ? waitsLongForMainQueue() : takesLong(work.threadOfJob, isShared))
  }

  /// All wait for the main queue before their time moves. But what holds that for seconds may wait for one that does not.
  private mutating func waitsLongForMainQueue() -> Bool {
    waits += 1
    return waits > 250
  }

  /// While it waits for a processor it does not take long: on a busy machine that takes any time. And in a busy process, it may
  /// wait for a thread that waits for one.
  private mutating func takesLong(_ thread: UInt, _ isShared: Bool) -> Bool {
    let isQuiet = PassedTime.last.withLock { $0?.isQuiet } == true
    guard thread != 0, let now = ThreadState.processorTime(of: thread) else {
      // Its turn has not come: it waits for a new thread, which comes late in a busy process; or for tasks that yield unseen.
      waits += 1
      return waits > (isQuiet ? 25 : 100)
    }
    let (first, last) = processorTime ?? (now, now)
    processorTime = (first, now)
    if now == last, !ThreadState.isRunnable(thread) { waits += 1 }
    return waits > (isShared ? 10 : 2) * (isQuiet ? 1 : 10) || now - first > (isShared ? 1 : 0.1)
  }
}
