// audit:allow-file scheduling – it waits for other threads in real time.

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

  /// How often the jobs of neighbours are looked at: at first at once, then after half a millisecond each.
  private static let (quickLooks, mostLooks) = (50, 450)

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
      endActorUse(at: state.place)
      return state.place.take()
    }
    guard let place else { return }
    // The caller holds the driver, so that it is not released here.
    Self.underWay.withLock { underWay in
      underWay.drivers[place] = nil
      underWay.free.append(place)
    }
  }

  /// Notes that a job begins, or that a turn of an actor is ready, whose tasks may be another run's. The state is locked.
  func beginActorUse(at place: Int?) {
    let isShown = actorUse.load() != 0
    actorUse.store(UInt(truncatingIfNeeded: global_environment_next_number()))
    if !isShown, let place { show(true, at: place) }
  }

  /// Notes that no job of this run holds an actor. The state is locked.
  func endActorUse(at place: Int?) {
    guard actorUse.load() != 0 else { return }
    actorUse.store(0)
    if let place { show(false, at: place) }
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

  /// Waits until the jobs of other runs have ended that may hold an actor now.
  ///
  /// It does not wait for one that blocks its thread or works for long, nor for one for which another run has waited in vain.
  func waitForNeighbours() {
    var uses = usesOfOthers
    for look in 0..<Self.mostLooks where !uses.isEmpty {
      let isQuick = look < Self.quickLooks
      if isQuick { sched_yield() } else { Thread.sleep(forTimeInterval: 0.0005) }
      for index in uses.indices.reversed() where !uses[index].goesOn(isQuick: isQuick) { uses.remove(at: index) }
    }
    for use in uses { use.giveUp() }
  }

  /// A job of another run that may hold an actor.
  private struct ActorUse {
    private let driver: TimelineDriver
    private let number: UInt
    /// Whether tasks of both runs have met on an actor: then a job that works has longer.
    private let isShared: Bool
    private var idleLooks = 0

    /// How often a look may find it blocked; for runs that share no actor, every look counts.
    private static let mostIdleLooks = 20

    /// Nil where there is none, or none to wait for.
    init?(of driver: TimelineDriver, isShared: Bool) {
      number = driver.actorUse.load()
      guard number != 0, number != (isShared ? driver.longSharedUse.load() : driver.longActorUse.load())
      else { return nil }
      (self.driver, self.isShared) = (driver, isShared)
    }

    /// Returns whether to look at it again.
    mutating func goesOn(isQuick: Bool) -> Bool {
      if driver.actorUse.load() != number { return false }
      if isQuick { return true }
      if !isShared || ThreadState.isRunnable(driver.jobThread.load()) == false { idleLooks += 1 }
      if idleLooks < Self.mostIdleLooks { return true }
      giveUp()
      return false
    }

    /// Lets other runs know that it takes long.
    func giveUp() { isShared ? driver.longSharedUse.store(number) : driver.longActorUse.store(number) }
  }
}
