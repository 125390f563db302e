import GlobalEnvironment

/// What is to happen, in order, and how far time has come. It moves only when told.
///
/// Everything here is safe from any thread, and nothing is called while the lock is held.
final class Timeline: Sendable {
  typealias Ticket = DeadlineQueue<Waiter>.Ticket

  /// Something that waits for its deadline.
  struct Waiter: Sendable {
    enum Action: Sendable {
      case work(@Sendable () -> Void)
      case sleep(UnsafeContinuation<Void, any Error>, SleepingTask)
    }

    var action: Action
    var since = Duration.zero
    var origin: Origin

    var place: SourcePlace? { origin.place }
    var task: String? { origin.task }
  }

  /// Who asked to wait, and where: one object for many waiters that have it in common, to keep each of them small.
  ///
  /// `@unchecked` holds because nothing is set after the initialiser, and any thread may read a weak reference.
  final class Origin: @unchecked Sendable {
    let place: SourcePlace?
    let task: String?
    /// Whether the body of a run waits for it, in its own task or in a child.
    let isOfBody: Bool
    /// What work runs in. Weak, since the scope's environment holds the time, which holds the work.
    private(set) weak var scope: EnvironmentScope?

    init(place: SourcePlace?, task: String?, isOfBody: Bool, scope: EnvironmentScope?) {
      self.place = place
      self.task = task
      self.isOfBody = isOfBody
      self.scope = scope
    }

    fileprivate func isOf(
      _ place: SourcePlace?, _ task: String?, _ isOfBody: Bool, _ scope: EnvironmentScope?
    ) -> Bool {
      place?.line == self.place?.line && place?.column == self.place?.column
        && place?.fileID.utf8Start == self.place?.fileID.utf8Start
        && place?.filePath.utf8Start == self.place?.filePath.utf8Start
        && task == self.task && isOfBody == self.isOfBody && scope === self.scope
    }
  }

  private struct State {
    /// That of the waiter added last: most come from where the one before came from.
    var origin: Origin?
    var elapsed = Duration.zero
    var waiters = DeadlineQueue<Waiter>()
    var revision: UInt64 = 0
    var log: TimelineLog?
    var loops = LoopWatch()
    /// What came back again and again at one moment, and was taken off.
    var endless: Origin?
    /// The task whose sleep was last refused because it is cancelled, and how often in a row.
    var refused: (task: SleepingTask, count: Int)?

    mutating func add(_ waiter: Waiter, at deadline: Duration) -> Ticket {
      var waiter = waiter
      waiter.since = elapsed
      revision += 1
      log?.append(.began, waiter, at: elapsed)
      return waiters.insert(waiter, at: min(deadline, .farthest))
    }

    mutating func takeNext(dueBy end: Duration) -> (Waiter?, isEndless: Bool) {
      guard
        let deadline = waiters.nextDeadline, deadline < .farthest,
        let (waiter, _, number) = waiters.popFirst(dueBy: end)
      else { return (nil, false) }
      revision += 1
      let isNews = loops.letGo(
        number, of: waiters.insertions, isOfBody: waiter.origin.isOfBody, movesTime: deadline > elapsed)
      // Work that moves time itself may have moved it past this deadline.
      if deadline > elapsed { refused = nil }
      elapsed = max(elapsed, deadline)
      log?.append(isNews ? .ended : .cancelled, waiter, at: elapsed)
      if !isNews { endless = waiter.origin }
      return (waiter, isEndless: !isNews)
    }
  }

  private let state: Locked<State>

  /// Makes a timeline on which nothing waits.
  ///
  /// - Parameter isLogged: Whether all that happens is kept for ``log``.
  init(isLogged: Bool = false) {
    state = Locked(State(log: isLogged ? TimelineLog() : nil))
  }

  /// How far time has come since its beginning.
  var elapsed: Duration { state.withLock { $0.elapsed } }

  /// A number that changes with each change of what waits.
  var revision: UInt64 { state.withLock { $0.revision } }

  /// What happened so far, if that is kept.
  var log: TimelineLog? { state.withLock { $0.log } }

  /// What waits, in the order in which it is due.
  var waiting: [(waiter: Waiter, deadline: Duration)] {
    state.withLock { $0.waiters.inOrder }.map { (waiter: $0.element, deadline: $0.deadline) }
  }

  /// When the next waiter is due; nil when nothing is due ever.
  var nextDeadline: Duration? {
    state.withLock { $0.waiters.nextDeadline }.flatMap { $0 < .farthest ? $0 : nil }
  }

  // MARK: Waiting

  /// Returns who asks to wait.
  func origin(
    place: SourcePlace?, task: String?, isOfBody: Bool = false, scope: EnvironmentScope? = nil
  ) -> Origin {
    // Not compared under the lock: the last reference to another scope may go here, and a deinit of the user's with it.
    if let last = state.withLock({ $0.origin }), last.isOf(place, task, isOfBody, scope) { return last }
    let origin = Origin(place: place, task: task, isOfBody: isOfBody, scope: scope)
    state.withLock { $0.origin = origin }
    return origin
  }

  /// Adds a waiter; its `since` is now.
  func add(_ waiter: Waiter, at deadline: Duration) -> Ticket {
    state.withLock { $0.add(waiter, at: deadline) }
  }

  /// Adds a waiter unless `deadline` has passed.
  func addUnlessPast(_ waiter: Waiter, at deadline: Duration) -> Ticket? {
    state.withLock { deadline <= $0.elapsed ? nil : $0.add(waiter, at: deadline) }
  }

  /// How many sleeps in a row a cancelled task may begin while time stands still.
  private static let refusals = 10_000

  /// Whether a sleep of the running task, which is cancelled, may fail at once; false for one that ignores that, and tries
  /// again and again.
  func maySleepFail() -> Bool {
    state.withLock { state in
      let task = SleepingTask.current
      let count = state.refused.map { $0.task == task ? $0.count + 1 : 1 } ?? 1
      state.refused = (task, count)
      return count < Self.refusals
    }
  }

  /// Takes a waiter off again; nil when it has left already.
  func remove(_ ticket: Ticket) -> Waiter? {
    state.withLock { state in
      guard let waiter = state.waiters.remove(ticket) else { return nil }
      state.revision += 1
      state.log?.append(.cancelled, waiter, at: state.elapsed)
      return waiter
    }
  }

  /// Takes everything off, and returns it in the order in which it would have been due.
  func removeAll() -> [Waiter] {
    state.withLock { state in
      let waiters = state.waiters.removeAll()
      state.revision += 1
      for waiter in waiters { state.log?.append(.cancelled, waiter, at: state.elapsed) }
      return waiters
    }
  }

  // MARK: Moving

  /// Takes off the next waiter that is due by `end`, and moves time to its deadline.
  ///
  /// What comes back for ever without time moving is taken off for good, and kept for ``takeEndless()``.
  func takeNext(dueBy end: Duration) -> Waiter? {
    while true {
      let (waiter, isEndless) = state.withLock { $0.takeNext(dueBy: end) }
      if !isEndless { return waiter }
    }
  }

  /// Returns, once, who asked for what came back for ever without time moving.
  func takeEndless() -> Origin? {
    state.withLock { $0.endless.take() }
  }

  /// How often something may come back before it is taken for endless.
  var loopLimit: Int { state.withLock { $0.loops.limit } }

  /// Whether nothing but loops has gone on for long, and nothing else waits.
  var isFutile: Bool {
    state.withLock { state in
      guard state.loops.isSuspicious else { return false }
      let loops = state.loops
      let hasOthers = state.waiters.contains { waiter, number, deadline in
        deadline < .farthest && !loops.isLoop(number, isOfBody: waiter.origin.isOfBody)
      }
      if hasOthers { state.loops.trust() }
      return !hasOthers
    }
  }

  /// Moves time to `end`, if that lies ahead.
  func move(to end: Duration) {
    state.withLock { $0.elapsed = max($0.elapsed, end) }
  }
}
