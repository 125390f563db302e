// audit:allow-file clock, scheduling – virtual time is made of turns of the main queue.

import Dispatch
import GlobalEnvironment

/// Moves a timeline by itself when nothing can run, as long as somebody asks for it.
///
/// It takes turns on the ``Lane``: a turn is one pass through the main queue, in which everything on the lane comes to run.
/// When turns go by in which nothing new happened, nothing can run any more.
final class TimelineDriver: Sendable {
  /// Its run, as the lane knows it.
  let owner = Lane.Owner()

  private let timeline: Timeline
  private let state = Locked(State())

  private struct State {
    var isDriving = false
    /// Set while nothing can run and nothing is due; names the wait, so that one that is over is told apart.
    var wait: UInt64?
    var nextWait: UInt64 = 0
    /// How far time may move: for each request its end.
    var horizons: [UInt64: Duration] = [:]
    var nextRequest: UInt64 = 0
    var settling: [UnsafeContinuation<Void, Never>] = []
    /// The request of a run, which moves time as far as it will.
    var run: UInt64?
    var onStuck: (@Sendable (StuckError.Reason) -> Void)?
    /// What is under way outside, for which time does not go on, and how each is cancelled.
    var outside: [UInt64: @Sendable () -> Void] = [:]
    /// How often that has changed.
    var outsideChanges: UInt64 = 0
    /// What tells whether something outside is about to be under way.
    var watched: [UInt64: @Sendable () -> Bool] = [:]
  }

  init(_ timeline: Timeline) {
    self.timeline = timeline
  }

  // MARK: Requests

  /// Whether a run moves this time by itself.
  var isRun: Bool { state.withLock { $0.run != nil } }

  /// Lets time move as far as it will, until ``endRun()``.
  ///
  /// - Parameter onStuck: Called on the main queue when nothing can run and nothing is due, for seconds of real time, or when
  ///   nothing but loops goes on.
  func beginRun(onStuck: @escaping @Sendable (StuckError.Reason) -> Void) {
    state.withLock { $0.onStuck = onStuck }
    let request = begin(upTo: .farthest)
    state.withLock { $0.run = request }
  }

  /// Lets time move up to `horizon` by itself, until ``end(_:)``.
  func begin(upTo horizon: Duration) -> UInt64 {
    let request = state.withLock { state in
      let request = state.nextRequest
      state.nextRequest += 1
      state.horizons[request] = horizon
      return request
    }
    drive()
    return request
  }

  func end(_ request: UInt64) {
    state.withLock { _ = $0.horizons.removeValue(forKey: request) }
    drive()
  }

  /// Ends what ``beginRun(onStuck:)`` began.
  func endRun() {
    // `onStuck` is let go of after the lock is: it holds the run, which holds this.
    let (request, _) = state.withLock { ($0.run.take(), $0.onStuck.take()) }
    if let request { end(request) }
  }

  /// Waits until nothing more can run without moving time.
  func settle() async {
    await withUnsafeContinuation { continuation in
      state.withLock { $0.settling.append(continuation) }
      drive()
    }
  }

  // MARK: Outside

  /// Keeps time from moving by itself, and from being taken for stuck, until ``endOutside(_:)``: something of the real world
  /// is under way that will go on here.
  ///
  /// - Parameter cancel: Called when a run has ended and this is still under way.
  func beginOutside(cancel: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      let request = state.nextRequest
      state.nextRequest += 1
      state.outside[request] = cancel
      state.outsideChanges += 1
      return request
    }
  }

  func endOutside(_ request: UInt64) {
    // What `cancel` captured is let go of after the lock is.
    let cancel = state.withLock { state in
      state.outsideChanges += 1
      return state.outside.removeValue(forKey: request)
    }
    withExtendedLifetime(cancel) { wake() }
  }

  /// Keeps time from moving by itself whenever `isComing` says that something will be under way outside at any moment,
  /// until ``endWatching(_:)``.
  func watch(_ isComing: @escaping @Sendable () -> Bool) -> UInt64 {
    state.withLock { state in
      let request = state.nextRequest
      state.nextRequest += 1
      state.watched[request] = isComing
      return request
    }
  }

  func endWatching(_ request: UInt64) {
    // Let go of after the lock is.
    _ = state.withLock { $0.watched.removeValue(forKey: request) }
  }

  private var isAnythingComing: Bool {
    state.withLock { Array($0.watched.values) }.contains { $0() }
  }

  /// Whether something is under way outside.
  var isOutside: Bool { state.withLock { !$0.outside.isEmpty } }

  /// Cancels what is under way outside, the oldest first.
  func cancelOutside() {
    for (_, cancel) in state.withLock({ $0.outside.sorted { $0.key < $1.key } }) { cancel() }
  }

  // MARK: Turns

  /// How long nothing has happened, in turns.
  private struct Quiet {
    private var revision: UInt64
    private var ownJobs: UInt64
    private var othersJobs: UInt64
    private var turns = 0
    private var turnsWithoutOwnJobs = 0
    private var turnsWithoutOthersJobs = 0

    /// Enough for a job that hops a few times between main actor models before it shows anywhere.
    private static let enough = 32
    /// A task that never stops running, as one that polls, must not keep time from moving for ever.
    private static let tooMany = 65_536
    /// Nor must those of whom nobody knows to which run they belong, if to any.
    private static let tooManyOfOthers = 1_024

    init(revision: UInt64, ownJobs: UInt64, othersJobs: UInt64) {
      self.revision = revision
      self.ownJobs = ownJobs
      self.othersJobs = othersJobs
    }

    var isQuiet: Bool {
      turns >= Self.enough
        && (turnsWithoutOwnJobs >= Self.enough || turns >= Self.tooMany)
        && (turnsWithoutOthersJobs >= Self.enough || turns >= Self.tooManyOfOthers)
    }

    func hasNews(_ now: Quiet) -> Bool { revision != now.revision }

    mutating func count(_ now: Quiet) {
      turns = revision == now.revision ? turns + 1 : 0
      turnsWithoutOwnJobs = ownJobs == now.ownJobs ? turnsWithoutOwnJobs + 1 : 0
      turnsWithoutOthersJobs = othersJobs == now.othersJobs ? turnsWithoutOthersJobs + 1 : 0
      (revision, ownJobs, othersJobs) = (now.revision, now.ownJobs, now.othersJobs)
    }
  }

  /// Goes on where nothing could be done, since there is news.
  func wake() {
    if state.withLock({ $0.wait != nil }) { drive() }
  }

  /// Begins to take turns, or goes on where nothing could be done.
  func drive() {
    let (mustEnter, mustTurn) = state.withLock { state in
      let wasDriving = state.isDriving
      state.isDriving = true
      return (!wasDriving, !wasDriving || state.wait.take() != nil)
    }
    if mustEnter { Lane.enter() }
    if mustTurn { nextTurn(newQuiet()) }
  }

  private func newQuiet() -> Quiet {
    let revision = timeline.revision + state.withLock { $0.outsideChanges }
    return Quiet(revision: revision, ownJobs: owner.jobCount, othersJobs: Lane.Owner.nobody.jobCount)
  }

  private func nextTurn(_ quiet: Quiet) {
    DispatchQueue.main.async { self.turn(quiet) }
  }

  private func turn(_ quiet: Quiet) {
    var quiet = quiet
    if Lane.runHeldJob(of: self) { return nextTurn(newQuiet()) }
    quiet.count(newQuiet())
    if quiet.isQuiet { whenQuiet(quiet) } else { nextTurn(quiet) }
  }

  private func whenQuiet(_ quiet: Quiet) {
    // First what is due without moving time.
    if release(dueBy: timeline.elapsed) { return nextTurn(newQuiet()) }

    let settled = state.withLock { state in
      defer { state.settling = [] }
      return state.settling
    }
    guard settled.isEmpty else {
      for continuation in settled { continuation.resume() }
      return nextTurn(newQuiet())
    }

    let horizon = state.withLock { state -> Duration? in
      // Somebody may ask to settle just now.
      if !state.settling.isEmpty { return .zero }
      if state.horizons.isEmpty { state.isDriving = false }
      return state.isDriving ? state.horizons.values.max() : nil
    }
    guard let horizon else { return Lane.leave() }
    if isAnythingComing { return nextTurn(newQuiet()) }
    if isOutside { return beginWaiting(quiet, upTo: nil) }
    // It may have ended just now, after the last look.
    if quiet.hasNews(newQuiet()) { return nextTurn(newQuiet()) }
    if isRun, timeline.isFutile() { giveUp(.loops) }
    if release(dueBy: horizon) { return nextTurn(newQuiet()) }
    beginWaiting(quiet, upTo: horizon)
  }

  /// Takes no more turns until there is news.
  ///
  /// - Parameter horizon: How far time may have moved; nil when it waits for something outside.
  private func beginWaiting(_ quiet: Quiet, upTo horizon: Duration?) {
    let wait = state.withLock { state -> UInt64? in
      guard (horizon == nil) != state.outside.isEmpty else { return nil }
      guard state.settling.isEmpty, horizon == nil || state.horizons.values.max() == horizon else { return nil }
      state.nextWait += 1
      state.wait = state.nextWait
      return state.nextWait
    }
    guard let wait else { return nextTurn(newQuiet()) }
    // Whoever brought news before the wait was known has woken nobody.
    if quiet.hasNews(newQuiet()) || Lane.holdsJobs(of: self) { return drive() }
    if horizon != nil { giveUpLater(wait, owner.jobCount) }
  }

  /// Moves time to the next deadline up to `end`, and lets go of the first that waits for it.
  ///
  /// One at a time, so that what it does is done before the next in line begins; in a seeded run all that wait for that
  /// deadline, so that the seed may choose among them.
  private func release(dueBy end: Duration) -> Bool {
    guard let deadline = timeline.nextDeadline, deadline <= end else { return false }
    repeat {
      guard let waiter = timeline.takeNext(dueBy: deadline) else { break }
      if case .work = waiter.action, Lane.isShuffling {
        Lane.submit(for: owner) { waiter.fire() }
      } else {
        Lane.run(for: owner) { waiter.fire() }
      }
    } while Lane.isShuffling
    return true
  }

  // MARK: Stuck

  /// Real time after which a run that can do nothing is given up.
  private static let patience = DispatchTimeInterval.seconds(3)
  /// How often that is granted to one that is busy while nothing is due.
  private static let attempts = 20

  private func giveUpLater(_ wait: UInt64, _ jobCount: UInt64, attempt: Int = 1) {
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [self] in
      guard state.withLock({ $0.wait == wait && $0.outside.isEmpty }) else { return }
      if owner.jobCount == jobCount { return giveUp(.silence) }
      // Busy is not stuck, unless it never ends.
      if attempt == Self.attempts { return giveUp(.polling) }
      giveUpLater(wait, owner.jobCount, attempt: attempt + 1)
    }
  }

  private func giveUp(_ reason: StuckError.Reason) {
    state.withLock { $0.onStuck.take() }?(reason)
  }
}
