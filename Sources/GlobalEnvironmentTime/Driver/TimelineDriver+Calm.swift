import Dispatch
import GlobalEnvironment

/// How a run takes part in ``Calm``.
extension TimelineDriver: CalmWork {
  var shownTasks: UInt { shows.load() }
  var hasMetOthers: Bool { sharesActors.load() != 0 }
  var threadOfJob: UInt { jobThread.load() }
  var needsMainQueue: Bool { awaitsMainQueue.load() != 0 }

  /// Changed by ``Calm`` alone.
  var business: Calm.Business {
    get { Calm.Business(rawValue: businessWord.load()) ?? .rests }
    set { businessWord.store(newValue.rawValue) }
  }

  /// Notes that something is ready. Called while the state is locked.
  ///
  /// - Returns: Whether a loop must begin.
  func wakes(_ state: inout State) -> Bool {
    state.hasNews = true
    let ticket = state.ticket.take()
    if ticket != nil || state.wakes() {
      Calm.begin(self, leaving: ticket)
      // A loop that lets turns pass continues by itself after them.
      defer { state.endTurns() }
      return !state.letsTurnsPass
    }
    // The loop waits for turns of the queues.
    if state.isLooping, state.phase == .open, business == .rests { Calm.begin(self) }
    return false
  }

  /// Whether time may move now, as far as other runs are concerned, and tasks of this one that may be ready elsewhere. If not, the
  /// loop with that number begins again when it may, or when something becomes ready here; no thread waits meanwhile.
  func hasLeave(_ number: UInt64, _ found: QuiescenceCheck) -> Bool {
    // The others may wait for the main queue, and this run for what holds that.
    if found.isWithoutMainQueue { return true }
    let (next, elapsed) = (timeline.nextDeadline ?? .farthest, timeline.elapsed)
    var delay: Duration?
    let hasLeave = state.withLock { state in
      guard state.loop == number, state.mayMove, let queue = state.queue else { return true }
      // A job that blocks may keep a task from going on.
      delay = state.blocked.isEmpty ? state.waitingTasks.delay() : nil
      if delay != nil { return false }
      // What waits until nothing is ready needs no time.
      let end = state.settling.isEmpty ? next : elapsed
      guard end < .farthest, !state.settling.isEmpty || end <= state.horizon else { return true }
      let waiter = Calm.Waiter(run: self, queue: queue, test: state.test)
      state.ticket = Calm.ask(waiter, toMoveBy: max(end - elapsed, .zero), dueAt: state.due.take())
      return state.ticket == nil
    }
    if let delay {
      Calm.end(self)
      loop(number, after: .nanoseconds(Int(delay / .nanoseconds(1))))
    }
    return hasLeave
  }

  /// For how long turns of one run hold others up, in all: a run of thousands of moves must not.
  private static var longestTurns: Duration { .milliseconds(50) }

  /// Lets this run be due while turns of queues pass. Those that are due later wait for that; for one that is not due they do not,
  /// as nothing of it is known to be ready.
  func waitInLine(_ number: UInt64) {
    let (next, elapsed) = (timeline.nextDeadline ?? .farthest, timeline.elapsed)
    state.withLock { state in
      guard state.loop == number, state.mayMove, let queue = state.queue, state.settling.isEmpty,
        next < .farthest, next <= state.horizon, state.turnsTime < Self.longestTurns
      else { return Calm.end(self) }
      let waiter = Calm.Waiter(run: self, queue: queue, test: state.test, letsTurnsPass: true)
      let (ticket, due) = Calm.wait(waiter, toMoveBy: max(next - elapsed, .zero), dueAt: state.due.take())
      (state.ticket, state.due) = (ticket, due)
      state.beginTurns()
    }
  }

  /// Ends what ``waitInLine(_:)`` began. Called while the state is locked.
  func leaveLine(_ state: inout State) {
    guard state.letsTurnsPass else { return }
    state.endTurns()
    Calm.begin(self, leaving: state.ticket.take())
  }

  /// Continues the loop that has waited with that ticket, unless something else has.
  func goOn(with ticket: Calm.Ticket, dueAt due: Duration) {
    let number = state.withLock { state -> UInt64? in
      guard state.ticket == ticket else { return nil }
      (state.ticket, state.due) = (nil, due)
      return state.loop
    }
    if let number { goOn(number) }
  }

  /// Notes that a task of one run has been shown by a thread of the other.
  func noteSharedActor(with other: TimelineDriver) {
    for driver in [self, other] where driver.sharesActors.load() == 0 { driver.sharesActors.store(1) }
  }
}
