// audit:allow-file clock, scheduling – this is live time.

public import Dispatch

/// The live scheduler: work goes to a dispatch queue.
///
/// Work runs in the environment of the code that scheduled it. Delays are counted by Dispatch, which stands still while
/// the machine sleeps; sleeping tasks and `now` go by the continuous clock, which does not.
public struct QueueScheduler: WorkScheduler {
  private let queue: DispatchQueue

  /// The scheduler of the main queue.
  public static let main = QueueScheduler(.main)

  /// The scheduler of a concurrent queue in the background, at the priority of utilities.
  public static let background = QueueScheduler(.global(qos: .utility))

  /// Creates a scheduler whose work runs on `queue`.
  public init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  private static let origin = ContinuousClock.now

  /// The time since this was first asked, by the continuous clock.
  public var now: EnvironmentClock.Instant {
    // The origin first: it is made at its first use, and no moment lies before it.
    let origin = Self.origin
    return EnvironmentClock.Instant(offset: origin.duration(to: .now))
  }

  /// Runs `work` once on the queue, at `deadline` or up to `tolerance` later.
  ///
  /// - Returns: A token that cancels the work as long as it has not begun, and lets go of it.
  public func schedule(
    at deadline: EnvironmentClock.Instant,
    tolerance: Duration,
    place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let scope = EnvironmentScope.current
    let pending = PendingBlock { scope.run(work) }
    let delay = now.duration(to: deadline)
    if delay > .zero {
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler { pending.run() }
      timer.schedule(
        deadline: .now().advanced(by: delay), leeway: .nanoseconds(Int(clamping: tolerance.wholeNanoseconds)))
      pending.wait(for: timer)
    } else {
      queue.async { pending.run() }
    }
    return ScheduledWork { pending.cancel() }
  }

  /// Suspends until `deadline`; returns at once when that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    try Task.checkCancellation()
    let delay = now.duration(to: deadline)
    if delay > .zero { try await Task.sleep(for: delay, tolerance: tolerance, clock: .continuous) }
  }
}

/// A block that runs once, or is let go of.
private final class PendingBlock: Sendable {
  private let state: Locked<State>

  private struct State {
    var block: (@Sendable () -> Void)?
    var timer: (any DispatchSourceTimer)?
  }

  init(_ block: @escaping @Sendable () -> Void) {
    state = Locked(State(block: block))
  }

  /// Keeps `timer`, which is let go of when nobody holds it, and starts it.
  func wait(for timer: any DispatchSourceTimer) {
    state.withLock { $0.timer = timer }
    timer.activate()
  }

  func run() {
    take()?()
  }

  func cancel() {
    _ = take()
  }

  private func take() -> (@Sendable () -> Void)? {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    taken.timer?.cancel()
    return taken.block
  }
}

extension DispatchTime {
  /// Returns the time that is `duration` later; the distant future, where Dispatch cannot express it.
  func advanced(by duration: Duration) -> DispatchTime {
    let (sum, overflow) = uptimeNanoseconds.addingReportingOverflow(UInt64(duration.wholeNanoseconds))
    return overflow || sum > UInt64(Int64.max) ? .distantFuture : DispatchTime(uptimeNanoseconds: sum)
  }
}

extension Duration {
  /// This duration in nanoseconds, rounded up; held between zero and the largest number.
  var wholeNanoseconds: Int64 {
    let (whole, rest) = max(attoseconds, 0).quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: rest > 0 ? whole + 1 : whole)
  }
}
