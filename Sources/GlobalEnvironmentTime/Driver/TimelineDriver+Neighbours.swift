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
  }

  private static let underWay = Locked(UnderWay())

  /// A bit for each place: whether the driver there may hold an actor. So no run looks at all others each time that it moves
  /// time.
  ///
  /// `nonisolated(unsafe)` holds because the words are touched atomically alone, and never freed.
  nonisolated(unsafe) private static let bits: UnsafeMutablePointer<UInt> = {
    let bits = UnsafeMutablePointer<UInt>.allocate(capacity: mostPlaces / UInt.bitWidth)
    bits.initialize(repeating: 0, count: mostPlaces / UInt.bitWidth)
    return bits
  }()

  /// Runs beyond these are not shown to others.
  private static let mostPlaces = 1 << 16

  /// Shows this run to others, until ``endNeighbourhood()``.
  func beginNeighbourhood() {
    let place = Self.underWay.withLock { underWay in
      let place = underWay.free.popLast() ?? underWay.drivers.count
      if place == underWay.drivers.count { underWay.drivers.append(self) } else { underWay.drivers[place] = self }
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
    }
  }

  /// Notes that a job begins, or that a turn of an actor is ready, whose tasks may be another run's.
  func beginActorUse(_ state: inout State) {
    let isShown = actorUse.load() != 0
    actorUse.store(UInt(truncatingIfNeeded: global_environment_next_number()))
    if !isShown, let place = state.place { show(true, at: place) }
    state.signalNeighbours()
  }

  /// Notes that no job of this run holds an actor.
  func endActorUse(_ state: inout State) {
    guard actorUse.load() != 0 else { return }
    actorUse.store(0)
    if let place = state.place { show(false, at: place) }
    state.signalNeighbours()
  }

  private func show(_ isShown: Bool, at place: Int) {
    guard place < Self.mostPlaces else { return }
    let (word, bit) = (Self.bits + place / UInt.bitWidth, UInt(1) << UInt(place % UInt.bitWidth))
    isShown ? global_environment_set_bits(word, bit) : global_environment_clear_bits(word, bit)
  }

  /// The jobs of other runs that may hold an actor now.
  private var usesOfOthers: [ActorUse] {
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
        ActorUse(of: driver, isShared: shares && driver.sharesActors.load() != 0).map { uses.append($0) }
      }
    }
    return uses
  }

  /// Notes that a task of one run has been shown by a thread of the other.
  func noteSharedActor(with other: TimelineDriver) {
    for driver in [self, other] where driver.sharesActors.load() == 0 { driver.sharesActors.store(1) }
  }

  /// Waits until the jobs of other runs have ended that may hold an actor now, or something becomes ready here.
  ///
  /// It does not wait for one that blocks its thread or works for long, nor for one for which another run has waited in vain.
  ///
  /// - Returns: False when so many runs wait already that this one must look again later.
  func waitForNeighbours() -> Bool {
    // A task of this run may go on from the actor of one neighbour to that of another, which was free at the first look.
    for _ in 0..<3 {
      let uses = usesOfOthers
      if uses.isEmpty { return true }
      if !wait(for: uses) { return false }
      if sharesActors.load() == 0 { return true }
    }
    return true
  }

  /// How many runs wait. Each holds a thread. The system has 255 threads for queues, or fewer, and those that are waited for
  /// need some, too.
  private static let waiting = Locked(0)
  private static let mostWaiting = 32

  /// - Returns: False when too many runs wait.
  private func wait(for uses: [ActorUse]) -> Bool {
    var uses = uses
    // Most end at once.
    for _ in 0..<10 {
      sched_yield()
      uses.removeAll { $0.hasEnded }
      if uses.isEmpty { return true }
    }
    let mayWait = Self.waiting.withLock { waiting in
      guard waiting < Self.mostWaiting else { return false }
      waiting += 1
      return true
    }
    guard mayWait else { return false }
    defer { Self.waiting.withLock { $0 -= 1 } }
    let semaphore = DispatchSemaphore(value: 0)
    state.withLock { $0.semaphore = semaphore }
    defer { state.withLock { $0.semaphore = nil } }
    var looks = 0
    while let last = uses.indices.last, state.withLock({ $0.mayMove }) {
      let isSignalled =
        !uses[last].signalsAtEnd(semaphore, to: self) || semaphore.wait(timeout: .now() + .milliseconds(20)) == .success
      looks += 1
      // Only some at each look: among hundreds of runs, each run would ask all others.
      let groups = (uses.count + 7) / 8
      for index in uses.indices.reversed()
      where !uses[index].goesOn(after: isSignalled ? 0 : 0.02, isAsked: index % groups == looks % groups) {
        uses.remove(at: index)
      }
    }
    return true
  }

  /// A job of another run that may hold an actor.
  private struct ActorUse {
    private let driver: TimelineDriver
    private let number: UInt
    /// Whether tasks of both runs have met on an actor: then it has longer.
    private let isShared: Bool
    /// How many jobs of that run had begun at the last look. What follows is of the last job alone.
    private var steps = -1
    /// The seconds for which it has been found to wait.
    private var waited = 0.0
    /// The seconds for which its thread had run at the first look, and at the last.
    private var processorTime: (first: Double, last: Double)?
    /// The seconds since it was asked what it does.
    private var unseen = 0.0
    /// The seconds for which it may go on, whatever it does.
    private var left = 10.0

    /// Nil where there is none, or none to wait for.
    init?(of driver: TimelineDriver, isShared: Bool) {
      number = driver.actorUse.load()
      guard number != 0, number != (isShared ? driver.longSharedUse.load() : driver.longActorUse.load())
      else { return nil }
      (self.driver, self.isShared) = (driver, isShared)
    }

    var hasEnded: Bool { driver.actorUse.load() != number }

    /// Signals to a run that waits, when it ends.
    ///
    /// - Returns: Whether it has not ended.
    func signalsAtEnd(_ semaphore: DispatchSemaphore, to waiter: TimelineDriver) -> Bool {
      driver.state.withLock { state in
        if hasEnded { return false }
        // One for each run, however often that waits while this goes on.
        state.semaphoresOfNeighbours[ObjectIdentifier(waiter)] = semaphore
        return true
      }
    }

    /// Returns whether to look at it again.
    ///
    /// - Parameters:
    ///   - rest: The seconds that have passed since the last look, at least.
    ///   - isAsked: Whether to look at what it does, too.
    mutating func goesOn(after rest: Double, isAsked: Bool) -> Bool {
      if hasEnded { return false }
      unseen += rest
      guard isAsked, unseen > 0 else { return true }
      defer { unseen = 0 }
      if !takesLong(after: unseen) { return true }
      // Then other runs need not wait for it either.
      isShared ? driver.longSharedUse.store(number) : driver.longActorUse.store(number)
      return false
    }

    /// Looks once more whether it has waited or worked for long.
    ///
    /// While it waits for a processor it does neither: on a busy machine that takes any time. While the process works, only a
    /// tenth of its other waits counts, as it may wait for a thread that has no processor, and its wait for the main queue
    /// does not count.
    private mutating func takesLong(after rest: Double) -> Bool {
      let isAtWork = PassedTime.last.withLock { $0?.isQuiet } != true
      let rest = isAtWork ? rest / 10 : rest
      let steps = driver.steps
      if steps != self.steps { (self.steps, waited, processorTime) = (steps, 0, nil) }
      // The main queue may be late by any time then, and this run would wait for it, too.
      if isAtWork, driver.awaitsMainQueue.load() != 0 { return false }
      left -= rest
      if left < 0 { return true }
      let thread = driver.jobThread.load()
      guard thread != 0, let now = ThreadState.processorTime(of: thread) else {
        // Its turn has not come: it waits for the main queue, or for a new thread.
        waited += rest
        return waited > 0.5
      }
      let (first, last) = processorTime ?? (now, now)
      processorTime = (first, now)
      // A look shows one moment only, even if the last look was long ago.
      if now == last, !ThreadState.isRunnable(thread) { waited += min(rest, 0.02) }
      return waited > (isShared ? 0.2 : 0.05) || now - first > (isShared ? 1 : 0.1)
    }
  }
}
