// audit:allow-file scheduling – jobs of the main actor run on the main queue.

import Dispatch
import Foundation
import GlobalEnvironment

/// The main queue, as runs in virtual time use it.
///
/// A run visits the queue synchronously where it can: while no run loop holds the queue, that is as cheap as a lock. One
/// thread of the process at a time waits in this way; all others are called back, so that no crowd of threads waits.
enum MainQueueDrain {
  /// Held by the thread that waits for the queue.
  private static let turn = NSLock()
  /// Where others wait for that turn.
  private static let others = DispatchQueue(label: "GlobalEnvironment.MainQueueDrain")
  /// 1 where a run loop holds the queue, or may: until it has been seen, no thread waits.
  private static let isHeld = AtomicWord(1)
  /// 1 while blocks put blocks on the queue without end, as far as that has been seen.
  private static let isEndless = AtomicWord(0)

  /// The runs that wait until the queue is empty, while a run loop holds it.
  private struct Followers {
    var rounds = 0
    /// In the order in which they came, each with the number of rounds until then.
    var waiting: [(since: Int, resume: @Sendable () -> Void)] = []
  }

  private static let followers = Locked(Followers())

  /// For `DispatchQueue.main.sync`, the compiler adds a check that costs more than the visit of a free queue.
  private static let queue = DispatchQueue.main

  /// Blocks that put other blocks on the queue are followed for this many rounds, where it shows when the queue is empty.
  private static let mostRounds = 10_000
  /// For how many rounds where that does not show, or never happens.
  private static let fewRounds = 32

  /// Runs `work` on the main queue, and then what it has put there. If the caller cannot wait: returns false, and calls
  /// `resume` when it has run, on some thread.
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

  /// Waits until what has been put on the main queue so far has run, and what that has put there. If the caller cannot
  /// wait: returns false, and calls `resume` when all has run, on some thread.
  static func drain(orResume resume: @escaping @Sendable () -> Void) -> Bool {
    guard isHeld.load() == 0 else {
      followInRunLoop(then: resume)
      return false
    }
    guard turn.try() else {
      others.async {
        turn.withLock { follow() }
        isHeld.load() == 0 ? resume() : followInRunLoop(then: resume)
      }
      return false
    }
    defer { turn.unlock() }
    follow()
    if isHeld.load() == 0 { return true }
    followInRunLoop(then: resume)
    return false
  }

  /// Visits the queue until it is empty, or a run loop is seen to hold it. The caller has the turn.
  private static func follow() {
    for rounds in 1... {
      var isEmpty: Bool?
      visit { isEmpty = MainQueueProbe.mainQueueIsEmpty }
      if isHeld.load() != 0 || isOver(rounds, limit(isEmpty)) { return }
    }
  }

  /// Calls `resume` when the queue is empty, while a run loop holds it.
  private static func followInRunLoop(then resume: @escaping @Sendable () -> Void) {
    let isFirst = followers.withLock { followers in
      followers.waiting.append((followers.rounds, resume))
      return followers.waiting.count == 1
    }
    if isFirst { letRunLoopPass() }
  }

  /// Lets the run loop run what waits, and looks then: only when it is done with all that it has taken out of the queue
  /// does it show whether more has come.
  private static func letRunLoopPass() {
    DispatchQueue.main.async {
      guard Thread.isMainThread else { return leaveRunLoop() }
      RunLoop.main.perform(inModes: [.common]) {
        let limit = limit(MainQueueProbe.mainQueueIsEmpty)
        let (ended, areMore) = followers.withLock { followers in
          followers.rounds += 1
          let ended = followers.waiting.prefix { isOver(followers.rounds - $0.since, limit) }
          followers.waiting.removeFirst(ended.count)
          return (ended, !followers.waiting.isEmpty)
        }
        if areMore { letRunLoopPass() }
        for follower in ended { follower.resume() }
      }
    }
  }

  /// Follows the queue otherwise, as no run loop holds it any more.
  private static func leaveRunLoop() {
    isHeld.store(0)
    for follower in followers.replace(with: Followers()).waiting {
      others.async { if drain(orResume: follower.resume) { follower.resume() } }
    }
  }

  /// For how many rounds blocks of the queue are followed.
  private static func limit(_ isEmpty: Bool?) -> Int {
    if isEmpty == true { return 0 }
    return isEmpty == nil || isEndless.load() != 0 ? fewRounds : mostRounds
  }

  private static func isOver(_ rounds: Int, _ limit: Int) -> Bool {
    guard rounds >= limit else { return false }
    isEndless.store(limit == 0 ? 0 : 1)
    return true
  }

  /// Runs `work` on the queue.
  private static func visit(_ work: () -> Void) {
    let thread = pthread_self()
    queue.sync {
      isHeld.store(pthread_equal(thread, pthread_self()) == 0 ? 1 : 0)
      work()
    }
  }
}
