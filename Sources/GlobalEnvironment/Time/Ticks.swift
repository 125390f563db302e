/// The moments `start + n × interval`, for n = 1, 2, 3, ….
struct Ticks: Sendable {
  private let start: EnvironmentClock.Instant
  private let interval: Duration
  private var last: Int128 = 0

  /// Creates ticks; nil, and a report of misuse at `place`, when `interval` is not positive.
  init?(from start: EnvironmentClock.Instant, every interval: Duration, place: SourcePlace?) {
    guard interval > .zero else {
      TestHooks.report("Something repeats every \(interval). Give an interval that is longer than zero.", at: place)
      return nil
    }
    self.start = start
    self.interval = min(interval, .farthest)
  }

  /// Returns the next tick. Of several that have passed by `now`, only the last comes.
  mutating func next(after now: EnvironmentClock.Instant) -> EnvironmentClock.Instant {
    let passed = start.duration(to: now).attoseconds / interval.attoseconds
    last = max(last + 1, passed)
    let (offset, overflow) = interval.attoseconds.multipliedReportingOverflow(by: last)
    return start.advanced(by: overflow ? .farthest : Duration(attoseconds: offset))
  }
}
