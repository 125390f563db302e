// audit:allow-file clock, scheduling – runs wait for each other on real queues, in real time.

import Dispatch
import GlobalEnvironment

/// Lets time move in one run after another, and only while no run of the process has anything to do.
///
/// Tests share things: an actor, a lock, a load in flight, the worker of a singleton. So a task of one run may wait for one of
/// another, and nothing shows that. Three rules keep time from moving past it:
/// - **Calm.** A run is busy from its first ready job until nothing of it is ready. Time moves only while none is busy.
/// - **Least first.** Leave to move goes to the run that is due first, on one line of moments that all share. So a test that
///   waits for a load of another (100 ms) is not overtaken by its own timeout (30 s), and one that ticks without end holds up
///   nobody.
/// - **Who wakes it, runs it.** A task of no run that a run has woken goes on as a part of that: see ``TimelineDriver/install``.
///
/// Besides, a run waits for jobs outside of runs: of tasks that its test has made there, and of those that a run has left; see
/// ``OutsideJob``. What takes long does not hold up the others: see ``LongJob``.
enum Calm {
  /// A run that waits for leave to move its time.
  struct Waiter: Sendable {
    let run: TimelineDriver
    /// The queue of its loop.
    let queue: DispatchQueue
    /// The code that has begun the run.
    let test: CodeOfTest?
    /// Whether it waits for turns of queues first, which end by themselves: those that are due later wait for it, and it gets no
    /// leave.
    var letsTurnsPass = false

    /// - Parameter restless: What runs have left and makes no pause.
    func waits(for job: OutsideJob, _ restless: RestlessWork) -> Bool {
      job.maker.map { test?.isPart(of: $0) == true } ?? !restless.contains(job.task)
    }
  }

  typealias Ticket = DeadlineQueue<Waiter>.Ticket

  private struct Busy<Work: CalmWork> {
    let work: Work
    /// Distinguishes it from other times at which this work is busy.
    let number: UInt64
    var job = LongJob()
  }

  private struct State {
    var busy: [ObjectIdentifier: Busy<TimelineDriver>] = [:]
    /// Runs that have been busy for too long. No other run waits for them.
    var excused: [ObjectIdentifier: TimelineDriver] = [:]
    var outside: [ObjectIdentifier: Busy<OutsideJob>] = [:] {
      didSet { if outside.isEmpty { restless.forgetAll() } }
    }
    var restless = RestlessWork()
    /// The first in line, if it lets turns pass, and in how many looks it was that.
    var passing: (ticket: Ticket, looks: Int)?
    /// How often a run has begun to be busy.
    var beginnings: UInt64 = 0
    /// By the moments at which they are due, on the line that all share.
    var waiting = DeadlineQueue<Waiter>()
    /// How far that line has come.
    var now = Duration.zero
    /// Whether someone looks at those that are busy, as others wait.
    var isWatched = false
    /// The runs that have got guests since the last look.
    var hosts: [ObjectIdentifier: TimelineDriver] = [:]

    mutating func begin(_ run: TimelineDriver) {
      run.business = .counts
      excused[ObjectIdentifier(run)] = nil
      guard busy[ObjectIdentifier(run)] == nil else { return }
      beginnings += 1
      busy[ObjectIdentifier(run)] = Busy(work: run, number: beginnings)
    }

    mutating func end(_ run: TimelineDriver, _ business: Business = .rests) {
      run.business = business
      busy[ObjectIdentifier(run)] = nil
      excused[ObjectIdentifier(run)] = business == .isExcused ? run : nil
    }

    /// Whether nothing that shows can do anything for the run that waits.
    func isCalm(for waiter: Waiter) -> Bool {
      busy.isEmpty && !outside.values.contains { waiter.waits(for: $0.work, restless) }
    }

    /// Notes that the one which lets turns pass is still the first in line. It leaves that when it takes long: what holds the main
    /// queue may wait for one behind it.
    mutating func lookAtPassing() {
      guard waiting.next?.letsTurnsPass == true, let ticket = waiting.nextTicket else { return passing = nil }
      let looks = passing?.ticket == ticket ? (passing?.looks ?? 0) + 1 : 0
      passing = (ticket, looks)
      if looks > Calm.mostLooksAtTurns { _ = waiting.remove(ticket) }
    }

    /// Gives leave to the run that is due first, if none is busy.
    mutating func giveLeave() {
      guard let waiter = waiting.next, let due = waiting.nextDeadline, !waiter.letsTurnsPass, isCalm(for: waiter),
        let ticket = waiting.nextTicket
      else { return }
      _ = waiting.remove(ticket)
      begin(waiter.run)
      waiter.queue.async { waiter.run.goOn(with: ticket, dueAt: due) }
    }
  }

  /// Whether a run counts as one that has something to do.
  enum Business: UInt {
    case rests, counts
    /// It has something to do, and has had for so long that it does not count until it rests.
    case isExcused
  }

  /// For how many looks they wait for turns of queues: for a tenth of a second.
  fileprivate static let mostLooksAtTurns = 5
  /// Moves beyond a thousand years are in no order, as the line must never end.
  private static let farthest = Duration.seconds(1 << 35)

  private static let state = Locked(State())
  private static let queue = DispatchQueue(label: "GlobalEnvironment.Calm")

  /// Notes that a run has something to do, and waits no more. The caller holds the run, here and below: so none is released while
  /// the lock is taken.
  static func begin(_ run: TimelineDriver, leaving ticket: Ticket? = nil) {
    state.withLock { state in
      if let ticket { _ = state.waiting.remove(ticket) }
      state.begin(run)
    }
  }

  /// Notes that a run has nothing to do, or has ended.
  static func end(_ run: TimelineDriver, leaving ticket: Ticket? = nil) {
    state.withLock { state in
      if let ticket { _ = state.waiting.remove(ticket) }
      state.end(run)
      state.giveLeave()
    }
  }

  /// Asks for leave to move the time of a run by `distance`.
  ///
  /// - Parameter due: The moment on the line of all at which the run is due already, as it has waited before.
  /// - Returns: Nil if it may move now. Else the run counts as one that rests, until it gets this ticket in
  ///   ``TimelineDriver/goOn(with:dueAt:)`` and asks again.
  static func ask(_ waiter: Waiter, toMoveBy distance: Duration, dueAt due: Duration?) -> Ticket? {
    let (ticket, mustWatch) = state.withLock { state -> (Ticket?, Bool) in
      let next = state.now + min(distance, farthest)
      let due = min(next, due ?? next)
      state.end(waiter.run)
      if due <= state.waiting.nextDeadline ?? due, state.isCalm(for: waiter) {
        state.now = max(state.now, due)
        state.begin(waiter.run)
        return (nil, false)
      }
      let ticket = state.waiting.insert(waiter, at: due)
      state.giveLeave()
      defer { state.isWatched = true }
      return (ticket, !state.isWatched)
    }
    if mustWatch { watch() }
    return ticket
  }

  /// Lets a run wait in the line of those that are due, although it does not ask for leave yet.
  ///
  /// - Returns: Its ticket, and the moment at which it is due.
  static func wait(
    _ waiter: Waiter, toMoveBy distance: Duration, dueAt due: Duration?
  ) -> (ticket: Ticket, due: Duration) {
    state.withLock { state in
      let next = state.now + min(distance, farthest)
      let due = min(next, due ?? next)
      state.end(waiter.run)
      // Before the others that are due at this moment.
      let ticket = state.waiting.insert(waiter, at: due - .nanoseconds(1))
      state.giveLeave()
      return (ticket, due)
    }
  }

  /// Notes that a job is ready outside of runs.
  static func begin(_ job: OutsideJob) {
    state.withLock { state in
      state.beginnings += 1
      state.outside[ObjectIdentifier(job)] = Busy(work: job, number: state.beginnings)
    }
  }

  /// Notes that it has run.
  static func end(_ job: OutsideJob) {
    state.withLock { state in
      state.outside[ObjectIdentifier(job)] = nil
      state.giveLeave()
    }
  }

  /// Whether another run has something to do.
  static func isAnyBusy(but run: TimelineDriver) -> Bool {
    state.withLock { $0.busy.count > ($0.busy[ObjectIdentifier(run)] == nil ? 0 : 1) }
  }

  /// Another run that is busy for so long that this one does not wait for it.
  static func longJob(besides run: TimelineDriver) -> TimelineDriver? {
    // audit:allow chance – any of them will do
    state.withLock { $0.excused.values.first { $0 !== run } }
  }

  /// Notes that a guest waits for the running job of a run.
  static func watchGuests(of run: TimelineDriver) {
    let mustWatch = state.withLock { state in
      state.hosts[ObjectIdentifier(run)] = run
      defer { state.isWatched = true }
      return !state.isWatched
    }
    if mustWatch { watch() }
  }

  /// Looks at what is busy, again and again while runs or guests wait for it.
  private static func watch() {
    queue.asyncAfter(deadline: .now() + .milliseconds(20)) {
      let (runs, jobs, isShared, hosts, goesOn) = state.withLock { state in
        // A run that has done nothing since may do something long.
        let hosts = state.hosts
        state.hosts = hosts.filter { state.busy[$0.key] != nil }
        state.isWatched = !state.waiting.isEmpty || !state.hosts.isEmpty
        state.restless.look(at: state.outside.values.map { ($0.work.task, $0.number) })
        state.lookAtPassing()
        let isShared = state.waiting.contains { waiter, _, _ in waiter.run.sharesActors.load() != 0 }
        return (Array(state.busy.values), Array(state.outside.values), isShared, hosts, state.isWatched)
      }
      let (runLooks, jobLooks) = (runs.map { look(at: $0, isShared) }, jobs.map { look(at: $0, isShared) })
      state.withLock { state in
        for look in runLooks where state.busy[ObjectIdentifier(look.work)]?.number == look.number {
          state.busy[ObjectIdentifier(look.work)] = look
          if look.job.isExcused { state.end(look.work, .isExcused) }
        }
        for look in jobLooks where state.outside[ObjectIdentifier(look.work)]?.number == look.number {
          state.outside[ObjectIdentifier(look.work)] = look.job.isExcused ? nil : look
        }
        state.giveLeave()
      }
      for look in runLooks where look.job.isExcused && hosts[ObjectIdentifier(look.work)] != nil {
        look.work.releaseGuests()
      }
      if goesOn { watch() }
    }
  }

  private static func look<Work>(at busy: Busy<Work>, _ isSharedWithWaiting: Bool) -> Busy<Work> {
    var busy = busy
    busy.job.look(at: busy.work, isSharedWithWaiting: isSharedWithWaiting)
    return busy
  }
}

/// What others may have to wait for.
protocol CalmWork: AnyObject, Sendable {
  /// How many jobs have begun.
  var steps: Int { get }
  /// How many tasks of other runs have been seen on its threads.
  var shownTasks: UInt { get }
  /// Whether its tasks have met those of another run on an actor.
  var hasMetOthers: Bool { get }
  /// The thread of a job that has begun, as a number; zero in between.
  var threadOfJob: UInt { get }
  /// Whether it waits for the main queue. So do all others before their time moves.
  var needsMainQueue: Bool { get }
}
