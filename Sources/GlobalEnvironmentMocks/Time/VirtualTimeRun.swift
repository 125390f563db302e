// audit:allow-file clock, scheduling – a run that never ends is given up in real time.

import Dispatch
package import GlobalEnvironment

/// One body that runs in a time of its own.
package final class VirtualTimeRun: Sendable {
  @TaskLocal private static var bound: VirtualTimeRun?

  /// The run that the asking code belongs to; nil for what has outlived its run.
  static var current: VirtualTimeRun? {
    // Code of others may come onto the lane, too, when it is resumed from there; but not without a scope of its own.
    let run = bound ?? (EnvironmentScope.isBound ? nil : Lane.currentOwner?.run)
    return run?.isOver == true ? nil : run
  }

  let timeline = Timeline(isOfRun: true)
  let driver: TimelineDriver
  /// The handle of its time.
  package let time: VirtualTime
  private let place: SourcePlace?
  private let state = Locked(State.prepared)

  private let orderOfChoices = Locked<UInt64>(0)

  private enum State: Sendable {
    case prepared, onLane(Turns.Pass), over
  }

  private var isOver: Bool {
    if case .over = state.withLock({ $0 }) { true } else { false }
  }

  /// Whether it is seeded, and has the lane alone.
  var isAlone: Bool {
    if case .onLane(.laneInTurn) = state.withLock({ $0 }) { return true }
    if case .onLane(.laneAndTurn) = state.withLock({ $0 }) { return true }
    return false
  }

  /// Whether the asking code runs in virtual time that moves by itself.
  package static var isUnderWay: Bool { current != nil }

  /// Prepares a run whose time begins where that of the current environment stands, if it has a virtual one.
  package init(place: SourcePlace?) {
    let start = SpyMoment.virtualTime?.date ?? .mock
    self.place = place
    driver = TimelineDriver(timeline)
    time = VirtualTime(timeline: timeline, driver: driver, startingAt: start)
  }

  /// A number that tells one seeded order from another.
  package var order: UInt64 { orderOfChoices.withLock { $0 } }

  /// Runs `body`, and what it started, to the end.
  ///
  /// - Parameter onHopeless: Called when a stuck body does not end although it has been cancelled. The call of this function
  ///   does not return then.
  /// - Throws: What `body` throws, or ``StuckError``; `CancellationError` when the task is cancelled while it waits for others.
  package func perform<Value: Sendable>(
    seed: Int?,
    onHopeless: @escaping @Sendable (StuckError) -> Void,
    _ body: @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    let pass = try await Turns.enterLane(alone: seed != nil)
    Lane.enter()
    state.withLock { $0 = .onLane(pass) }
    defer { leaveLane() }
    return try await withEnvironment { [time] in
      $0.date = { time.date }
      $0.scheduler = { time }
      $0.backgroundScheduler = { time }
    } perform: {
      driver.owner.begin(self, in: .current)
      return try await Self.$bound.withValue(self) {
        // In a child task: it can be cancelled without cancelling the test around it.
        async let child = outcome(of: body, seed: seed, onHopeless)
        let result = await child
        await cancelWhatIsLeft()
        time.reportEndlessMoment(place)
        return try result.get()
      }
    }
  }

  /// Makes room for other runs: at the end, or when a body is left behind.
  private func leaveLane() {
    let pass = state.withLock { state -> Turns.Pass? in
      defer { state = .over }
      if case .onLane(let pass) = state { return pass }
      return nil
    }
    guard let pass else { return }
    endShuffling()
    Lane.leave()
    Turns.leave(pass)
  }

  private func endShuffling() {
    if let order = Lane.endShuffling(of: driver) { orderOfChoices.withLock { $0 = order } }
  }

  /// Runs `body` on the lane until it has ended.
  private func outcome<Value: Sendable>(
    of body: @concurrent @Sendable () async throws -> Value,
    seed: Int?,
    _ onHopeless: @escaping @Sendable (StuckError) -> Void
  ) async -> Result<Value, any Error> {
    let rescue = Rescue(of: withUnsafeCurrentTask { $0 })
    driver.beginRun { [self] reason in
      let error = stuckError(reason)
      rescue.cancel(because: error)
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(1)) { [self] in
        if rescue.isOver { return }
        driver.endRun()
        leaveLane()
        onHopeless(error)
      }
    }
    let result: Result<Value, any Error> = await withTaskExecutorPreference(driver.owner) {
      // Not before the body is on the lane: how it came there must not count among the choices.
      if let seed { Lane.beginShuffling(seed: seed, owner: driver) }
      let result: Result<Value, any Error>
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      // At once, while on the lane: time must not go on by itself.
      driver.endRun()
      endShuffling()
      return result
    }
    await OffLane.step()
    if let error = await rescue.end() { return .failure(error) }
    return result
  }

  private func stuckError(_ reason: StuckError.Reason) -> StuckError {
    StuckError(
      reason: reason, limit: timeline.loopLimit, pending: time.pending, date: time.date, place: place,
      last: timeline.log?.events.last.map { time.line(for: $0) }
    )
  }

  /// Cancels what still waits, until nothing does; what goes on and on is reported.
  private func cancelWhatIsLeft() async {
    timeline.beginEnd()
    await cancelWhatIsOutside()
    // A task that catches its cancellation may wait a few more times on its way out.
    for _ in 0..<16 {
      await settleFromOutside()
      let left = timeline.removeAll()
      if left.isEmpty { break }
      // On the lane, so that the tasks go on there.
      Lane.submit(for: driver.owner) { for waiter in left { waiter.cancelTask() } }
    }
    await settleFromOutside()
    let left =
      time.pending.map(\.description) + (await stubbornSleeps())
      + (driver.isOutside ? ["something that waits for the real world"] : [])
    timeline.endRun()
    guard !left.isEmpty else { return }
    TestHooks.report(
      """
      What was started in virtual time goes on although it has been cancelled:
      \(left.map { "- \($0)" }.joined(separator: "\n"))
      End the loop when Env.sleep throws CancellationError, or cancel the work in the test.
      """,
      at: place
    )
  }

  /// Cancels what is under way outside, and gives it a second of real time to end.
  private func cancelWhatIsOutside() async {
    driver.cancelOutside()
    for _ in 0..<100 where driver.isOutside { await OffLane.pause(milliseconds: 10) }
  }

  /// The tasks that ignore their cancellation and sleep again and again.
  private func stubbornSleeps() async -> [String] {
    let before = timeline.stubborn
    guard before.count > 0 else { return [] }
    // Do they still? Within a second of real time; a busy machine may take that long.
    for _ in 0..<100 {
      await OffLane.pause(milliseconds: 10)
      let now = timeline.stubborn
      if now.count > before.count { return now.descriptions.sorted() }
    }
    return []
  }

  private func settleFromOutside() async {
    await driver.settle()
    await OffLane.step()
  }
}
