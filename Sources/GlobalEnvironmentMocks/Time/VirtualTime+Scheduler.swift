public import GlobalEnvironment

extension VirtualTime: WorkHolder {

  /// Another handle of the same time, as long as that is held elsewhere.
  package var weakly: @Sendable () -> (any WorkScheduler)? {
    { [weak timeline, weak driver, date = date(at: .zero)] in
      guard let timeline, let driver else { return nil }
      return VirtualTime(timeline: timeline, driver: driver, standingAtZero: date)
    }
  }

  /// The time since the beginning.
  public var now: EnvironmentClock.Instant { EnvironmentClock.Instant(offset: timeline.elapsed) }

  /// Puts `work` on the timeline. It runs in the environment of the code that scheduled it, at exactly `deadline`.
  ///
  /// - Returns: A token that takes it off again, and lets go of it at once.
  public func schedule(
    at deadline: EnvironmentClock.Instant,
    tolerance: Duration,
    place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let origin = timeline.origin(place: place, task: .currentTaskName, scope: .current)
    let waiter = Timeline.Waiter(action: .work(work), origin: origin)
    let ticket = timeline.add(waiter, at: deadline.offset)
    driver.wake()
    return ScheduledWork { [weak timeline] in
      // What the work captured is released after the lock is.
      _ = timeline?.remove(ticket)
    }
  }

  /// Suspends until time has come to `deadline`; returns at once when that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    if Task.isCancelled {
      await refuse(place)
      throw CancellationError()
    }
    let sleep = Locked(Sleep.beginning)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let origin = timeline.origin(
          place: place, task: .currentTaskName, isOfBody: driver.owner.isOfCurrentTask)
        let waiter = Timeline.Waiter(action: .sleep(continuation, .current), origin: origin)
        guard let ticket = timeline.addUnlessPast(waiter, at: deadline.offset) else { return continuation.resume() }
        let isCancelled = sleep.withLock { sleep in
          if case .cancelled = sleep { return true }
          sleep = .sleeping(ticket)
          return false
        }
        // Cancelled before it was known here how to wake it.
        if isCancelled { timeline.cancel(ticket) }
        if timeline.beginWatch() { StandstillWatch().begin(on: timeline) }
        driver.wake()
      }
    } onCancel: {
      let ticket = sleep.withLock { state -> Timeline.Ticket? in
        defer { state = .cancelled }
        if case .sleeping(let ticket) = state { return ticket }
        return nil
      }
      if let ticket { timeline.cancel(ticket) }
      driver.wake()
    }
  }

  /// Holds up a cancelled task that ignores it in a loop, so that others come to run.
  private func refuse(_ place: SourcePlace?) async {
    switch timeline.refuse(place, task: .currentTaskName) {
    case .atOnce: break
    case .later: await OffLane.pause(milliseconds: 1)
    case .never: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
  }
}

/// How far a sleep has come, as its task and whoever cancels that know it.
private enum Sleep: Sendable {
  case beginning
  case sleeping(Timeline.Ticket)
  case cancelled
}

extension Timeline {
  /// Wakes a sleeping task with `CancellationError`, unless it has been woken already.
  fileprivate func cancel(_ ticket: Ticket) {
    remove(ticket)?.cancel()
  }
}

extension Timeline.Waiter {
  /// Lets go of the work, or wakes the task with `CancellationError`.
  func cancel() {
    if case .sleep(let continuation, _) = action { continuation.resume(throwing: CancellationError()) }
  }

  /// Lets go of the work, or cancels the task and wakes it.
  func cancelTask() {
    if case .sleep(_, let task) = action { task.cancel() }
    cancel()
  }
}

extension String? {
  /// The name of the running task, where the system can tell it.
  fileprivate static var currentTaskName: String? {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    return Task.name
  }
}
