import GlobalEnvironment

/// Lets tests have what the process has only once: its own environment, the shared session, the lane of a seeded run.
///
/// One turn for all of it. Who has the turn takes one thing after the other, in any order and without waiting; with a lock
/// for each, two tests that take two of them the other way around would wait for each other for ever. The lane is shared by
/// many, unless a seeded run has it alone, and the turn with it.
///
/// Who waits holds no thread.
package enum Turns {
  /// What one can have, in the order in which it is given out.
  enum Pass: CaseIterable {
    /// The lane, beside others.
    case share
    /// The lane alone, for one who has the turn.
    case laneInTurn
    /// The lane alone, and the turn: both or neither, so that nobody has the turn while it waits for those on the lane.
    case laneAndTurn
    /// The turn.
    case turn
  }

  private static let state = Locked(State())

  @TaskLocal private static var isTaken = false

  /// Whether the asking code has the turn.
  private static var isMine: Bool { isTaken || VirtualTimeRun.current?.isAlone == true }

  /// Runs `body` when nobody else has the turn, those who came first going first.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `CancellationError` when the task is cancelled while it waits.
  package static func take<Result>(_ body: () async throws -> Result) async throws -> Result {
    if isMine { return try await body() }
    if let run = VirtualTimeRun.current {
      // While another test goes on, this one's time is not stuck.
      try await run.time.standingStill {
        guard await enter(.turn, fromShare: true) else { throw CancellationError() }
      }
    } else {
      guard await enter(.turn) else { throw CancellationError() }
      await OffLane.step()
    }
    defer { leave(.turn) }
    return try await $isTaken.withValue(true) { try await body() }
  }

  /// Waits for a place on the lane; ``leave(_:)`` gives it back.
  ///
  /// Who wants it alone waits until nobody is there, and does not keep others from coming before it: one test that hangs must
  /// not hold up all.
  ///
  /// - Throws: `CancellationError` when the task is cancelled while it waits.
  static func enterLane(alone: Bool) async throws -> Pass {
    let pass: Pass = alone ? (isMine ? .laneInTurn : .laneAndTurn) : .share
    let isAdmitted = await enter(pass)
    await OffLane.step()
    guard isAdmitted else { throw CancellationError() }
    return pass
  }

  /// Waits for a place on the lane beside others, cancelled or not; `leave(.share)` gives it back.
  static func shareLane() async {
    _ = await enter(.share, isCancellable: false)
    await OffLane.step()
  }

  /// Waits for `pass`.
  ///
  /// - Parameter fromShare: Whether who asks has a share of the lane. It does not count while it waits: one who has the turn
  ///   may wait for it to leave.
  /// - Returns: Whether it was admitted; false when the task was cancelled before.
  private static func enter(_ pass: Pass, fromShare: Bool = false, isCancellable: Bool = true) async -> Bool {
    let number = state.withLock { $0.newNumber() }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let admitted = state.withLock { state -> [(Waiter, Bool)] in
          let waiter = Waiter(number: number, isFromShare: fromShare, continuation: continuation)
          if state.admit(pass) { return [(waiter, true)] }
          // A task is marked before its handler, below, waits for this lock.
          if isCancellable && Task.isCancelled { return [(waiter, false)] }
          return state.add(waiter, for: pass).map { ($0, true) }
        }
        for (waiter, isAdmitted) in admitted { waiter.continuation.resume(returning: isAdmitted) }
      }
    } onCancel: {
      guard isCancellable else { return }
      state.withLock { $0.remove(number, from: pass) }?.continuation.resume(returning: false)
    }
  }

  /// Gives back what ``enterLane(alone:)`` returned.
  static func leave(_ pass: Pass) {
    for waiter in state.withLock({ $0.leave(pass) }) { waiter.continuation.resume(returning: true) }
  }
}

extension Turns {
  private struct Waiter {
    var number: UInt64
    var isFromShare: Bool
    var continuation: UnsafeContinuation<Bool, Never>
  }

  private struct State {
    private var isTurnTaken = false
    private var isLaneTaken = false
    private var sharers = 0
    private var waiting: [Pass: [Waiter]] = [:]
    private var count: UInt64 = 0

    mutating func newNumber() -> UInt64 {
      count += 1
      return count
    }

    mutating func admit(_ pass: Pass) -> Bool {
      // Below zero when a run that waits for the turn was left behind.
      let isLaneFree = !isLaneTaken && sharers <= 0
      switch pass {
      case .share where isLaneTaken, .laneInTurn where !isLaneFree, .turn where isTurnTaken,
        .laneAndTurn where isTurnTaken || !isLaneFree:
        return false
      case .share: sharers += 1
      case .laneInTurn: isLaneTaken = true
      case .laneAndTurn: (isLaneTaken, isTurnTaken) = (true, true)
      case .turn: isTurnTaken = true
      }
      return true
    }

    /// - Returns: Who is admitted, as `waiter` steps aside.
    mutating func add(_ waiter: Waiter, for pass: Pass) -> [Waiter] {
      waiting[pass, default: []].append(waiter)
      guard waiter.isFromShare else { return [] }
      sharers -= 1
      return admitted()
    }

    mutating func remove(_ number: UInt64, from pass: Pass) -> Waiter? {
      guard let index = waiting[pass]?.firstIndex(where: { $0.number == number }) else { return nil }
      let waiter = waiting[pass]?.remove(at: index)
      // On its way out it is on the lane once more, even beside a seeded run.
      if waiter?.isFromShare == true { sharers += 1 }
      return waiter
    }

    /// - Returns: Who is admitted.
    mutating func leave(_ pass: Pass) -> [Waiter] {
      switch pass {
      case .share: sharers -= 1
      case .laneInTurn: isLaneTaken = false
      case .laneAndTurn: (isLaneTaken, isTurnTaken) = (false, false)
      case .turn: isTurnTaken = false
      }
      return admitted()
    }

    private mutating func admitted() -> [Waiter] {
      var all: [Waiter] = []
      for pass in Pass.allCases {
        let queue = waiting[pass] ?? []
        var count = 0
        while count < queue.count, admit(pass) { count += 1 }
        guard count > 0 else { continue }
        waiting[pass]?.removeFirst(count)
        // Nobody has the lane alone without the turn, which this one has now.
        for waiter in queue.prefix(count) where waiter.isFromShare { sharers += 1 }
        all += queue.prefix(count)
      }
      return all
    }
  }
}
