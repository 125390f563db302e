// audit:allow-file scheduling – a task that ignores its cancellation is slowed down in real time.

public import GlobalEnvironment

extension VirtualTime: VirtualScheduler {

  /// That of the timeline.
  package var timeIdentity: ObjectIdentifier { ObjectIdentifier(timeline) }

  /// Another handle of the same time, as long as that is held elsewhere.
  package var weakly: @Sendable () -> (any WorkScheduler)? {
    { [weak driver, start, isInBackground] in
      driver.map { VirtualTime($0, standingAtZero: start, isInBackground: isInBackground) }
    }
  }

  /// Returns what that does not wait for.
  package func timeoutHint(since start: EnvironmentClock.Instant) -> String? {
    let sleep = driver.realSleeps().isEmpty ? timeline.longSleep(since: start.offset) : nil
    guard driver.isRun, sleep != .body else { return nil }
    let reason = sleep == nil ? "It was virtual time that passed, which" : "If it did not wait for virtual time: that"
    if let wait = driver.firstWait { return "\(reason) does not wait for \(wait)" }
    if !driver.realSleeps().isEmpty {
      return "\(reason) does not wait for \(driver.realSleepText). \(RealSleep.advice)"
    }
    return """
      \(reason) does not wait for a Timer, a DispatchSource or other work of a queue, a thread, real input and output: wait for \
      those inside Env.time.standingStill { … }. Nor for Task.sleep: write Env.sleep(for:).\(longJobText)
      """
  }

  /// What is said of another test that takes long.
  private var longJobText: String {
    guard let other = Calm.longJob(besides: driver) else { return "" }
    let function = other.state.withLock(\.runningBegin).flatMap(ResumePoints.function(of:))
    return """
       Nor does it wait any more for another test that is busy for long\(function.map { ", in \($0)" } ?? ""): if both share \
      something, make that shorter.
      """
  }

  /// The time since the beginning.
  public var now: EnvironmentClock.Instant { EnvironmentClock.Instant(offset: timeline.elapsed) }

  /// Puts `work` on the timeline. It runs in the environment of the code that scheduled it, at exactly `deadline`; as soon as
  /// possible when that has passed. If the scope of that code has ended and other code moves the time of a mock, the work runs
  /// in the environment of the code that moves time.
  ///
  /// - Returns: A token that takes the work off again, and releases it at once.
  public func schedule(
    at deadline: EnvironmentClock.Instant, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    let scope = EnvironmentScope.current
    let origin = timeline.origin(place: place, task: .currentTaskName, isInBackground: isInBackground, scope: scope)
    // Work that is due may wait for its turn: until then, it may be cancelled.
    let wait = beginWaitOfOtherRun("work that is scheduled", place, isOfTask: false)
    let due = DueWork(work, in: driver.isRun && driver.phase == .open ? scope : nil, wait)
    let ticket = timeline.add(Timeline.Waiter(action: .work { due.take()?() }, origin: origin), at: deadline.offset)
    wakeDriver()
    return EnvironmentCancellation { [weak timeline, weak due] in
      // What the work captured is released after the locks are.
      _ = (timeline?.remove(ticket), due?.take())
    }
  }

  /// Suspends until time has reached `deadline`; returns at once when that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    try await sleep(until: deadline, place, as: .current)
  }

  package func awaitTimeout(at deadline: EnvironmentClock.Instant, place: SourcePlace) async throws {
    try await sleep(until: deadline, place, as: .timeout)
  }

  private func sleep(
    until deadline: EnvironmentClock.Instant, _ place: SourcePlace?, as role: Timeline.Origin.Role
  ) async throws {
    if Task.isCancelled {
      await refuse(place)
      throw CancellationError()
    }
    // A task of a run that has ended, which another one has woken: nothing moves this time, and the other would wait in vain.
    if driver.isRun, driver.phase == .over, let waker = Guests.wakerOfCurrentTask, waker.isRun, waker !== driver {
      // Where a test has ended with its run, each use of its environment is told.
      if ScopeFamily.current?.hasEnded != true, !driver.state.replace(\.hasToldLateSleep, with: true) {
        TestHooks.report(Self.lateSleep, at: place)
      }
      if waker === TimelineDriver.running {
        await withUnsafeContinuation { continuation in waker.perform { continuation.resume() } }
      } else {
        // A job of that run takes long, so this task does not run there.
        await Task.yield()
      }
      throw CancellationError()
    }
    let wait = beginWaitOfOtherRun("a sleep", place, isOfTask: true)
    defer { if let (run, request) = wait { run.endWait(request) } }
    let standing = driver.standingTask
    if standing == nil, driver.isRun, TimelineDriver.running !== driver { noteOffList() }
    let origin = timeline.origin(
      place: place, task: .currentTaskName, role: role)
    let arrival = Arrival.current(on: timeline)
    let woken = standing == nil && arrival == nil ? driver.woken : nil
    let waiter = Timeline.Waiter(
      action: .sleep(nil, .current), origin: origin, onWake: onWake(standing, arrival, woken))
    guard let ticket = timeline.addUnlessPast(waiter, at: deadline.offset) else {
      if driver.isRun, driver.noteSleepOfNoTime() {
        // A loop of such sleeps would never end its job, and what it waits for would never run.
        timeline.note(waiter)
        if driver.phase == .open {
          // Not by a yield, which does not show everywhere.
          await withUnsafeContinuation { continuation in driver.perform { continuation.resume() } }
        } else {
          await Task.yield()
        }
      }
      return
    }
    // While the task sleeps, time need not stand still for it. If this came before the sleep was added, time could pass it.
    if let standing { driver.note(sleeps: true, of: standing) }
    // The sleep may have ended before that was noted.
    defer { if let standing { driver.note(sleeps: false, of: standing) } }
    do {
      try await withTaskCancellationHandler {
        try await withUnsafeThrowingContinuation { continuation in
          let isSuspended = timeline.suspend(continuation, ticket)
          // Also when the waiter has left already: that has called `onWake`.
          arrival?.rest()
          if isSuspended {
            driver.noteSleep(ticket)
            // A run tells of such a sleep itself.
            if TimelineDriver.ofRun == nil, timeline.beginWatch() { StandstillWatch().begin(on: timeline) }
            wakeDriver()
          } else if Task.isCancelled {
            continuation.resume(throwing: CancellationError())
          } else {
            continuation.resume()
          }
        }
      } onCancel: {
        timeline.remove(ticket)?.cancel()
        wakeDriver()
      }
    } catch {
      await goOn(woken)
      if let error = error as? StandstillError { TestHooks.report(error.description, at: place) }
      throw CancellationError()
    }
    await goOn(woken)
  }

  private static let lateSleep = """
    A task sleeps in the time of a run that has ended, which nothing moves any more; another run has woken it. Its sleep throws \
    CancellationError. Make what the task works for new in each run.
    """

  /// What is noted before a sleeping task is woken: time stands still for it again, or it is on its way again, or it is woken.
  private func onWake(_ standing: UInt64?, _ arrival: Arrival?, _ woken: Arrivals?) -> (@Sendable () -> Void)? {
    if let standing { return { [driver] in driver.note(sleeps: false, of: standing) } }
    if let arrival { return { arrival.begin() } }
    return woken.map { woken in { @Sendable in woken.begin() } }
  }

  /// Notes that a run waits in vain: it does not move this time.
  private func beginWaitOfOtherRun(
    _ what: String, _ place: SourcePlace?, isOfTask: Bool
  ) -> (TimelineDriver, UInt64)? {
    guard !driver.isRun, let run = TimelineDriver.ofRun, run !== driver else { return nil }
    let wait = run.beginWait(
      for: """
        \(what)\(place.map { " at \($0)" } ?? "") in the time of a mock that was made outside of the run. Make the mock inside \
        of it, or move its time with advance(by:).
        """, isOfTask: isOfTask)
    return (run, wait)
  }

  /// Makes the driver look for what to do, unless it does so anyway when the running job ends.
  private func wakeDriver() {
    if TimelineDriver.running !== driver { driver.wake() }
  }

  /// Notes the running task, which the run does not execute: it is on an actor that someone else holds, or on an executor of its
  /// own. Time waits for it while it can do something.
  private func noteOffList() {
    if let running = TimelineDriver.running, running.isRun { driver.noteSharedActor(with: running) }
    guard ScopeFamily.current?.driver === driver, let task = RunningTask.current else { return }
    driver.note(waits: task)
  }

  /// Delays a cancelled task that ignores it in a loop, so that others can run.
  private func refuse(_ place: SourcePlace?) async {
    switch timeline.refuse(place, task: .currentTaskName) {
    case .atOnce: break
    case .later: await Task.detached { try? await Task.sleep(for: .milliseconds(1)) }.value
    case .never: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
  }
}

/// Work that its token can still take off when it is due.
private final class DueWork: Sendable {
  private let work: Locked<(run: @Sendable () -> Void, scope: EnvironmentScope?)?>
  /// The run that waits for the work in vain, and its note of that.
  private let wait: (run: TimelineDriver, request: UInt64)?

  /// - Parameter scope: What is held until the work has run. Only a run, whose end takes off what is left, may hold its scopes:
  ///   they hold the time, which holds the work.
  init(_ work: @escaping @Sendable () -> Void, in scope: EnvironmentScope?, _ wait: (TimelineDriver, UInt64)?) {
    (self.work, self.wait) = (Locked((work, scope)), wait)
  }

  func take() -> (@Sendable () -> Void)? {
    guard let work = work.replace(with: nil) else { return nil }
    if let wait { wait.run.endWait(wait.request) }
    return work.run
  }
}

extension String? {
  /// The name of the running task, where the system knows it; not that which the framework gives to each test's.
  fileprivate static var currentTaskName: String? {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    return Task.name.flatMap { $0.hasPrefix("[Swift Testing]") ? nil : $0 }
  }
}
