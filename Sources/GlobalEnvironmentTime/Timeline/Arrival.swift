import GlobalEnvironment

/// Code on its way to its next wait on a timeline, on a thread of its own.
///
/// Time that a test moves would pass it by. So a move waits until the code has arrived: until it sleeps, has ended, or
/// does something that has nothing to do with time. A run needs no arrivals, as it knows its tasks. Everything here may be
/// called from any thread.
package final class Arrival: Sendable {
  @TaskLocal private static var inherited: Arrival?

  private let timeline: Timeline
  private let arrivals: Arrivals
  /// The identity of its task; zero before that has begun. The tasks that it makes are not on their way.
  private let task = AtomicWord(0)

  /// That of the running task.
  package static var current: Arrival? {
    guard let inherited, let task = currentTaskID else { return nil }
    return inherited.task.load() == UInt(truncatingIfNeeded: task) ? inherited : nil
  }

  /// That of the running task, if it is on its way on `timeline`.
  static func current(on timeline: Timeline) -> Arrival? {
    current.flatMap { $0.timeline === timeline ? $0 : nil }
  }

  init(_ timeline: Timeline, _ arrivals: Arrivals) {
    (self.timeline, self.arrivals) = (timeline, arrivals)
    begin()
  }

  /// Makes one for a closure of the test's. It may wait for the test, which waits for it only for a moment.
  package func forClosure() -> Arrival { Arrival(timeline, timeline.moves.closures) }

  /// Runs `body`, the work of the running task.
  package func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    task.store(UInt(truncatingIfNeeded: currentTaskID ?? 0))
    return try await Self.$inherited.withValue(self) { try await body() }
  }

  /// Goes on. Each call is made up for by one of ``rest()``, in whatever order.
  package func begin() { arrivals.begin() }

  /// Notes that the code waits, or has ended.
  package func rest() { arrivals.end() }

  /// Runs `body`, for which no move of time waits: it may take long, or need the thread that moves time.
  package static func resting<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    guard let arrival = current else { return try await body() }
    arrival.rest()
    defer { arrival.begin() }
    return try await $inherited.withValue(nil) { try await body() }
  }
}
