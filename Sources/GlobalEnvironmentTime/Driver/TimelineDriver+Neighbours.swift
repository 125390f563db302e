// audit:allow-file clock, scheduling – it waits for other threads in real time.

import Dispatch
import Foundation
import GlobalEnvironment
import GlobalEnvironmentAtomics

/// Other runs that are under way, and may use the same actors.
///
/// What becomes ready on an actor while a job of another run is there is not shown: the thread of that job runs it when the
/// actor is free. So before time moves, such jobs come to their end.
extension TimelineDriver {
  private struct UnderWay {
    /// Each stays at its place while it is under way.
    var drivers: [TimelineDriver?] = []
    var free: [Int] = []

    var count: UInt { UInt(drivers.count - free.count) }
  }

  private static let underWay = Locked(UnderWay())
  /// How many runs are under way.
  private static let count = AtomicWord(0)

  /// A bit for each place: whether the driver there may hold an actor. So no run looks at all others each time that it moves
  /// time.
  ///
  /// `nonisolated(unsafe)` holds because the words are touched atomically alone, and never freed.
  nonisolated(unsafe) private static let bits: UnsafeMutablePointer<UInt> = {
    let bits = UnsafeMutablePointer<UInt>.allocate(capacity: mostPlaces / UInt.bitWidth)
    bits.initialize(repeating: 0, count: mostPlaces / UInt.bitWidth)
    return bits
  }()

  /// Another number each time that one of these bits has been set.
  private static let shown = AtomicWord(0)

  /// Runs beyond these are not shown to others.
  private static let mostPlaces = 1 << 16

  /// Shows this run to others, until ``endNeighbourhood()``.
  func beginNeighbourhood() {
    let place = Self.underWay.withLock { underWay in
      let place = underWay.free.popLast() ?? underWay.drivers.count
      if place == underWay.drivers.count { underWay.drivers.append(self) } else { underWay.drivers[place] = self }
      Self.count.store(underWay.count)
      return place
    }
    state.withLock { state in
      state.place = place
      if actorUse.load() != 0 { show(true, at: place) }
    }
  }

  func endNeighbourhood() {
    let place = state.withLock { state in
      endActorUse(&state)
      return state.place.take()
    }
    guard let place else { return }
    // The caller holds the driver, so that it is not released here.
    Self.underWay.withLock { underWay in
      underWay.drivers[place] = nil
      underWay.free.append(place)
      Self.count.store(underWay.count)
    }
  }

  /// Notes that a job begins, or that a turn of an actor is ready, whose tasks may be another run's.
  func beginActorUse(_ state: inout State) {
    let isShown = actorUse.load() != 0
    actorUse.store(UInt(truncatingIfNeeded: global_environment_next_number()))
    if !isShown, let place = state.place {
      show(true, at: place)
      Self.shown.store(UInt(truncatingIfNeeded: global_environment_next_number()))
    }
    state.continueWaiters()
  }

  /// Notes that no job of this run holds an actor.
  func endActorUse(_ state: inout State) {
    guard actorUse.load() != 0 else { return }
    actorUse.store(0)
    if let place = state.place { show(false, at: place) }
    state.continueWaiters()
  }

  private func show(_ isShown: Bool, at place: Int) {
    guard place < Self.mostPlaces else { return }
    let (word, bit) = (Self.bits + place / UInt.bitWidth, UInt(1) << UInt(place % UInt.bitWidth))
    isShown ? global_environment_set_bits(word, bit) : global_environment_clear_bits(word, bit)
  }

  /// The jobs of other runs that may hold an actor now, up to that many; and whether another may have begun meanwhile,
  /// at a place that had been looked at. Then a task of this run may be there by now.
  private func usesOfOthers(atMost most: Int = .max) -> (uses: [ActorUse], haveChanged: Bool) {
    // Most runs are alone.
    if Self.count.load() <= (isRun ? 1 : 0) { return ([], false) }
    for _ in 0..<16 {
      let shown = Self.shown.load()
      let uses = usesShown(atMost: most)
      let haveChanged = Self.shown.load() != shown
      if !uses.isEmpty || !haveChanged { return (uses, haveChanged) }
    }
    return ([], true)
  }

  private func usesShown(atMost most: Int) -> [ActorUse] {
    let drivers = Self.underWay.withLock { $0.drivers }
    let shares = sharesActors.load() != 0
    var uses: [ActorUse] = []
    for first in stride(from: 0, to: min(drivers.count, Self.mostPlaces), by: UInt.bitWidth) {
      var bits = AtomicWord.load(Self.bits + first / UInt.bitWidth)
      while bits != 0 {
        let place = first + bits.trailingZeroBitCount
        bits &= bits - 1
        // It may have begun after the list was taken.
        guard place < drivers.count, let driver = drivers[place], driver !== self else { continue }
        guard let use = ActorUse(of: driver, isShared: shares && driver.sharesActors.load() != 0) else { continue }
        uses.append(use)
        if uses.count == most { return uses }
      }
    }
    return uses
  }

  /// Whether another run may hold an actor now, for which a task of this run may wait.
  var isAnyNeighbourAtWork: Bool { !usesOfOthers(atMost: 1).uses.isEmpty }

  /// Notes that a task of one run has been shown by a thread of the other.
  func noteSharedActor(with other: TimelineDriver) {
    for driver in [self, other] where driver.sharesActors.load() == 0 { driver.sharesActors.store(1) }
  }

  // MARK: The wait for them

  /// What a loop waits for. The code that ends the wait continues the loop.
  struct NeighbourWait {
    let loop: UInt64
    /// Distinguishes it from other waits of the loop, once it has begun.
    fileprivate var number: UInt64 = 0
    fileprivate var uses: [ActorUse] = []
    fileprivate var rounds = 0
    /// Whether there was anything to wait for.
    fileprivate var hasFound = false
    /// Whether a task of this run may have gone on, on the thread of another, to the actor of a third.
    fileprivate var mayHaveMoved = false

    /// Removes uses that are over, from the end, up to one that is not.
    fileprivate mutating func removeOver() {
      while let last = uses.last, last.isOver {
        if last.hadTurn { mayHaveMoved = true }
        uses.removeLast()
      }
    }
  }

  /// A run that waits, and the queue of its loop. The reference is weak, as it is removed while a lock is held; the list of
  /// the waiting runs holds the run.
  struct Waiter: Sendable {
    private(set) weak var driver: TimelineDriver?
    let queue: DispatchQueue
  }

  /// The runs that wait, the first one first. One that waits no longer stays until the next look.
  private static let waiting = Locked((drivers: [TimelineDriver](), isWatched: false))

  /// How many of these runs look at what the others do. If hundreds did, each would look at all others.
  private static let mostAsking = 32

  private static let lookQueue = DispatchQueue(label: "GlobalEnvironment.Neighbours")

  /// Waits for the jobs of other runs that may hold an actor now, and must end before time moves. No thread waits meanwhile.
  ///
  /// It does not wait for one that blocks its thread or works for long, nor for one for which another run has waited in vain.
  ///
  /// - Returns: True if there were such jobs, and all have ended; false if there were none; nil if the loop must wait. Then
  ///   the loop with that number begins again when they have ended, or when something becomes ready here.
  func waitForNeighbours(_ number: UInt64) -> Bool? {
    var wait = NeighbourWait(loop: number)
    return goesOn(&wait) ? nil : wait.hasFound
  }

  /// Looks again at the jobs for which a loop of this run waits, if one does, and continues it if they have ended: at
  /// what they do, `rest` seconds after the last look; without `rest`, only whether they have ended.
  private func lookAtNeighbours(after rest: Double?) {
    // Taken even where the loop no longer waits: it holds other runs, which must be released outside of the lock.
    let (latest, isWaiting) = state.withLock { state in
      defer { state.isWaiting = false }
      return (state.neighbourWait.take(), state.isWaiting)
    }
    guard isWaiting, var wait = latest else { return }
    if let rest { for index in wait.uses.indices { wait.uses[index].look(after: rest) } }
    if !goesOn(&wait) { loop(wait.loop, found: Found(areNeighboursOver: true)) }
  }

  /// Whether the loop must still wait. If so, `wait` has been stored in the state.
  private func goesOn(_ wait: inout NeighbourWait) -> Bool {
    while true {
      wait.removeOver()
      if wait.uses.isEmpty {
        guard wait.rounds == 0 || wait.rounds < 16 && wait.mayHaveMoved else { return false }
        wait.rounds += 1
        (wait.uses, wait.mayHaveMoved) = usesOfOthers()
        if wait.uses.isEmpty { return false }
        wait.hasFound = true
        // Most end at once.
        for _ in 0..<10 where !wait.uses.isEmpty {
          sched_yield()
          wait.removeOver()
        }
      } else if let queue = begin(&wait) {
        if wait.uses[wait.uses.count - 1].continuesAtEnd(self, on: queue) { return true }
        // It has ended meanwhile. Something else may have continued the loop by then.
        let mustContinue = state.withLock { $0.neighbourWait?.number == wait.number && $0.stopsWaiting() }
        if !mustContinue { return true }
      } else {
        return false
      }
    }
  }

  /// Lets a loop wait, and returns its queue; nil if there is something else to do.
  private func begin(_ wait: inout NeighbourWait) -> DispatchQueue? {
    // The one before it is released outside of the lock.
    let (queue, mustList, _) = state.withLock { state -> (DispatchQueue?, Bool, NeighbourWait?) in
      guard state.mayMove, state.loop == wait.loop else { return (nil, false, nil) }
      state.nextRequest += 1
      wait.number = state.nextRequest
      defer { (state.neighbourWait, state.isWaiting, state.isListed) = (wait, true, true) }
      return (state.queue, !state.isListed, state.neighbourWait)
    }
    guard mustList else { return queue }
    let mustWatch = Self.waiting.withLock { waiting in
      defer { waiting.isWatched = true }
      waiting.drivers.append(self)
      return !waiting.isWatched
    }
    if mustWatch { Self.watchWaiting() }
    return queue
  }

  /// Looks at all runs that wait, again and again while there are some.
  private static func watchWaiting() {
    lookQueue.asyncAfter(deadline: .now() + .milliseconds(20)) {
      let drivers = waiting.withLock { waiting in
        defer { waiting = ([], !waiting.drivers.isEmpty) }
        return waiting.drivers
      }
      if drivers.isEmpty { return }
      for (number, driver) in drivers.enumerated() {
        driver.state.withLock { $0.isListed = false }
        driver.lookAtNeighbours(after: number < mostAsking ? 0.02 : nil)
      }
      watchWaiting()
    }
  }
}

extension TimelineDriver.State {
  /// Continues the loops that wait for this run.
  mutating func continueWaiters() {
    if waiters.isEmpty { return }
    for waiter in waiters.values { waiter.queue.async { waiter.driver?.lookAtNeighbours(after: nil) } }
    waiters = [:]
  }

  /// - Returns: Whether the loop at work waits; then it does not any more.
  mutating func stopsWaiting() -> Bool {
    guard isWaiting, neighbourWait?.loop == loop else { return false }
    isWaiting = false
    return true
  }
}
