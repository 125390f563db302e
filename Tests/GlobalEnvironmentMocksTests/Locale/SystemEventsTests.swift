import Foundation
import GlobalEnvironmentTesting
import Testing

/// The notifications that the system posts: in a mock, its world does.
@Suite(.environment(.mock))
struct SystemEventsTests {
  /// The names that were posted, each with the moment.
  private final class Posted: Sendable {
    private let list = Locked<[String]>([])

    var all: [String] { list.withLock { $0 } }
    func add(_ text: String) { list.withLock { $0.append(text) } }
  }

  private static let names: [String: Notification.Name] = [
    "day": .NSCalendarDayChanged, "zone": .NSSystemTimeZoneDidChange,
    "locale": NSLocale.currentLocaleDidChangeNotification,
    "clock": Notification.Name("NSSystemClockDidChangeNotification"),
  ]

  private func observing(_ kinds: [String]) -> Posted {
    let posted = Posted()
    for kind in kinds {
      guard let name = Self.names[kind] else { continue }
      _ = Env.notificationCenter().addObserver(forName: name, object: nil, queue: nil) { _ in
        posted.add("\(kind) \(Env.iso8601Formatter().string(from: Env.date()))")
      }
    }
    return posted
  }

  @Test func `a day begins at midnight of the zone`() {
    let posted = observing(["day"])
    Env.time.advance(by: .seconds(21 * 3600))
    #expect(posted.all == [])
    Env.time.advance(by: .seconds(3600))
    #expect(posted.all == ["day 2019-11-13T00:00:00-06:00"])
    #expect(Env.iso8601Formatter().string(from: Env.date()) == "2019-11-13T00:45:00-06:00")
    Env.time.advance(by: .seconds(2 * 86_400))
    #expect(posted.all.count == 3)
  }

  @Test func `work at midnight comes after the day has begun, and before midnight before`() {
    let posted = observing(["day"])
    for seconds in [76_499, 76_500, 76_501] {
      Env.scheduler().schedule(after: .seconds(seconds)) { posted.add("\(seconds)") }
    }
    Env.time.advance(by: .seconds(80_000))
    #expect(posted.all == ["76499", "day 2019-11-13T00:00:00-06:00", "76500", "76501"])
  }

  @Test(
    arguments: [
      ("Asia/Tokyo", "2019-11-12T23:00:00+09:00", "2019-11-13T00:00:00+09:00"),
      // Clocks skip midnight.
      ("Africa/Cairo", "2024-04-25T23:30:00+02:00", "2024-04-26T01:00:00+03:00"),
      // Clocks are set back at midnight, to the day before.
      ("Africa/Cairo", "2024-10-31T22:30:00+03:00", "2024-11-01T00:00:00+02:00"),
      // A day does not exist.
      ("Pacific/Apia", "2011-12-29T23:00:00-10:00", "2011-12-31T00:00:00+14:00"),
      ("America/New_York", "2019-11-03T00:30:00-04:00", "2019-11-04T00:00:00-05:00"),
    ])
  func `a day begins where clocks are set forward and back`(zone: String, start: String, midnight: String) throws {
    let date = try #require(Env.iso8601Formatter().date(from: start))
    Env = .mock(date: date, timeZone: try #require(TimeZone(identifier: zone)))
    let posted = observing(["day"])
    Env.time.advance(to: try #require(Env.iso8601Formatter().date(from: midnight)) + 3600)
    #expect(posted.all == ["day \(midnight)"])
  }

  @Test func `nothing moves time towards midnight`() {
    let posted = observing(["day"])
    let date = Env.date()
    Env.time.run()
    #expect(Env.date() == date)
    #expect(Env.time.pending.isEmpty)
    #expect(posted.all == [])
  }

  @Test(.virtualTime) func `a task that sleeps past midnight finds that the day has begun`() async throws {
    let posted = observing(["day"])
    try await Env.sleep(for: .seconds(76_499))
    #expect(posted.all == [])
    try await Env.sleep(for: .seconds(2))
    #expect(posted.all == ["day 2019-11-13T00:00:00-06:00"])
  }

  @Test func `a time that goes far passes only the last day`() {
    let posted = observing(["day"])
    Env.time.advance(by: .seconds(1_000_000_000))
    #expect((1...400).contains(posted.all.count))
  }

  @Test func `a place and a clock that are set are told`() {
    let posted = observing(["zone", "locale", "clock"])
    Env.timeZone = { .gmt }
    Env.locale = { Locale(identifier: "de_DE") }
    let date = Env.date()
    Env.date = { date + 60 }
    #expect(
      posted.all == ["zone 2019-11-12T08:45:00Z", "locale 2019-11-12T08:45:00Z", "clock 2019-11-12T08:46:00Z"])
  }

  @Test func `a culture is a zone and a locale`() {
    let posted = observing(["zone", "locale", "clock"])
    Env.culture = .japan
    #expect(posted.all == ["zone 2019-11-12T17:45:00+09:00", "locale 2019-11-12T17:45:00+09:00"])
  }

  @Test func `a zone where it is another day begins that day`() throws {
    let posted = observing(["day"])
    let kiritimati = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
    Env.time.advance(by: .seconds(6 * 3600))
    Env.timeZone = { kiritimati }
    #expect(posted.all == ["day 2019-11-13T04:45:00+14:00"])
    Env.time.advance(by: .seconds(20 * 3600))
    #expect(posted.all.last == "day 2019-11-14T00:00:00+14:00")
    #expect(posted.all.count == 2)
  }

  @Test func `other endpoints, other scopes and other worlds are not told`() {
    let posted = observing(Array(Self.names.keys))
    Env.uuid = { UUID() }
    withEnvironment {
      $0.timeZone = { .gmt }
    } perform: {
      _ = Env.date()
    }
    Env = .mock(timeZone: .gmt)
    Env.time.advance(by: .seconds(86_400))
    #expect(posted.all == [])
  }

  @Test func `a spy and a fault set neither a place nor a clock`() {
    let posted = observing(Array(Self.names.keys))
    _ = Env.spy(on: \.date)
    _ = Env.spy(on: \.timeZone)
    _ = Env.spy(on: \.locale)
    Env.time.advance(by: .seconds(60))
    Env.fail(\.date, with: .clockBack)
    Env.fail(\.calendar, with: .otherLocale)
    #expect(posted.all == [])
    _ = (Env.date(), Env.calendar())
  }

  @Test(
    arguments: [
      ("NSSystemTimeZoneDidChange", "zone"), ("currentLocaleDidChange", "locale"), ("NSSystemClockDidChange", "clock"),
      ("NSCalendarDayChanged", "day"),
    ])
  func `a fault leaves one of them out`(key: String, kind: String) {
    Env.fail(\.notificationCenter, key, with: .notPosted)
    let posted = observing(Array(Self.names.keys))
    for (seconds, locale) in [(0, "de_DE"), (60, "fr_FR")] {
      Env.timeZone = { TimeZone(secondsFromGMT: seconds) ?? .gmt }
      Env.locale = { Locale(identifier: locale) }
      let date = Env.date()
      Env.date = { date + 86_400 }
    }
    let kinds = posted.all.map { String($0.prefix { $0 != " " }) }
    for other in Self.names.keys { #expect(kinds.count { $0 == other } == (other == kind ? 1 : 2), "\(kinds)") }
  }

  @Test func `no spy and no unimplemented endpoint is asked`() {
    let spy = Env.spy(on: \.notificationCenter)
    Env.timeZone = { .gmt }
    Env.time.advance(by: .seconds(86_400))
    #expect(spy.calls.isEmpty)
    withEnvironment(.unimplemented) {
      Env.timeZone = { .gmt }
      Env.locale = { Locale(identifier: "de_DE") }
    }
  }

  @Test func `a mock ends with its test, whoever observes days`() {
    weak var center: NotificationCenter?
    do {
      let environment = Environment.mock
      withEnvironment(environment) {
        center = Env.notificationCenter()
        _ = center?.addObserver(forName: .NSCalendarDayChanged, object: nil, queue: nil) { _ in }
      }
    }
    #expect(center == nil)
  }
}
