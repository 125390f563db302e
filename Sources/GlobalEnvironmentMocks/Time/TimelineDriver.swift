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
    var isRun = false
    var onStuck: (@Sendable () -> Void)?
  }

  init(_ timeline: Timeline) {
    self.timeline = timeline
  }

  // MARK: Requests

  /// Whether a run moves this time by itself.
  var isRun: Bool { state.withLock { $0.isRun } }

  /// Lets time move as far as it will, until ``endRun(_:)``.
  ///
  /// - Parameter onStuck: Called on the main queue when nothing can run and nothing is due, for seconds of real time.
  func beginRun(onStuck: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.isRun = true
      state.onStuck = onStuck
    }
    return begin(upTo: .farthest)
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
  func endRun(_ request: UInt64) {
    // Let go of after the lock is: it holds the run, which holds this.
    _ = state.withLock { state in
      state.isRun = false
      return state.onStuck.take()
    }
    end(request)
  }

  /// Waits until nothing more can run without moving time.
  func settle() async {
    await withUnsafeContinuation { continuation in
      state.withLock { $0.settling.append(continuation) }
      drive()
    }
  }

  // MARK: Turns

  /// How long nothing has happened.
  private struct Quiet {
    var revision: UInt64
    var jobCount: UInt64
    var turns = 0
    var turnsWithoutJobs = 0

    /// Enough for a job that hops a few times between actors before it shows on the timeline.
    private static let enough = 32
    /// A task that never stops running, as one that polls, must not keep time from moving.
    private static let tooMany = 1_024

    var isQuiet: Bool { turns >= Self.enough && (turnsWithoutJobs >= Self.enough || turns >= Self.tooMany) }

    mutating func count(revision: UInt64, jobCount: UInt64) {
      turns = revision == self.revision ? turns + 1 : 0
      turnsWithoutJobs = jobCount == self.jobCount ? turnsWithoutJobs + 1 : 0
      self.revision = revision
      self.jobCount = jobCount
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
    Quiet(revision: timeline.revision, jobCount: jobCount)
  }

  private var jobCount: UInt64 { owner.jobCount &+ Lane.Owner.nobody.jobCount }

  private func nextTurn(_ quiet: Quiet) {
    DispatchQueue.main.async { self.turn(quiet) }
  }

  private func turn(_ quiet: Quiet) {
    var quiet = quiet
    if Lane.runHeldJob(of: self) { return nextTurn(newQuiet()) }
    quiet.count(revision: timeline.revision, jobCount: jobCount)
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
    if release(dueBy: horizon) { return nextTurn(newQuiet()) }
    beginWaiting(quiet, upTo: horizon)
  }

  /// Takes no more turns until there is news.
  private func beginWaiting(_ quiet: Quiet, upTo horizon: Duration) {
    let wait = state.withLock { state -> UInt64? in
      guard state.settling.isEmpty, state.horizons.values.max() == horizon else { return nil }
      state.nextWait += 1
      state.wait = state.nextWait
      return state.nextWait
    }
    guard let wait else { return nextTurn(newQuiet()) }
    // Whoever brought news before the wait was known has woken nobody.
    if timeline.revision != quiet.revision || Lane.holdsJobs(of: self) { return drive() }
    giveUpLater(wait)
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

  private func giveUpLater(_ wait: UInt64) {
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [self] in
      let onStuck = state.withLock { $0.wait == wait ? $0.onStuck.take() : nil }
      onStuck?()
    }
  }
}
