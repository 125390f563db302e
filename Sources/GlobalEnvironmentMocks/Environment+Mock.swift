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
  ///   - locale: What `locale()` returns.
  ///   - timeZone: What `timeZone()` returns.
  ///   - calendar: The kind of calendar that `calendar()` returns, with the locale and time zone that `Env` has when it
  ///     is called.
  ///   - seed: Determines its random values; see `randomBits(seed:)`.
  /// - Returns: An environment that shares no state with any other.
  public static func mock(
    date: Date = .mock,
    locale: Locale = Locale(identifier: "en_US"),
    timeZone: TimeZone = .chicago,
    calendar: Calendar.Identifier = .gregorian,
    seed: UInt64 = 0
  ) -> Environment {
    let time = VirtualTime(startingAt: date)
    let stubs = HTTPStubs(time: time)
    let sessions = StubSessions(of: stubs)
    let files = InMemoryFiles(startingAt: date)
    let defaults = InMemoryDefaults()
    let secrets = InMemorySecrets()
    let encoder = EnvironmentEncoder.json { $0.outputFormatting = .sortedKeys }
    let events = SystemEvents()
    let recorder = Recorder()
    return Environment {
      $0.date = { time.date }
      $0.scheduler = { time }
      $0.backgroundScheduler = { time.inBackground }
      $0.calendar = { .localized(calendar) }
      $0.locale = { locale }
      $0.timeZone = { timeZone }
      $0.preferredLanguages = { [UnobservedRead.of { Env.locale() }.languageTag] }
      $0.uuid = countingUUIDs()
      $0.randomBits = randomBits(seed: seed)
      $0.http = { try await stubs.respond(to: $0) }
      $0.httpBytes = { try await stubs.bytes(for: $0, $1) }
      $0.urlSession = { sessions.current }
      $0.files = { files }
      $0.defaults = { defaults }
      $0.secrets = { secrets }
      $0.encoder = { encoder }
      $0.arguments = { ["mock"] }
      $0.environmentVariable = { _ in nil }
      $0.processIdentifier = { 1 }
      $0.hostName = { "mock.local" }
      $0.uptime = { time.now.offset }
      $0.standardOutput = { recorder.write($0, to: .standardOutput) }
      $0.standardError = { recorder.write($0, to: .standardError) }
      $0.notificationCenter = { events.observedCenter }
      $0.openURL = { recorder.open($0) }
      $0.mockOwnEndpoints()
      $0.systemEvents = events
      $0.httpStubs = stubs
      $0.recorder = recorder
    }
  }
}

extension TimeZone {
  /// The time zone of a mock; on a machine without time zone data, just the offset at that date.
  @usableFromInline static let chicago =
    TimeZone(identifier: "America/Chicago") ?? TimeZone(secondsFromGMT: -6 * 3600) ?? .gmt
}
