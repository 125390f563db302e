import GlobalEnvironment

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
    var place: SourcePlace?
    var task: String?
  }

  private static let limit = 2_000

  private(set) var events: [Event] = []
  private(set) var forgotten = 0

  mutating func append(_ kind: Kind, _ waiter: Timeline.Waiter, at time: Duration) {
    if events.count == 2 * Self.limit {
      events.removeFirst(Self.limit)
      forgotten += Self.limit
    }
    let isSleep = if case .sleep = waiter.action { true } else { false }
    events.append(
      Event(
        kind: kind, isSleep: isSleep, since: waiter.since, time: time, place: waiter.place, task: waiter.task
      )
    )
  }
}
