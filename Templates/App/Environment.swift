// This copy is yours to change. What it declares is internal: one module uses it, and its tests by `@testable import`.
//
// In an app of several modules, put it into one that the others import. Write `public` before `Environment`, each of
// its properties, `reset`, `Env`, `WorkScheduler`, `ScheduledWork` and `cancel`. Each test target that uses the mock
// needs its own copy of the files for tests.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Everything the app asks of the outside world.
///
/// Read it through the global `Env`: `Env.date()`, never `Date()`. To put something else under control (a store, a
/// random number generator), add a closure with its live default here, and its fixed answer to `mock` in the
/// tests.
///
/// SwiftUI has an `Environment`, too. In this module the name means this type: write `@SwiftUI.Environment(\.colorScheme)`
/// where you want that one, or rename this one.
nonisolated struct Environment: Sendable {
  /// Returns the present moment.
  var date: @Sendable () -> Date = { Date() }

  /// Returns the user's calendar, in the locale and the time zone that `Env` has when it is called.
  var calendar: @Sendable () -> Calendar = { Calendar.current.followingEnv }

  /// Returns the user's locale.
  var locale: @Sendable () -> Locale = { .autoupdatingCurrent }

  /// Returns the user's time zone.
  var timeZone: @Sendable () -> TimeZone = { .autoupdatingCurrent }

  /// Returns what runs work later: `Env.scheduler().schedule(after: .seconds(3)) { hide() }`.
  var scheduler: @Sendable () -> any WorkScheduler = { MainScheduler() }

  /// Sends a request and returns the whole answer, whatever its status.
  var http: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse) = { request in
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return (data, response)
  }

  /// Brings back the live world.
  mutating func reset() {
    self = Environment()
  }
}

/// The environment that all code reads.
///
/// A test changes one closure (`Env.date = { … }`) or all of them (`Env = .mock`). Any thread may read and set it. Setting
/// one closure stores the whole environment: of two threads that set different closures in the same moment, one may undo
/// the other, so leave the setting to one of them.
nonisolated var Env: Environment {
  get { EnvironmentBox.current.value }
  set { EnvironmentBox.current.value = newValue }
}

/// Where an environment is kept: one box for the process, and one for each test that binds its own.
///
/// A bound box is seen by child tasks and by `Task {}`, not by `DispatchQueue.async` or `Task.detached`.
///
/// `@unchecked Sendable` holds because `stored` is only touched while the lock is held.
nonisolated final class EnvironmentBox: @unchecked Sendable {
  @TaskLocal static var current = EnvironmentBox(Environment())

  private let lock = NSLock()
  private var stored: Environment

  init(_ environment: Environment) {
    stored = environment
  }

  var value: Environment {
    get { lock.withLock { stored } }
    set {
      // The old closures go with `other`, after the unlock: what they captured may read `Env` in its deinit.
      var other = newValue
      lock.withLock { swap(&stored, &other) }
    }
  }
}

/// Runs work later, on the main actor.
nonisolated protocol WorkScheduler: Sendable {
  /// Runs `work` once, `delay` from now; as soon as possible for a delay of zero or less.
  ///
  /// - Returns: A token that cancels the work as long as it has not begun.
  @discardableResult
  func schedule(after delay: Duration, _ work: @escaping @MainActor @Sendable () -> Void) -> ScheduledWork
}

/// Work that was scheduled, and the way to cancel it: `work.cancel()`.
nonisolated struct ScheduledWork: Sendable {
  let cancel: @Sendable () -> Void
}

/// Runs work in real time.
nonisolated struct MainScheduler: WorkScheduler {
  func schedule(after delay: Duration, _ work: @escaping @MainActor @Sendable () -> Void) -> ScheduledWork {
    let task = Task { @MainActor in
      // 68 years at most, which 32 bits hold: where the nanoseconds of a sleep overflow, older runtimes return at once.
      try await Task.sleep(for: min(delay, Duration.seconds(Int32.max)))
      try Task.checkCancellation()
      work()
    }
    return ScheduledWork(cancel: { task.cancel() })
  }
}

nonisolated extension Calendar {
  /// This calendar, in the locale and the time zone of `Env`.
  var followingEnv: Calendar {
    var calendar = self
    calendar.locale = Env.locale()
    calendar.timeZone = Env.timeZone()
    return calendar
  }
}
