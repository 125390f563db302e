@testable import GlobalEnvironment

/// A scheduler with no more than must be there, which notes what it is asked and does nothing.
final class NotedScheduler: WorkScheduler {
  struct Call: Sendable {
    let deadline: EnvironmentClock.Instant
    let tolerance: Duration?
    let place: SourcePlace?
  }

  let now: EnvironmentClock.Instant
  private let log = Locked<[Call]>([])

  var calls: [Call] { log.withLock { $0 } }

  init(standingAt offset: Duration = .zero) {
    now = EnvironmentClock.Instant(offset: offset)
  }

  func schedule(
    at deadline: EnvironmentClock.Instant, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    log.withLock { $0.append(Call(deadline: deadline, tolerance: tolerance, place: place)) }
    return EnvironmentCancellation {}
  }

  func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {
    log.withLock { $0.append(Call(deadline: deadline, tolerance: tolerance, place: place)) }
  }
}
