/// What happened on a timeline, in order; the oldest is forgotten when it gets long.
struct TimelineLog: Sendable {
  enum Kind: String, Sendable {
    case began, ended, cancelled
  }

  struct Event: Sendable {
    var kind: Kind
    var isSleep: Bool
    var since: Duration
    var time: Duration
    var origin: Timeline.Origin
  }

  private static let limit = 2_000

  private(set) var events: [Event] = []
  private(set) var forgotten = 0

  /// The lines at which more than one sleep has ended since `moment`.
  func repeatingSleeps(since moment: Duration) -> Set<Timeline.Origin.Line> {
    let ended = events.reversed().prefix { $0.time >= moment }.filter { $0.kind == .ended && $0.isSleep }
    return Set(Dictionary(grouping: ended, by: \.origin.line).filter { $1.count > 1 }.keys)
  }

  mutating func append(_ kind: Kind, _ waiter: Timeline.Waiter, at time: Duration) {
    if events.count == 2 * Self.limit {
      events.removeFirst(Self.limit)
      forgotten += Self.limit
    }
    let event = Event(kind: kind, isSleep: waiter.isSleep, since: waiter.since, time: time, origin: waiter.origin)
    events.append(event)
  }
}
