public import Foundation
public import GlobalEnvironment
import GlobalEnvironmentStubs
import GlobalEnvironmentTime

extension Environment {

  /// A complete, deterministic environment: 12 November 2019, 02:45:00 in Chicago, in American English.
  ///
  /// Each access makes a new world: two tests share no state through it. Time stands still until it is moved, and stubs
  /// answer for the network; a request without a stub gets status 500, and fails the running test. When time passes midnight,
  /// and when the clock, the time zone or the locale is set, the notification center posts what the system's would.
  public static var mock: Environment { mock() }

  /// Makes a new deterministic environment with the given moment and place.
  ///
  /// - Parameters:
  ///   - date: The moment at which its time begins; 1,573,548,300 seconds since 1970 unless given.
  ///   - locale: What `locale()` returns; that of `en_US` unless given.
  ///   - timeZone: What `timeZone()` returns.
  ///   - calendar: The kind of calendar that `calendar()` returns, with the locale and time zone that `Env` has when it
  ///     is called.
  ///   - seed: Determines its random values; see `randomBits(seed:)`.
  /// - Returns: An environment that shares no state with any other.
  public static func mock(
    date: Date = .mock,
    locale: Locale = .americanEnglish,
    timeZone: TimeZone = .chicago,
    calendar: Calendar.Identifier = .gregorian,
    seed: UInt64 = 0
  ) -> Environment {
    let time = VirtualTime(startingAt: date)
    let stubs = HTTPStubs(time: time)
    let world = MockWorld(startingAt: date, locale, timeZone, calendar, stubs)
    return Environment {
      $0.date = { time.date }
      $0.scheduler = { time }
      $0.backgroundScheduler = { time.inBackground }
      $0.calendar = { .localized(world.calendar) }
      $0.locale = { world.locale }
      $0.timeZone = { world.timeZone }
      $0.preferredLanguages = { [UnobservedRead.of { Env.locale() }.languageTag] }
      $0.uuid = countingUUIDs()
      $0.randomBits = randomBits(seed: seed)
      $0.http = { try await stubs.respond(to: $0) }
      $0.httpBytes = { try await stubs.bytes(for: $0, $1) }
      $0.urlSession = { world.sessions.current }
      $0.files = { world.files }
      $0.defaults = { world.defaults }
      $0.secrets = { world.secrets }
      $0.encoder = { sortedJSON }
      $0.arguments = { ["mock"] }
      $0.environmentVariable = { _ in nil }
      $0.processIdentifier = { 1 }
      $0.hostName = { "mock.local" }
      $0.uptime = { time.now.offset }
      $0.standardOutput = { world.recorder.write($0, to: .standardOutput) }
      $0.standardError = { world.recorder.write($0, to: .standardError) }
      $0.notificationCenter = { world.events.observedCenter }
      $0.openURL = { world.recorder.open($0) }
      $0.mockOwnEndpoints()
      $0.mockWorld = world
      $0.httpStubs = stubs
    }
  }
}

/// Made once, as it never changes.
private let sortedJSON = EnvironmentEncoder.json { $0.outputFormatting = .sortedKeys }

extension Locale {
  /// The locale of a mock.
  @usableFromInline static let americanEnglish = Locale(identifier: "en_US")
}

extension TimeZone {
  /// The time zone of a mock; on a machine without time zone data, just the offset at that date.
  @usableFromInline static let chicago =
    TimeZone(identifier: "America/Chicago") ?? TimeZone(secondsFromGMT: -6 * 3600) ?? .gmt
}
