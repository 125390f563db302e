// audit:allow-file scheduling – jobs of the main actor run on the main queue.

import Dispatch
import Foundation
import GlobalEnvironment

/// The main queue, as runs in virtual time use it.
///
/// A run visits the queue synchronously where it can: while no run loop holds the queue, that is as cheap as a lock. One
/// thread of the process at a time waits in this way; all others are called back, so that no crowd of threads waits.
enum MainQueueVisit {
  /// Held by the thread that waits for the queue.
  private static let turn = NSLock()
  /// Where others wait for that turn.
  private static let others = DispatchQueue(label: "GlobalEnvironment.MainQueueVisit")
  /// 1 where a run loop holds the queue, as far as that has been seen.
  private static let isHeld = AtomicWord(0)
  /// 1 while blocks put blocks on the queue without end, as far as that has been seen.
  private static let isEndless = AtomicWord(0)

  /// The queue. For `DispatchQueue.main.sync`, the compiler adds a check that the block runs on the main actor, which costs
  /// more than the visit of a free queue.
  private static let queue = DispatchQueue.main

  /// Blocks that put other blocks on the queue are followed for this many rounds, where it shows when the queue is empty.
  private static let mostRounds = 10_000
  /// For how many rounds where that does not show, or never happens.
  private static let fewRounds = 32

  /// Runs `work` on the main queue, and then what it has put there.
  ///
  /// - Parameter resume: Called later, on some thread, if the caller could not wait.
  /// - Returns: Whether it has run.
  static func run(_ work: @escaping @Sendable () -> Void, orResume resume: @escaping @Sendable () -> Void) -> Bool {
    guard turn.try() else {
      DispatchQueue.main.async {
        work()
        DispatchQueue.main.async(execute: resume)
      }
      return false
    }
    defer { turn.unlock() }
    visit(work)
    visit({})
    return true
  }

  /// Waits until what has been put on the main queue so far has run, and what that has put there.
  ///
  /// - Parameter resume: Called later, on some thread, if the caller could not wait.
  /// - Returns: Whether all has run.
  static func drain(orResume resume: @escaping @Sendable () -> Void) -> Bool {
    guard isHeld.load() == 0 else {
      hop(fewRounds, then: resume)
      return false
    }
    guard turn.try() else {
      others.async {
        turn.withLock { follow() }
        isHeld.load() == 0 ? resume() : hop(fewRounds, then: resume)
      }
      return false
    }
    defer { turn.unlock() }
    follow()
    if isHeld.load() == 0 { return true }
    hop(fewRounds, then: resume)
    return false
  }

  /// Visits the queue until it is empty, or a run loop is seen to hold it. The caller has the turn.
  private static func follow() {
    var rounds = 0
    while true {
      let isEmpty = visit({})
      if isEmpty == true { isEndless.store(0) }
      if isEmpty == true || isHeld.load() != 0 { return }
      rounds += 1
      if rounds >= (isEmpty == nil || isEndless.load() != 0 ? fewRounds : mostRounds) { break }
    }
    isEndless.store(1)
  }

  private static func hop(_ rounds: Int, then resume: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async { rounds == 0 ? resume() : hop(rounds - 1, then: resume) }
  }

  /// Runs `work` on the queue, and returns whether nothing waits there then; nil if that is not known.
  @discardableResult
  private static func visit(_ work: @Sendable () -> Void) -> Bool? {
    let thread = pthread_self()
    return queue.sync {
      isHeld.store(pthread_equal(thread, pthread_self()) == 0 ? 1 : 0)
      work()
      return QueueLook.mainQueueIsEmpty
    }
  }
}
