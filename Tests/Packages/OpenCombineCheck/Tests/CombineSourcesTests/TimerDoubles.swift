import CombineSources
import Foundation
import GlobalEnvironmentTesting
import OpenCombine

/// A subscriber that asks for as much as it is told.
final class Asking: Subscriber {
  private let first: Subscribers.Demand
  private let more: Subscribers.Demand
  let received = Received<Duration>()
  private(set) var subscription: (any Subscription)?

  init(for first: Subscribers.Demand, thenFor more: Subscribers.Demand = .none) {
    self.first = first
    self.more = more
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(first)
  }

  func receive(_ moment: CombineTime) -> Subscribers.Demand {
    received.add(moment.instant.offset)
    return more
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}

/// A scheduler whose repeating work is run by the test, on any thread; each look at its time is a second later.
///
/// `@unchecked` holds because the state is touched while the lock is held, and then only.
final class ByHand: WorkScheduler, @unchecked Sendable {
  private let lock = NSLock()
  private var elapsed = Duration.zero
  private var work: (@Sendable () -> Void)?

  var now: EnvironmentClock.Instant {
    lock.withLock {
      elapsed += .seconds(1)
      return EnvironmentClock.Instant(offset: elapsed)
    }
  }

  func run() { lock.withLock { work }?() }

  func schedule(
    at deadline: EnvironmentClock.Instant, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation { EnvironmentCancellation {} }

  func schedule(
    every interval: Duration, startingAt first: EnvironmentClock.Instant?, tolerance: Duration, place: SourcePlace?,
    _ work: @escaping @Sendable () -> Void
  ) -> EnvironmentCancellation {
    lock.withLock { self.work = work }
    return EnvironmentCancellation { [weak self] in self?.lock.withLock { self?.work = nil } }
  }

  func sleep(until deadline: EnvironmentClock.Instant, tolerance: Duration?, place: SourcePlace?) async throws {}
}
