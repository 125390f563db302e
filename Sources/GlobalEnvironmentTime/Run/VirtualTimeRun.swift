// audit:allow-file clock, scheduling – a run that never ends is given up in real time.

import Dispatch
package import GlobalEnvironment

/// One body that runs in a time of its own.
package final class VirtualTimeRun: Sendable {
  let driver: TimelineDriver
  /// The handle of its time.
  package let time: VirtualTime
  private let limits: VirtualTimeLimits
  private let place: SourcePlace?
  /// What cancels the body, once that has begun.
  private let canceller = Locked<BodyCanceller?>(nil)
  private let givenUp = Locked<(@Sendable () -> Void)?>(nil)

  private var timeline: Timeline { driver.timeline }

  /// Whether the caller runs in virtual time that moves by itself.
  package static var isUnderWay: Bool { TimelineDriver.ofRun != nil }

  /// Why no run can begin in this process; nil where one can.
  package static var refusal: (any Error)? { PrivateLayouts.refusal }

  /// Prepares a run whose time begins where that of the current environment stands, if it has a virtual one.
  ///
  /// - Parameter order: Chooses what may run next.
  package init(order: RunOrder = .arrival, limits: VirtualTimeLimits = .standard, place: SourcePlace?) {
    _ = TimelineDriver.install
    let start = UnobservedRead.virtualTime?.date ?? .mock
    self.place = place
    self.limits = limits
    driver = TimelineDriver(isRun: true, order: order, limit: limits.rounds)
    time = VirtualTime(driver, startingAt: start)
  }

  /// A number that distinguishes one seeded order from another.
  package var order: UInt64 { driver.order }

  /// The choices that were not the first in the order of arrival, if the order notes them.
  package var detours: [Detour] { driver.state.withLock(\.ready.detours) }

  /// What went on before what in each detour, in words, if the order explains itself.
  package var explanations: [String] {
    driver.state.withLock(\.ready.explained).map { chosen, passed in "\(chosen.words) went on before \(passed.words)" }
  }

  /// Runs `body`, and what it started, to the end.
  ///
  /// - Parameters:
  ///   - family: The family of the test; nil where the run is a part of what is around it.
  ///   - onHopeless: Called when a stuck body does not end although it has been cancelled. Then this function does not
  ///     return, unless the body ends after all.
  /// - Throws: What `body` throws, or ``StuckError``; `CancellationError` when the task is cancelled before; `LayoutError`
  ///   where the runtime is one that this package does not know.
  package func perform<Value: Sendable>(
    in family: ScopeFamily? = nil,
    onHopeless: (StuckError) async -> Void,
    _ body: @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    if let refusal = Self.refusal { throw refusal }
    return try await begin(in: family).run {
      // In a child task: it can be cancelled without cancelling the test around it.
      let (hopeless, outlook) = AsyncStream.makeStream(of: StuckError.self)
      async let child = outcome(of: body, outlook)
      for await error in hopeless { await onHopeless(error) }
      let result = await child
      await end()
      return try result.get()
    }
  }

  /// Cancels the body of ``perform(in:onHopeless:_:)`` at once, as if its task had been. May be called by the body itself.
  package func cancelBody() {
    canceller.withLock { $0 }?.cancel(because: nil)
  }

  /// Calls `body`, which waits for nothing, in the scope of the body of ``perform(in:onHopeless:_:)`` while that runs.
  func call(_ body: () -> Void) {
    if let scope = canceller.withLock({ $0 })?.scope { scope.call(body) } else { body() }
  }

  /// Calls `onGivenUp` when the body is given up, just before it is cancelled.
  package func onGivenUp(_ onGivenUp: @escaping @Sendable () -> Void) {
    givenUp.replace(with: onGivenUp)
  }

  /// Begins a run whose body is not a task's, but a test's of XCTest, and returns the scope in which that must run;
  /// ``end()`` ends it.
  ///
  /// - Parameter onStuck: Called, on some thread, when only loops run, or nothing.
  package func begin(in family: ScopeFamily?, onStuck: @escaping @Sendable (StuckError) -> Void) -> EnvironmentScope {
    driver.beginRun { [weak self] reason, function in
      if let self { onStuck(stuckError(reason, in: function)) }
    }
    driver.state.withLock { $0.mayHoldMainThread = true }
    return begin(in: family)
  }

  /// Makes the scope of the run: what is made there belongs to it.
  private func begin(in family: ScopeFamily?) -> EnvironmentScope {
    RunWatch.lookForSuccessor()
    if let successor = Jobs.seam.successor { driver.complain(RunWatch.message(naming: successor)) }
    RunWatch.begin(driver, limits)
    var environment = Env
    environment.date = { [time] in time.date }
    environment.scheduler = { [time] in time }
    environment.backgroundScheduler = { [time] in time.inBackground }
    let runFamily = ScopeFamily(in: family ?? ScopeFamily.current, run: driver)
    let test = CodeOfTest()
    driver.state.withLock { ($0.runFamily, $0.test) = (runFamily, test) }
    return EnvironmentScope(environment, in: runFamily)
  }

  /// Ends the run: cancels what is left, and reports what continues nevertheless. Not called by a task of the run.
  package func end() async {
    driver.endRun()
    await cancelWhatIsLeft()
    RunWatch.lookForSuccessor()
    RunWatch.end(driver)
    driver.close()
    time.reportEndlessMoment(place)
    for complaint in driver.state.withLock({ $0.complaints }) { TestHooks.report(complaint, at: place) }
  }

  /// Runs `body` until it has ended.
  private func outcome<Value: Sendable>(
    of body: @concurrent @Sendable () async throws -> Value,
    _ outlook: AsyncStream<StuckError>.Continuation
  ) async -> Result<Value, any Error> {
    defer { outlook.finish() }
    let canceller = BodyCanceller()
    self.canceller.replace(with: canceller)
    driver.beginRun(in: currentTask) { [self] reason, function in
      let error = stuckError(reason, in: function)
      // Before what is cancelled runs code of the test, which may block.
      DispatchQueue(label: "GlobalEnvironment.GivenUp").asyncAfter(deadline: .now() + .seconds(1)) { [self] in
        if canceller.isOver { return }
        driver.endRun()
        RunWatch.end(driver)
        // A body that runs forever is stopped; one that waits may still get its answer.
        driver.close(reason == .loops || reason == .polling ? .frozen : .over)
        outlook.yield(error)
      }
      givenUp.withLock { $0 }?()
      canceller.cancel(because: error)
    }
    let result: Result<Value, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    // At once, while it is this task's turn: time must not move by itself.
    driver.endRun()
    driver.endRealSleep()
    if let error = await canceller.end() { return .failure(error) }
    return result
  }

  private func stuckError(_ reason: StuckError.Reason, in function: String?) -> StuckError {
    StuckError(
      reason: reason, limit: timeline.futileRounds, pending: time.pending, date: time.date, place: place,
      last: timeline.log?.events.last.map { time.line(for: $0) }, realSleeps: driver.realSleepText,
      waits: driver.waits, function: function
    )
  }

  // MARK: The end

  /// Cancels what still waits, until nothing does, and reports what never ends.
  private func cancelWhatIsLeft() async {
    timeline.beginEnd()
    var outside = await cancelOutside([])
    if isOver { return timeline.endRun() }
    var steps = await driver.settle()
    // A task that catches its cancellation may wait a few more times on its way out.
    for _ in 0..<16 {
      let before = outside
      outside = await cancelOutside(outside)
      // The real world may have woken tasks meanwhile. They run first: they may schedule work that is due at once.
      let isNothingNew = outside == before && driver.requestsOutside.isSubset(of: outside) && driver.steps == steps
      guard isNothingNew || driver.phase != .open else {
        steps = await driver.settle()
        continue
      }
      let left = timeline.removeAll()
      if left.isEmpty { break }
      // In its turn, so that the tasks continue in their order.
      driver.perform { for waiter in left { waiter.cancelTask() } }
      steps = await driver.settle()
    }
    // A job that blocked may have ended the body, and be about to say so.
    await wait { !driver.blocked.isEmpty }
    let left =
      time.pending.map(\.description) + (await stubbornSleeps())
      + driver.blocked.map { "a \(StuckError.blockingTask($0.function))" }
      + (driver.isOutside ? ["something that waits for the real world"] : [])
    timeline.endRun()
    await complainOfRealSleeps()
    guard !left.isEmpty else { return }
    driver.complain(
      """
      What was started in virtual time still runs although it has been cancelled:
      \(left.map { "- \($0)" }.joined(separator: "\n"))
      End the loop when Env.sleep throws CancellationError, or cancel the work in the test.
      """)
  }

  /// Cancels what is under way outside, but for what is deaf to that, and gives it some real time to end. Returns what
  /// may be deaf by now.
  private func cancelOutside(_ deaf: Set<UInt64>) async -> Set<UInt64> {
    let new = driver.requestsOutside.subtracting(deaf)
    if new.isEmpty { return deaf }
    driver.perform { [driver] in driver.cancelOutside() }
    await wait { !driver.requestsOutside.isDisjoint(with: new) }
    return deaf.union(new)
  }

  /// Whether nothing is left: most runs end so, and each question to a thread that rests costs as much as an empty run.
  private var isOver: Bool {
    // The loop has emptied the main queue before it came to rest. A body that is not a task's may have put blocks there since.
    canceller.withLock { $0 } != nil && driver.isIdle && timeline.waiting.isEmpty
      && timeline.stubborn.count == 0 && driver.realSleeps().isEmpty && !driver.isOutside
  }

  /// The tasks that ignore their cancellation and sleep again and again.
  private func stubbornSleeps() async -> [String] {
    let before = timeline.stubborn
    guard before.count > 0 else { return [] }
    // Do they still sleep again?
    await wait { timeline.stubborn.count <= before.count }
    // One that has been woken may be kept from it by a main queue that others use.
    await driver.settle()
    let now = timeline.stubborn
    return now.count > before.count ? now.descriptions.sorted() : []
  }

  /// Tells of tasks that wait in `Task.sleep`, for more than the moment that they are given to end.
  private func complainOfRealSleeps() async {
    await wait(for: 20) { !driver.realSleeps().isEmpty }
    if driver.realSleeps().isEmpty { return }
    driver.complain(
      """
      The body in virtual time has ended, and what it started still waits in \(driver.realSleepText). \(RealSleep.advice)
      """)
  }

  /// Waits while `holds` returns true, until the process has rested for `pauses` hundredths of a second in real time,
  /// or five times as long has passed: beside busy neighbours, what is about to end may wait for a processor.
  private func wait(for pauses: Int = 100, while holds: () -> Bool) async {
    var (atRest, all) = (0, 0)
    while atRest < pauses, all < 5 * pauses, holds() {
      let before = ProcessorTime.now
      // Cancelled or not; in the root scope, so that the task is not one of the run, which may have been stopped.
      let pause = EnvironmentScope.root.run { Task.detached { try? await Task.sleep(for: .milliseconds(10)) } }
      await pause.value
      all += 1
      if ProcessorTime.now.isQuiet(since: before) { atRest += 1 }
    }
  }
}
