// audit:allow-file clock, scheduling – it waits for threads, which virtual time does not move.

import Foundation
import GlobalEnvironment

/// What threads that move one time need. Most times are never moved.
final class Moves: Sendable {
  /// Held by the thread that moves it. Work that a move runs may move time itself.
  let turn = NSRecursiveLock()
  let arrivals = Arrivals(patience: 2)
  /// Closures of the test's on their way to their next wait. Shorter, as one may wait for the test itself.
  let closures = Arrivals(patience: 1)
  /// Tasks that this time has woken, and that have not gone on yet.
  let woken = Arrivals(patience: 2)

  /// Whether a move must wait for something on its way.
  var areExpected: Bool { arrivals.areExpected || closures.areExpected }
}

/// Counts the code that is on its way to its next wait on one timeline.
///
/// `@unchecked` holds because its properties are touched only while `condition` is locked, but for an atomic one.
final class Arrivals: @unchecked Sendable {
  private let condition = NSCondition()
  private var count = 0 {
    // Below zero where an end comes before its beginning.
    didSet { known.store(UInt(bitPattern: count)) }
  }
  /// The count, for those who only look.
  private let known = AtomicWord(0)
  /// How many of them a move has waited for in vain. No move waits for those again.
  private var overdue = 0
  /// Until when a move waits for those that are on their way: one may need the thread that waits.
  private var limit = Date.distantPast
  /// When a move of time began to wait, or its patience was renewed.
  private var since: ProcessorTime?
  private var renewals = 0
  private var hasBegun = false

  /// How often patience is renewed while the process uses all processors: what is on its way may wait for one.
  private static let mostRenewals = 9

  /// How long a move of time waits for those on their way, in seconds, from when the last of them began.
  private let patience: Double

  init(patience: Double) {
    self.patience = patience
  }

  /// True for the first call only.
  func beginsNow() -> Bool {
    condition.withLock {
      defer { hasBegun = true }
      return !hasBegun
    }
  }

  /// Whether a move of time must wait.
  var areExpected: Bool { known.load() != 0 && condition.withLock { count > overdue && !isOverdue() } }

  /// Whether what is on its way has taken too long, so that no move waits for it. Called while `condition` is locked.
  private func isOverdue() -> Bool {
    let now = ProcessorTime.now
    let since = self.since ?? now
    self.since = since
    if Date() < limit { return false }
    if renewals < Self.mostRenewals, now.isBusy(since: since) {
      (self.since, limit) = (now, Date(timeIntervalSinceNow: patience))
      renewals += 1
      return false
    }
    overdue = count
    return true
  }

  func begin() {
    condition.withLock {
      count += 1
      (limit, since, renewals) = (Date(timeIntervalSinceNow: patience), nil, 0)
    }
  }

  func end() {
    condition.withLock {
      count -= 1
      overdue = max(min(overdue, count), 0)
      if count <= overdue { condition.broadcast() }
    }
  }

  /// Waits until nothing is on its way.
  func wait() {
    condition.withLock {
      while count > overdue, !isOverdue() { _ = condition.wait(until: limit) }
    }
  }
}
