// audit:allow-file scheduling – virtual time is made of turns of the main queue.

import Dispatch
import Foundation
import GlobalEnvironment
import Synchronization

/// One first-in-first-out lane for everything that virtual-time runs start: the main queue.
///
/// The main queue runs dispatch blocks and jobs of the main actor strictly in order. While a run is under way, jobs that
/// the main queue enqueues elsewhere are put on it, too: so all that a run starts is in one order, the same each time.
/// Code that does not start on the main queue, as the other tests in the process, is left alone.
enum Lane {
  /// How many users there are.
  private static let users = Atomic<Int>(0)
  private static let shuffle = Locked<Shuffle?>(nil)

  /// Jobs of a seeded run, of which one at a time is let go.
  private struct Shuffle {
    let owner: TimelineDriver
    var random: SplitMix64
    var held: [@Sendable () -> Void] = []
    /// Changes with each choice, and how many there were to choose from.
    var trace: UInt64 = 0

    mutating func takeNext() -> (@Sendable () -> Void)? {
      guard !held.isEmpty else { return nil }
      let count = UInt64(held.count)
      // The remainder is not quite uniform, and the same everywhere.
      let choice = random.next() % count
      var mixed = SplitMix64(state: trace ^ (choice << 32 | count))
      trace = mixed.next()
      held.swapAt(Int(choice), held.count - 1)
      return held.removeLast()
    }
  }

  private static let isMainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Puts jobs on the lane from now on, until as many calls of ``leave()`` have been made.
  static func enter() {
    _ = hook
    users.add(1, ordering: .acquiringAndReleasing)
  }

  static func leave() {
    users.subtract(1, ordering: .acquiringAndReleasing)
  }

  /// Whose job runs on the lane just now. What it puts there belongs to the same run.
  ///
  /// `nonisolated(unsafe)` holds because it is touched on the main queue alone.
  nonisolated(unsafe) private static var running: Owner?

  /// The owner of the job that runs on the lane just now, if the asking code is part of that.
  static var currentOwner: Owner? { isOnMainQueue && isInUse ? running : nil }

  /// Runs `work` as part of a run. Called on the main queue.
  static func run(for owner: Owner?, _ work: () -> Void) {
    let outer = running
    running = owner
    work()
    running = outer
  }

  /// Runs `job` on the lane, after all that is there; in a seeded run, whenever it is chosen.
  ///
  /// - Parameter owner: Whose job it is, if that is known.
  static func submit(for owner: Owner?, _ job: @escaping @Sendable () -> Void) {
    (owner ?? .nobody).countJob()
    let job: @Sendable () -> Void = { run(for: owner, job) }
    let holder = shuffle.withLock { shuffle in
      shuffle?.held.append(job)
      return shuffle?.owner
    }
    if let holder { holder.drive() } else { DispatchQueue.main.async(execute: job) }
  }

  private static let queueOwner = DispatchSpecificKey<Owner>()

  /// Makes the jobs that code on `queue` enqueues part of a run: what comes back from outside comes to the lane.
  static func give(_ queue: DispatchQueue, to owner: Owner) {
    queue.setSpecific(key: queueOwner, value: owner)
  }

  // MARK: Seeds

  /// Holds jobs back from now on; `owner` lets them go, in an order that `seed` decides. One run at a time may do so.
  static func beginShuffling(seed: Int, owner: TimelineDriver) {
    shuffle.withLock { $0 = Shuffle(owner: owner, random: SplitMix64(state: UInt64(truncatingIfNeeded: seed))) }
  }

  /// Lets the jobs that are left go in their order, and holds none from now on.
  ///
  /// - Returns: A number that tells one order of choices from another; nil when it was not `owner` that held jobs.
  static func endShuffling(of owner: TimelineDriver) -> UInt64? {
    let ended = shuffle.withLock { $0?.owner === owner ? $0.take() : nil }
    for job in ended?.held ?? [] { DispatchQueue.main.async(execute: job) }
    return ended?.trace
  }

  /// Whether a seeded run is under way; no other is then.
  static var isShuffling: Bool { shuffle.withLock { $0 != nil } }

  static func holdsJobs(of owner: TimelineDriver) -> Bool {
    shuffle.withLock { $0?.owner === owner && $0?.held.isEmpty == false }
  }

  /// Runs one of the jobs that are held for `owner`; false when there is none.
  static func runHeldJob(of owner: TimelineDriver) -> Bool {
    let job = shuffle.withLock { $0?.owner === owner ? $0?.takeNext() : nil }
    job?()
    return job != nil
  }

  // MARK: The runtime's hook

  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void

  /// Asks the concurrency runtime to show each job that goes to the global executor. Done once, and never undone.
  ///
  /// `swift_task_enqueueGlobal_hook` is a variable of the runtime, declared in its `Concurrency.h`.
  private static let hook: Void = {
    _ = (isMainQueue, queueOwner)
    TestHooks.installRunScope { currentOwner?.scope }
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else { return }
    symbol.assumingMemoryBound(to: EnqueueHook?.self).pointee = { job, enqueue in
      guard isInUse else { return enqueue(job) }
      if isOnMainQueue {
        // From the main queue, on which alone this is asked.
        Lane.submit(for: running) { job.runSynchronously(on: MainActor.sharedUnownedExecutor) }
      } else if let owner = DispatchQueue.getSpecific(key: queueOwner) {
        Lane.submit(for: owner) { job.runSynchronously(on: MainActor.sharedUnownedExecutor) }
      } else {
        enqueue(job)
      }
    }
  }()

  private static var isInUse: Bool { users.load(ordering: .acquiring) > 0 }

  private static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: isMainQueue) == true }
}
