public import Foundation
public import GlobalEnvironment
import GlobalEnvironmentStubs
import GlobalEnvironmentTime

extension Environment {

  /// A complete, deterministic environment: 12 November 2019, 02:45:00 in Chicago, in American English.
  ///
  /// Each access makes a new world: two tests share no state through it. Time stands still until it is moved, and stubs
  /// answer for the network; a request without a stub gets status 500, and fails the running test.
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
    let notificationCenter = NotificationCenter()
    let recorder = Recorder()
    var environment = Environment()
    environment.date = { time.date }
    environment.scheduler = { time }
    environment.backgroundScheduler = { time }
    environment.calendar = { .inPlace(calendar) }
    environment.locale = { locale }
    environment.timeZone = { timeZone }
    environment.preferredLanguages = { [Env.locale().languageTag] }
    environment.uuid = countingUUIDs()
    environment.randomBits = randomBits(seed: seed)
    environment.http = { try await stubs.respond(to: $0) }
    environment.httpBytes = { try await stubs.bytes(for: $0, $1) }
    environment.urlSession = { sessions.current }
    environment.files = { files }
    environment.defaults = { defaults }
    environment.secrets = { secrets }
    environment.encoder = { encoder }
    environment.arguments = { ["mock"] }
    environment.environmentVariable = { _ in nil }
    environment.processIdentifier = { 1 }
    environment.hostName = { "mock.local" }
    environment.uptime = { time.now.offset }
    environment.standardOutput = { recorder.write($0, to: .standardOutput) }
    environment.standardError = { recorder.write($0, to: .standardError) }
    environment.notificationCenter = { notificationCenter }
    environment.openURL = { recorder.open($0) }
    environment.mockOwnEndpoints()
    environment.httpStubs = stubs
    environment.recorder = recorder
    return environment
  }
}

extension TimeZone {
  /// The time zone of a mock; on a machine without time zone data, just the offset at that date.
  @usableFromInline static let chicago =
    TimeZone(identifier: "America/Chicago") ?? TimeZone(secondsFromGMT: -6 * 3600) ?? .gmt
}
