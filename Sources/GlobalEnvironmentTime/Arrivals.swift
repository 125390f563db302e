// audit:allow-file clock, scheduling – it waits for threads, which virtual time does not move.

import Dispatch
import Foundation

/// How much is on its way to its next wait on one timeline.
///
/// `@unchecked` holds because its properties are touched only while `condition` is locked.
final class Arrivals: @unchecked Sendable {
  private let condition = NSCondition()
  private var count = 0
  /// Until when somebody waits for those that are on their way: one may need the thread that waits.
  private var limit = Date.distantPast
  private var hasBegun = false

  /// How long a move of time waits at most, in seconds.
  private static let patience = 2.0

  /// True once.
  var isFirst: Bool {
    condition.withLock {
      defer { hasBegun = true }
      return !hasBegun
    }
  }

  /// Whether a move of time must wait.
  var areExpected: Bool { condition.withLock { count > 0 && Date() < limit } }

  func begin() {
    condition.withLock {
      count += 1
      limit = Date(timeIntervalSinceNow: Self.patience)
    }
  }

  func end() {
    condition.withLock {
      count -= 1
      if count == 0 { condition.broadcast() }
    }
  }

  /// Waits until nothing is on its way.
  func wait() {
    condition.lock()
    defer { condition.unlock() }
    while count > 0, condition.wait(until: limit) {}
  }

  /// The same, on a thread of its own.
  func waitElsewhere() async {
    await withUnsafeContinuation { continuation in
      DispatchQueue(label: "GlobalEnvironment.Arrivals").async {
        self.wait()
        continuation.resume()
      }
    }
  }
}
