import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import App

nonisolated extension Environment {
  /// A world that never changes by itself: 12 November 2019, 02:45:00 in Chicago, in American English, and offline. A test
  /// moves its time: `Env.time.advance(by: .seconds(3))`.
  ///
  /// Each access makes a new one, so nothing that it holds is shared between two tests.
  static var mock: Environment {
    let time = MockTime()
    return Environment(
      date: { time.date },
      calendar: { Calendar(identifier: .gregorian).followingEnv },
      locale: { Locale(identifier: "en_US") },
      timeZone: { chicago },
      scheduler: { time },
      http: { _ in throw URLError(.notConnectedToInternet) }
    )
  }

  /// The time of a mock.
  var time: MockTime {
    guard let time = scheduler() as? MockTime else {
      preconditionFailure("Only a mock's time can be moved: set Env = .mock first, and leave its scheduler as it is.")
    }
    return time
  }
}

/// A time that stands still until a test moves it.
///
/// `@unchecked Sendable` holds because what changes is only touched while the lock is held.
nonisolated final class MockTime: WorkScheduler, @unchecked Sendable {
  private let lock = NSLock()
  private var elapsed = Duration.zero
  private var scheduled: [Int: (deadline: Duration, work: @MainActor @Sendable () -> Void)] = [:]
  private var lastNumber = 0

  /// The present moment.
  var date: Date {
    Date(timeIntervalSince1970: 1_573_548_300 + lock.withLock { elapsed } / .seconds(1))
  }

  func schedule(after delay: Duration, _ work: @escaping @MainActor @Sendable () -> Void) -> ScheduledWork {
    let number = lock.withLock {
      lastNumber += 1
      scheduled[lastNumber] = (elapsed + max(delay, .zero), work)
      return lastNumber
    }
    // What the work captured goes after the unlock.
    return ScheduledWork(cancel: { _ = self.lock.withLock { self.scheduled.removeValue(forKey: number) } })
  }

  /// Moves time, and runs the work that comes due on the way: each at its time, in the order of the times.
  @MainActor func advance(by duration: Duration) {
    let end = lock.withLock { elapsed + duration }
    while let work = next(until: end) { work() }
    lock.withLock { elapsed = max(elapsed, end) }
  }

  private func next(until end: Duration) -> (@MainActor @Sendable () -> Void)? {
    lock.withLock {
      let first = scheduled.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      guard let first, first.value.deadline <= end else { return nil }
      elapsed = max(elapsed, first.value.deadline)
      return scheduled.removeValue(forKey: first.key)?.work
    }
  }
}

nonisolated private let chicago: TimeZone = {
  guard let timeZone = TimeZone(identifier: "America/Chicago") else {
    preconditionFailure("This machine does not know the time zone America/Chicago: install its time zone data.")
  }
  return timeZone
}()
