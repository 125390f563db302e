// This copy is yours to change. It belongs in a test target. `@testable import` names the module that contains
// Environment.swift: write the name of your module there.

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
  /// In the order of their times, what comes first at the end, where it is cheap to remove.
  private var scheduled: [(deadline: Duration, number: Int, work: @MainActor @Sendable () -> Void)] = []
  private var lastNumber = 0

  /// The present moment.
  var date: Date {
    Date(timeIntervalSince1970: 1_573_548_300 + lock.withLock { elapsed } / .seconds(1))
  }

  func schedule(after delay: Duration, _ work: @escaping @MainActor @Sendable () -> Void) -> ScheduledWork {
    let (deadline, number) = lock.withLock {
      lastNumber += 1
      let deadline = elapsed + max(delay, .zero)
      scheduled.insert((deadline, lastNumber, work), at: place(of: deadline))
      return (deadline, lastNumber)
    }
    // What the work captured goes after the unlock.
    return ScheduledWork(cancel: { _ = self.lock.withLock { self.remove(number, deadline) } })
  }

  /// Moves time, and runs the work that comes due on the way: each at its time, in the order of the times.
  @MainActor func advance(by duration: Duration) {
    let end = lock.withLock { elapsed + duration }
    while let work = next(until: end) { work() }
    lock.withLock { elapsed = max(elapsed, end) }
  }

  private func next(until end: Duration) -> (@MainActor @Sendable () -> Void)? {
    lock.withLock {
      guard let first = scheduled.last, first.deadline <= end else { return nil }
      elapsed = max(elapsed, first.deadline)
      return scheduled.removeLast().work
    }
  }

  /// Where the works of a time begin, the last of them first.
  private func place(of deadline: Duration) -> Int {
    var (low, high) = (0, scheduled.count)
    while low < high {
      let middle = (low + high) / 2
      if scheduled[middle].deadline > deadline { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func remove(_ number: Int, _ deadline: Duration) -> (@MainActor @Sendable () -> Void)? {
    let same = scheduled[place(of: deadline)...].prefix { $0.deadline == deadline }
    return same.firstIndex { $0.number == number }.map { scheduled.remove(at: $0).work }
  }
}

nonisolated private let chicago: TimeZone = {
  guard let timeZone = TimeZone(identifier: "America/Chicago") else {
    preconditionFailure("This machine does not know the time zone America/Chicago: install its time zone data.")
  }
  return timeZone
}()
