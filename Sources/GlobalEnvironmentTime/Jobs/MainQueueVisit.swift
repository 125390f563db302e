// audit:allow-file clock, scheduling – jobs of the main actor run on the main queue, whose real time is measured.

import Dispatch
import Foundation
import GlobalEnvironment

/// The main queue, as runs in virtual time use it.
///
/// A run visits the queue synchronously where it can: while no run loop holds the queue, that is as cheap as a lock. One
/// thread of the process at a time waits in this way; all others are called back, so that no crowd of threads waits.
enum MainQueueVisit {
  /// 1 while a thread waits for the queue.
  private static let isAwaited = AtomicWord(0)
  /// 1 where a run loop holds the queue, as far as that has been seen.
  private static let isHeld = AtomicWord(0)
  /// How long, in nanoseconds, the shortest visit of the queue took.
  private static let shortest = AtomicWord(1_000_000)

  /// The queue. For `DispatchQueue.main.sync`, the compiler adds a check that the block runs on the main actor, which costs
  /// more than the visit of a free queue.
  private static let queue = DispatchQueue.main

  /// Blocks that put other blocks on the queue are followed for this many rounds.
  private static let rounds = 32

  /// Runs `work` on the main queue, and then what it has put there.
  ///
  /// - Parameter resume: Called later, on some thread, if the caller could not wait.
  /// - Returns: Whether it has run.
  static func run(_ work: @escaping @Sendable () -> Void, orResume resume: @escaping @Sendable () -> Void) -> Bool {
    guard enter() else {
      DispatchQueue.main.async {
        work()
        DispatchQueue.main.async(execute: resume)
      }
      return false
    }
    defer { leave() }
    visit(work)
    visit {}
    return true
  }

  /// Waits until what has been put on the main queue so far has run, and what that has put there.
  ///
  /// - Parameter resume: Called later, on some thread, if the caller could not wait.
  /// - Returns: Whether all has run.
  static func drain(orResume resume: @escaping @Sendable () -> Void) -> Bool {
    if isHeld.load() == 0, enter() {
      defer { leave() }
      for _ in 0..<rounds {
        // A queue that is busy, or has something waiting, takes many times as long as a free one.
        if visit({}) < 4 * shortest.load() { break }
      }
      if isHeld.load() == 0 { return true }
    }
    drain(rounds, then: resume)
    return false
  }

  private static func drain(_ rounds: Int, then resume: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async { rounds == 0 ? resume() : drain(rounds - 1, then: resume) }
  }

  /// Runs `work` on the main queue, and returns how many nanoseconds that took.
  @discardableResult private static func visit(_ work: @Sendable () -> Void) -> UInt {
    let thread = pthread_self()
    let start = DispatchTime.now().uptimeNanoseconds
    queue.sync {
      isHeld.store(pthread_equal(thread, pthread_self()) == 0 ? 1 : 0)
      work()
    }
    let duration = UInt(clamping: DispatchTime.now().uptimeNanoseconds - start)
    // One thread at a time is here.
    shortest.store(min(duration, shortest.load()))
    return duration
  }

  private static func enter() -> Bool {
    isAwaited.exchange(0, for: 1)
  }

  private static func leave() {
    isAwaited.store(0)
  }
}
