import GlobalEnvironment

/// Something on its way to its next wait on a timeline, on a thread of its own.
///
/// Time that a test moves would pass it by. So a move waits until it has arrived: until it sleeps, has ended, or does
/// something that has nothing to do with time. In a run there is none: a run knows its tasks. Everything here may be called
/// from any thread.
package final class Arrival: Sendable {
  /// That of the running code.
  @TaskLocal package static var current: Arrival?

  private let arrivals: Arrivals

  /// Makes one that is on its way; nil in a run, and where time is not virtual.
  package init?(in time: VirtualTime?) {
    guard let time, !time.driver.isRun else { return nil }
    arrivals = time.timeline.arrivals
    if arrivals.isFirst { _ = time.driver.watch { [arrivals] in arrivals.areExpected } }
    begin()
  }

  /// Goes on. Each call is made up for by one of ``rest()``, in whatever order.
  package func begin() { arrivals.begin() }

  /// Has come to a wait, or to its end.
  package func rest() { arrivals.end() }

  func isOn(_ timeline: Timeline) -> Bool { arrivals === timeline.arrivals }

  /// Runs `body`, which nobody waits for: it may take its time, or need the thread that moves time.
  package static func resting<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    guard let arrival = current else { return try await body() }
    arrival.rest()
    defer { arrival.begin() }
    return try await $current.withValue(nil) { try await body() }
  }
}

extension VirtualTime {
  /// Waits until nothing is on its way any more, unless it is the caller that is.
  func awaitArrivals() {
    if Arrival.current?.isOn(timeline) != true { timeline.arrivals.wait() }
  }

  /// Waits until nothing is on its way any more, unless it is the caller that is.
  func awaitArrivals() async {
    guard timeline.arrivals.areExpected, Arrival.current?.isOn(timeline) != true else { return }
    await timeline.arrivals.waitElsewhere()
  }
}
