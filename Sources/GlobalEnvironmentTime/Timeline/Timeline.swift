import Foundation
import GlobalEnvironment

/// The deadlines of one virtual time, in order, and how far time has come. It moves only when told.
///
/// Everything here is safe from any thread, and nothing is called while the lock is held.
final class Timeline: Sendable {
  typealias Ticket = DeadlineQueue<Waiter>.Ticket

  private struct State {
    /// The origin of the waiter added last: most waiters have that of the one before.
    var origin: Origin?
    var elapsed = Duration.zero
    var waiters = DeadlineQueue<Waiter>()
    var log: TimelineLog?
    var loops: LoopWatch
    /// What came back again and again at one moment; the first `reported` of them were reported.
    var endless: [Origin] = []
    var reported = 0
    /// How often each cancelled task has begun to sleep at this moment.
    var refusals: [SleepingTask: Int] = [:]
    var stubborn = RepeatedCancelledSleeps()
    /// Whether a watch looks at it when it stands still.
    var isWatched = false
    /// Made when code first moves this time.
    var moves: Moves?
    var passing: Passing?
    /// The test that began in it first.
    var test: String?

    mutating func add(_ waiter: Waiter, at deadline: Duration) -> Ticket {
      var waiter = waiter
      waiter.since = elapsed
      log?.append(.began, waiter, at: elapsed)
      // What is overdue comes behind what is due already, as on a queue.
      return waiters.insert(waiter, at: min(max(deadline, elapsed), .farthest))
    }

    mutating func takeNext(dueBy end: Duration) -> Waiter? {
      if let passed = Passing.take(&passing, onWayTo: min(waiters.nextDeadline ?? end, end)) {
        if passed.moment > elapsed { move(to: passed.moment) }
        return passed.waiter
      }
      while let deadline = waiters.nextDeadline, deadline <= end, deadline < .farthest {
        let number = waiters.nextNumber
        if deadline > elapsed {
          move(to: deadline)
        } else if isNextEndless(number) {
          // The waiter is not lost, and time gets a chance to move.
          waiters.postponeFirst(to: elapsed + .seconds(1))
          continue
        }
        guard let waiter = waiters.popFirst(dueBy: end)?.element else { return nil }
        loops.note(number, isOfBody: waiter.origin.isOfBody)
        log?.append(.ended, waiter, at: elapsed)
        return waiter
      }
      return nil
    }

    mutating func move(to end: Duration) {
      elapsed = end
      loops.beginMoment(waiters.insertions)
      if !refusals.isEmpty { refusals = [:] }
    }

    /// Whether the next waiter, which is due, is one of those that come back again and again without time moving.
    private mutating func isNextEndless(_ number: UInt64) -> Bool {
      let mayGo = loops.mayGo(number, of: waiters.insertions)
      guard !mayGo || !endless.isEmpty, let next = waiters.next, next.since == elapsed else { return false }
      if endless.contains(where: { $0.line == next.origin.line }) { return true }
      if !mayGo { endless.append(next.origin) }
      return !mayGo
    }
  }

  private let state: Locked<State>

  var moves: Moves {
    state.withLock { state in
      let moves = state.moves ?? Moves()
      state.moves = moves
      return moves
    }
  }

  /// Whether a run moves it by itself.
  let isOfRun: Bool

  /// Makes a timeline on which nothing waits. Of a run, all that happens is kept for ``log``, and the body may wait as
  /// often as `loopLimit` says.
  init(isOfRun: Bool = false, loopLimit: Int = 0) {
    self.isOfRun = isOfRun
    state = Locked(State(log: isOfRun ? TimelineLog() : nil, loops: LoopWatch(bodyLimit: loopLimit)))
  }

  /// Records that a test begins in it. Returns the one that began first, if one did.
  func begin(_ test: String) -> String? {
    state.withLock { state in
      defer { state.test = state.test ?? test }
      return state.test
    }
  }

  /// How far time has come since its beginning.
  var elapsed: Duration { state.withLock { $0.elapsed } }

  /// What happened so far, if that is kept.
  var log: TimelineLog? { state.withLock { $0.log } }

  /// What waits, in the order in which it is due.
  var waiting: [(waiter: Waiter, deadline: Duration)] {
    state.withLock { $0.waiters.inOrder }.map { (waiter: $0.element, deadline: $0.deadline) }
  }

  /// When the next waiter is due; nil when nothing will ever be due.
  var nextDeadline: Duration? {
    state.withLock { $0.waiters.nextDeadline }.flatMap { $0 < .farthest ? $0 : nil }
  }

  /// The sleep that is due first; nil when no task sleeps, or each one forever.
  var firstSleep: Waiter? { waiting.first { $0.isSleep && $1 < .farthest }?.waiter }

  /// Who sleeps since `moment` or later, so that the body of a timeout may have waited for it: a child task probably, another
  /// task perhaps. Nil where nobody does.
  ///
  /// Timeouts do not count, nor do other tasks that sleep again and again, as a timer does. Of more than a thousand sleeps, the
  /// rest counts as that of another task.
  func longSleep(since moment: Duration) -> Origin.Role? {
    state.withLock { state in
      // Found only where it is needed: it looks at the whole log.
      var repeating: Set<Origin.Line>?
      var (looks, found) = (0, Origin.Role?.none)
      _ = state.waiters.contains { waiter, _, _ in
        looks += 1
        if looks > 1_000 { found = .other }
        guard looks <= 1_000, waiter.isSleep, waiter.since >= moment else { return looks > 1_000 }
        switch waiter.origin.role {
        case .timeout: break
        case .body: found = .body
        case .other where found == nil:
          let known = repeating ?? state.log?.repeatingSleeps(since: moment) ?? []
          repeating = known
          if waiter.place == nil || !known.contains(waiter.origin.line) { found = .other }
        case .other: break
        }
        return found == .body
      }
      return found
    }
  }

  // MARK: Standing still

  /// Whether a watch must begin: no run moves this time, and no watch has begun.
  func beginWatch() -> Bool {
    !isOfRun && !state.replace(\.isWatched, with: true)
  }

  func endWatch() { state.withLock { $0.isWatched = false } }

  // MARK: Waiting

  /// Returns the origin of a wait: the last one, if it is the same.
  func origin(
    place: SourcePlace?, task: String?, role: Origin.Role = .other, isInBackground: Bool = false,
    scope: EnvironmentScope? = nil
  ) -> Origin {
    // Not compared under the lock: another scope may be released here, and run a deinit of the user's.
    if let last = state.withLock({ $0.origin }), last.isOf(place, task, role, isInBackground, scope) { return last }
    let origin = Origin(
      place: place, task: task, role: role, isInBackground: isInBackground, scope: scope)
    state.withLock { $0.origin = origin }
    return origin
  }

  /// Adds a waiter; its `since` is now.
  func add(_ waiter: Waiter, at deadline: Duration) -> Ticket { state.withLock { $0.add(waiter, at: deadline) } }

  /// Adds a waiter unless `deadline` has passed.
  func addUnlessPast(_ waiter: Waiter, at deadline: Duration) -> Ticket? {
    state.withLock { deadline <= $0.elapsed ? nil : $0.add(waiter, at: deadline) }
  }

  /// Keeps in the log that a sleep was over before it began.
  func note(_ waiter: Waiter) {
    state.withLock { state in
      var waiter = waiter
      waiter.since = state.elapsed
      state.log?.append(.ended, waiter, at: state.elapsed)
    }
  }

  /// Suspends the task of a sleep that was added; false when that has left already.
  func suspend(_ continuation: UnsafeContinuation<Void, any Error>, _ ticket: Ticket) -> Bool {
    state.withLock { $0.waiters.change(ticket) { $0.action = .sleep(continuation, .current) } }
  }

  /// Whether a waiter has not left yet.
  func contains(_ ticket: Ticket) -> Bool { state.withLock { $0.waiters.contains(ticket) } }

  /// Refuses a sleep of the running task, which is cancelled.
  func refuse(_ place: SourcePlace?, task: String?) -> SleepRejection {
    guard isOfRun else { return .atOnce }
    return state.withLock { state in
      let count = state.refusals[.current, default: 0] + 1
      state.refusals[.current] = count
      guard count > state.stubborn.limit else { return .atOnce }
      let name = task.map { " in task \($0.debugDescription)" } ?? ""
      state.stubborn.descriptions.insert("sleep\(name)\(place.map { " at \($0)" } ?? ""), cancelled")
      state.stubborn.count += 1
      return state.stubborn.isRunOver ? .never : .later
    }
  }

  /// The sleeps of cancelled tasks that have begun again and again.
  var stubborn: RepeatedCancelledSleeps { state.withLock { $0.stubborn } }

  /// Lowers the limit of stubborn tasks from now on, since the body of the run has ended.
  func beginEnd() { state.withLock { $0.stubborn.limit = 100 } }

  /// Lets no stubborn task continue from now on.
  func endRun() { state.withLock { $0.stubborn.isRunOver = true } }

  /// Takes a waiter off again; nil when it has left already.
  func remove(_ ticket: Ticket) -> Waiter? {
    state.withLock { state in
      guard let waiter = state.waiters.remove(ticket) else { return nil }
      state.log?.append(.cancelled, waiter, at: state.elapsed)
      return waiter
    }
  }

  /// How many waiters have been added.
  var additions: UInt64 { state.withLock { $0.waiters.insertions } }

  /// Takes off those sleeps of child tasks, or of all, that are among the first `count` waiters, but for the ends of timeouts.
  func takeSleeps(ofAll isOfAll: Bool = false, amongFirst count: UInt64) -> [Waiter] {
    state.withLock { state in
      state.waiters.removeAll { waiter, number in
        number < count && (waiter.isSleepOfChild || isOfAll && waiter.isSleepOfOther)
      }
    }
  }

  /// Takes everything off, and returns it in the order in which it would have been due.
  func removeAll() -> [Waiter] {
    state.withLock { state in
      let waiters = state.waiters.removeAll()
      for waiter in waiters { state.log?.append(.cancelled, waiter, at: state.elapsed) }
      return waiters
    }
  }

  // MARK: Moving

  /// Takes off the next waiter that is due by `end`, and moves time to its deadline. What comes back forever without
  /// time moving is put off by a second each time from then on.
  func takeNext(dueBy end: Duration) -> Waiter? { state.withLock { $0.takeNext(dueBy: end) } }

  /// Counts what comes back without time moving from zero again: the code that moves time may have scheduled it.
  func beginMoment() {
    state.withLock { $0.loops.beginMoment($0.waiters.insertions) }
  }

  /// Returns, each once, the places of what came back forever without time moving.
  func takeEndless() -> [SourcePlace?] {
    state.withLock { state in
      defer { state.reported = state.endless.count }
      return state.endless.dropFirst(state.reported).map(\.place)
    }
  }

  /// How often something may come back at one moment before it counts as endless.
  var loopLimit: Int { state.withLock { $0.loops.limit } }
  /// How many rounds have passed when nothing else is expected any more.
  var futileRounds: Int { state.withLock { $0.loops.futileRounds } }

  /// Whether only loops have run for long, and nothing else waits.
  func isFutile() -> Bool {
    state.withLock { state in
      let waiters = state.waiters
      return state.loops.isFutile(waiters.insertions) { first in
        waiters.contains { waiter, number, deadline in
          deadline < .farthest && (number < first || waiter.origin.isOfBody)
        }
      }
    }
  }

  /// Sets what happens when time passes a moment, in place of what was set before.
  func set(_ passing: Passing?) { _ = state.replace(\.passing, with: passing) }

  /// Moves time to `end`, if that lies ahead.
  func move(to end: Duration) {
    state.withLock { if end > $0.elapsed { $0.move(to: end) } }
  }
}
