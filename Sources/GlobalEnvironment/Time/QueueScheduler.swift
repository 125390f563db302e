// audit:allow-file clock, scheduling – this is live time.

public import Dispatch

/// The live scheduler: work goes to a dispatch queue.
///
/// Work runs in the environment of the code that scheduled it. Delays are counted by Dispatch, which stands still while
/// the machine sleeps; sleeping tasks and `now` use the continuous clock, which does not.
public struct QueueScheduler: WorkScheduler {
  private let queue: DispatchQueue
  private let isUserInterface: Bool

  /// The scheduler of the main queue.
  public static let main = QueueScheduler(.main)

  /// The scheduler of the main queue that runs work at once, before `schedule` returns, if called on the main queue.
  ///
  /// So what the user sees changes in the same turn, without a flicker. Work from elsewhere hops to the main queue, and so
  /// does work that is due later, repeats, or is nested 100 deep. Work that runs at once overtakes what has hopped.
  ///
  /// It knows the main queue by a mark on it, as the queue that a block or a job of the main actor runs on; on Apple's
  /// platforms, also by the main thread.
  public static let userInterface = QueueScheduler(.main, isUserInterface: true)

  /// The scheduler of a concurrent queue in the background, at the priority of utilities.
  public static let background = QueueScheduler(.global(qos: .utility))

  /// Creates a scheduler whose work runs on `queue`.
  public init(_ queue: DispatchQueue) {
    self.init(queue, isUserInterface: false)
  }

  private init(_ queue: DispatchQueue, isUserInterface: Bool) {
    self.queue = queue
    self.isUserInterface = isUserInterface
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
  /// - Returns: A token that cancels the work as long as it has not begun, and releases it.
  public func schedule(
    at deadline: EnvironmentClock.Instant,
    tolerance: Duration,
    place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    let delay = now.duration(to: deadline)
    if isUserInterface, delay <= .zero, MainQueue.run(work) { return EnvironmentCancellation {} }
    let scope = EnvironmentScope.current
    let pending = PendingBlock { scope.run(work) }
    if delay > .zero {
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler { pending.take()?() }
      // In milliseconds: an `Int` of 32 bits, as on a watch, holds two seconds of nanoseconds.
      timer.schedule(
        deadline: .now().advanced(by: delay),
        leeway: .milliseconds(Int(clamping: tolerance.wholeNanoseconds / 1_000_000)))
      pending.wait(for: timer)
    } else {
      queue.async { pending.take()?() }
    }
    return EnvironmentCancellation { _ = pending.take() }
  }

  /// Runs `work` on the queue at `first` and at each multiple of `interval` after it, or up to `tolerance` later.
  ///
  /// - Returns: A token that ends it.
  public func schedule(
    every interval: Duration,
    startingAt first: EnvironmentClock.Instant?,
    tolerance: Duration,
    place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    // Not at once: with a short interval, the next run is due already, and would run inside this one.
    Repetition.begin(
      on: QueueScheduler(queue), every: interval, startingAt: first, tolerance: tolerance, place: place, work)
  }

  /// Suspends until `deadline`; returns at once when that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    try Task.checkCancellation()
    let delay = now.duration(to: deadline)
    guard delay > .zero else { return }
    // 68 years at most, which 32 bits hold: where the nanoseconds of a sleep overflow, older runtimes return at once.
    try await Task.sleep(for: min(delay, Duration.seconds(Int32.max)), tolerance: tolerance, clock: .continuous)
  }
}

/// A block that runs once, or is released before it runs.
private final class PendingBlock: Sendable {
  private let state: Locked<State>

  private struct State {
    var block: (@Sendable () -> Void)?
    var timer: (any DispatchSourceTimer)?
  }

  init(_ block: @escaping @Sendable () -> Void) {
    state = Locked(State(block: block))
  }

  /// Keeps `timer`, which would be released otherwise, and starts it.
  func wait(for timer: any DispatchSourceTimer) {
    state.withLock { $0.timer = timer }
    timer.activate()
  }

  /// Returns the block, unless it has been taken before, and ends the timer.
  func take() -> (@Sendable () -> Void)? {
    let taken = state.replace(with: State())
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
    guard self > .zero else { return 0 }
    guard self < .nanoseconds(Int64.max) else { return .max }
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }
}
