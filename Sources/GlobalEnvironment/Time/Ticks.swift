/// Moments that lie an interval apart.
package struct Ticks: Sendable {
  private let interval: Duration
  /// The tick after the last one.
  private var following: EnvironmentClock.Instant

  /// Creates ticks; nil, and a report of misuse at `place`, when `interval` is not positive.
  ///
  /// - Parameter first: The first of them; nil for the one that is an interval after `now`.
  package init?(
    every interval: Duration, startingAt first: EnvironmentClock.Instant?, now: EnvironmentClock.Instant,
    place: SourcePlace?
  ) {
    guard interval > .zero else {
      TestHooks.report("Something repeats every \(interval). Give an interval that is longer than zero.", at: place)
      return nil
    }
    self.interval = min(interval, .farthest)
    following = first ?? now.advanced(by: self.interval)
  }

  /// Returns the next tick. Of several that have passed by `now`, only the last comes.
  package mutating func next(after now: EnvironmentClock.Instant) -> EnvironmentClock.Instant {
    var tick = following
    if tick < now {
      let sinceLast = tick.duration(to: now).remainder(dividingBy: interval)
      tick = now.advanced(by: .zero - sinceLast)
    }
    following = tick.advanced(by: interval)
    return tick
  }
}
