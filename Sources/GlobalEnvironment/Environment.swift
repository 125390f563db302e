public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Everything a program asks of the outside world, as one value of closures.
///
/// `Environment()` is the live world: every endpoint has a live default. Code reads it through the global ``Env``:
///
/// ```swift
/// let greeting = "It is \(Env.date())"
/// ```
///
/// A test replaces one endpoint (`Env.date = { … }`) or all of them (`Env = .mock`). Endpoints are `@Sendable`: they may
/// be called on any thread, and by several at once. You declare endpoints of your own in ``Endpoints``.
@dynamicMemberLookup
public struct Environment: Sendable {

  // MARK: Time

  /// Returns the present moment. Live: `Date()`.
  public var date: @Sendable () -> Date

  /// Returns where work goes that runs later, and the time of ``clock`` and of sleeping tasks. Live: the main queue.
  public var scheduler: @Sendable () -> any WorkScheduler

  /// Returns where work goes that runs later in the background. Live: a concurrent queue.
  public var backgroundScheduler: @Sendable () -> any WorkScheduler

  // MARK: Place

  /// Returns the calendar, carrying `Env.locale()` and `Env.timeZone()`. Live: the user's calendar.
  public var calendar: @Sendable () -> Calendar

  /// Returns the locale. Live: the user's, following changes of the settings.
  public var locale: @Sendable () -> Locale

  /// Returns the time zone. Live: the user's, following changes of the settings.
  public var timeZone: @Sendable () -> TimeZone

  // MARK: Network

  /// Sends a request and returns the whole answer, whatever its status. Live: the real network.
  ///
  /// Throws `URLError` when no answer arrives: `.cancelled` when the calling task is cancelled, `.timedOut` after the
  /// request's `timeoutInterval` (seconds) without data.
  public var http: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

  /// Returns a URL session, for code that needs one rather than ``http``. Live: the shared one.
  public var urlSession: @Sendable () -> URLSession

  // MARK: Storage

  /// Returns the file system: `try Env.files().read(url)`. Live: the machine's.
  public var files: @Sendable () -> any FileSystem

  /// Returns the user's settings: `Env.defaults()[.isMuted] = true`. Live: the standard `UserDefaults`.
  public var defaults: @Sendable () -> any DefaultsStore

  /// Returns passwords, tokens and keys. Live: the keychain; on Linux, a store that says how to set one.
  public var secrets: @Sendable () -> any SecretStore

  // MARK: Your own

  /// The values of the endpoints that are declared in ``Endpoints``.
  @usableFromInline var own = OwnEndpoints()

  /// Creates the live world, but for the endpoints that are given.
  ///
  /// - Parameters:
  ///   - date: Returns the present moment.
  ///   - scheduler: Returns where work goes that runs later.
  ///   - backgroundScheduler: Returns where work goes that runs later in the background.
  ///   - calendar: Returns the calendar; the live one asks `Env.locale()` and `Env.timeZone()` at each call.
  ///   - locale: Returns the locale.
  ///   - timeZone: Returns the time zone.
  ///   - http: Sends a request and returns the whole answer.
  ///   - urlSession: Returns a URL session.
  ///   - files: Returns the file system.
  ///   - defaults: Returns the user's settings.
  ///   - secrets: Returns passwords, tokens and keys.
  public init(
    date: @escaping @Sendable () -> Date = { Date() },
    scheduler: @escaping @Sendable () -> any WorkScheduler = { QueueScheduler.main },
    backgroundScheduler: @escaping @Sendable () -> any WorkScheduler = { QueueScheduler.background },
    calendar: @escaping @Sendable () -> Calendar = { liveCalendar() },
    locale: @escaping @Sendable () -> Locale = { .autoupdatingCurrent },
    timeZone: @escaping @Sendable () -> TimeZone = { .autoupdatingCurrent },
    http: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse) = { try await liveHTTP($0) },
    urlSession: @escaping @Sendable () -> URLSession = { .shared },
    files: @escaping @Sendable () -> any FileSystem = { liveFiles() },
    defaults: @escaping @Sendable () -> any DefaultsStore = { liveDefaults() },
    secrets: @escaping @Sendable () -> any SecretStore = { liveSecrets() }
  ) {
    self.date = date
    self.scheduler = scheduler
    self.backgroundScheduler = backgroundScheduler
    self.calendar = calendar
    self.locale = locale
    self.timeZone = timeZone
    self.http = http
    self.urlSession = urlSession
    self.files = files
    self.defaults = defaults
    self.secrets = secrets
  }

  /// The live world: the system's clock, the user's place, the real network.
  public static var live: Environment { Environment() }

  /// Brings back the live world; `Env.reset()` does so in the current scope.
  public mutating func reset() {
    self = .live
  }
}
