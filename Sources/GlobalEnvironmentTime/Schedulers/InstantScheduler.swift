// audit:allow-file scheduling – the main queue is where an instant scheduler runs its work.

import Dispatch
package import GlobalEnvironment

/// A scheduler on which nothing takes time: work runs in the next turn of the main queue, and time jumps to its deadline.
///
/// It runs the work of one minute of its time. Work that is due later never runs, so a timer fires some times and then
/// rests, instead of keeping the machine busy forever.
package final class InstantScheduler: WorkScheduler {
  private static let horizon = EnvironmentClock.Instant(offset: .seconds(60))

  private let latest = Locked(EnvironmentClock.Instant(offset: .zero))

  package init() {}

  package var now: EnvironmentClock.Instant { latest.withLock { $0 } }

  package func schedule(
    at deadline: EnvironmentClock.Instant, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    guard jump(to: deadline) else { return EnvironmentCancellation {} }
    let item = Locked<(@Sendable () -> Void)?>(carryingEnvironment(work))
    DispatchQueue.main.async { item.withLock { $0.take() }?() }
    return EnvironmentCancellation {
      item.replace(with: nil)
    }
  }

  package func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    try Task.checkCancellation()
    if jump(to: deadline) { return await Task.yield() }
    // Ends when the task is cancelled.
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw CancellationError()
  }

  /// Moves time to `deadline` unless it is there already; false where time ends before.
  private func jump(to deadline: EnvironmentClock.Instant) -> Bool {
    guard deadline <= Self.horizon else { return false }
    latest.withLock { $0 = max($0, deadline) }
    return true
  }
}
