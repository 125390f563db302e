// audit:allow-file clock, locale, time-zone, identity, chance, network, process, notifications – these are the live defaults.

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
/// A test replaces one endpoint (`Env.date = { … }`) or all of them (`Env = .mock`). Endpoints are `@Sendable`: they may be
/// called on any thread, and by several threads at once. You declare endpoints of your own in ``EnvironmentEndpoints``.
@dynamicMemberLookup
public struct Environment: Sendable {

  // MARK: Time

  /// Returns the present moment. Live: `Date()`.
  public var date: @Sendable () -> Date = { Date() }

  /// Returns the scheduler for work that runs later, whose time ``clock`` and sleeping tasks use, too. Live: the main queue.
  public var scheduler: @Sendable () -> any WorkScheduler = { QueueScheduler.main }

  /// Returns the scheduler for work that runs later in the background. Live: a concurrent queue.
  public var backgroundScheduler: @Sendable () -> any WorkScheduler = { QueueScheduler.background }

  // MARK: Locale

  /// Returns the calendar, with `Env.locale()` and `Env.timeZone()`. Live: the user's calendar.
  public var calendar: @Sendable () -> Calendar = { liveCalendar() }

  /// Returns the locale. Live: the user's, following changes of the settings; on Linux `en_001`, whatever `LANG` and
  /// `LC_ALL` say, as Foundation reads neither.
  public var locale: @Sendable () -> Locale = { .autoupdatingCurrent }

  /// Returns the time zone. Live: the user's, following changes of the settings; on Linux the one that `TZ` names, or else
  /// `/etc/localtime`. Foundation reads no `TZ` with a path or a rule, such as `:Asia/Tokyo` and `IST-5:30`.
  public var timeZone: @Sendable () -> TimeZone = { .autoupdatingCurrent }

  /// Returns the languages that the user reads, as BCP 47 names them, the best one first. Live: those of the settings; on
  /// Linux `en-001`, whatever `LANGUAGE` says.
  public var preferredLanguages: @Sendable () -> [String] = { Locale.preferredLanguages }

  /// Returns a date formatter, set up by a closure. Live: by the conventions of `Env.locale()`, `Env.calendar()` and
  /// `Env.timeZone()`.
  ///
  /// ```swift
  /// let text = Env.dateFormatter { $0.dateStyle = .full }.string(from: Env.date())
  /// ```
  ///
  /// It keeps the settings of the moment at which it was made.
  public var dateFormatter: @Sendable ((inout DateFormatterSettings) -> Void) -> EnvironmentDateFormatter = {
    EnvironmentDateFormatter($0)
  }

  /// Returns a number formatter, set up by a closure. Live: by the conventions of `Env.locale()`.
  ///
  /// ```swift
  /// let text = Env.numberFormatter { $0.numberStyle = .percent }.string(from: 0.25)
  /// ```
  ///
  /// It keeps the settings of the moment at which it was made.
  public var numberFormatter: @Sendable ((inout EnvironmentNumberFormatter) -> Void) -> EnvironmentNumberFormatter = {
    EnvironmentNumberFormatter($0)
  }

  // MARK: Random

  /// Returns a UUID. Live: a random one.
  public var uuid: @Sendable () -> UUID = { UUID() }

  /// Returns 64 random bits, from which ``random(in:)`` and its like draw. Live: the system's.
  public var randomBits: @Sendable () -> UInt64 = { .random(in: .min ... .max) }

  // MARK: Network

  /// Sends a request and returns the whole answer, whatever its status. Live: the real network.
  ///
  /// Throws `URLError` when no answer arrives: `.cancelled` when the calling task is cancelled, `.timedOut` after the
  /// request's `timeoutInterval` (seconds) without data. ``bytes(for:fileID:filePath:line:column:)``, uploads and downloads
  /// do not ask it, but ``httpBytes``. On Linux, Foundation ends the process when an answer breaks off inside its head.
  public var http: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse) = { try await notedHTTP($0) }

  /// Sends a request, and returns the head of the answer, whatever its status, and its body as it comes. Live: the network.
  ///
  /// ``bytes(for:fileID:filePath:line:column:)``, uploads and downloads are built on it. The closure is called as parts of
  /// the request's body have been sent: on any thread, one call at a time. It throws as ``http`` does until the head is
  /// there; reading the body throws what happens later.
  public var httpBytes:
    @Sendable (URLRequest, EnvironmentProgress.Handler?) async throws -> (EnvironmentBytes, HTTPURLResponse) = {
      try await notedHTTPBytes($0, $1)
    }

  /// Returns a URL session, for code that needs one rather than ``http``. Live: the shared one.
  public var urlSession: @Sendable () -> URLSession = { notedURLSession() }

  // MARK: Storage

  /// Returns the file system: `try Env.files().read(url)`. Live: the machine's.
  public var files: @Sendable () -> any EnvironmentFileSystem = { notedFiles() }

  /// Returns the user's settings: `Env.defaults()[.isMuted] = true`. Live: the standard `UserDefaults`.
  public var defaults: @Sendable () -> any DefaultsStore = { notedDefaults() }

  /// Returns passwords, tokens and keys. Live: the keychain; on Linux, a store that says how to set one.
  public var secrets: @Sendable () -> any SecretStore = { notedSecrets() }

  // MARK: Coding

  /// Returns what turns values into data. Live: JSON.
  public var encoder: @Sendable () -> EnvironmentEncoder<Data> = { .json }

  /// Returns what turns data into values. Live: JSON.
  public var decoder: @Sendable () -> EnvironmentDecoder<Data> = { .json }

  // MARK: Process

  /// Returns the command line, the program's name first. Live: the process's.
  public var arguments: @Sendable () -> [String] = { CommandLine.arguments }

  /// Returns the environment variable of that name; nil when it is not set. Live: the process's.
  public var environmentVariable: @Sendable (String) -> String? = { liveEnvironmentVariable($0) }

  /// Returns the identifier of the process. Live: the system's.
  public var processIdentifier: @Sendable () -> Int32 = { ProcessInfo.processInfo.processIdentifier }

  /// Returns the name of the machine. Live: the system's, which may ask the network.
  public var hostName: @Sendable () -> String = { ProcessInfo.processInfo.hostName }

  /// Returns how long the machine has been awake since it started. Live: the system's.
  public var uptime: @Sendable () -> Duration = { .seconds(ProcessInfo.processInfo.systemUptime) }

  /// Writes a text, which brings its own line ends, to the standard output. Live: at once, and all of it in one piece.
  ///
  /// Text that the system does not take is lost without an error: the pipe has no reader any more, or the disk is full.
  public var standardOutput: @Sendable (String) -> Void = { writeToStandardOutput($0) }

  /// Writes a text, which brings its own line ends, to the standard error. Live: as ``standardOutput``.
  public var standardError: @Sendable (String) -> Void = { writeToStandardError($0) }

  // MARK: Other parts, other programs

  /// Returns where notifications are posted and observed. Live: the default center.
  ///
  /// On Linux, the live one calls observers in an order that differs from run to run. That of a mock calls them in the order
  /// in which they came, as far as the code that adds them imports this module.
  public var notificationCenter: @Sendable () -> NotificationCenter = { .default }

  /// Opens an address in another program, and returns whether one did. Live: `open` on macOS, `xdg-open` on Linux.
  ///
  /// Elsewhere the live one opens nothing and returns false, as the core links no user interface: on iOS, say
  /// `Env.openURL = { await UIApplication.shared.open($0) }` at launch.
  public var openURL: @Sendable (URL) async -> Bool = { await notedOpenURL($0) }

  // MARK: Your own

  /// The values of the endpoints that are declared in ``EnvironmentEndpoints``.
  @usableFromInline var own = OwnEndpoints()

  /// Creates the live world, changed by `change`.
  ///
  /// ```swift
  /// let inParis = Environment { $0.locale = { Locale(identifier: "fr_FR") } }
  /// ```
  ///
  /// - Throws: What `change` throws.
  public init<Failure: Error>(_ change: (inout Environment) throws(Failure) -> Void) throws(Failure) {
    try change(&self)
  }

  /// Creates the live world.
  public init() {}

  /// The live world: the system's clock, the user's place, the real network.
  ///
  /// Its endpoints do what those of `Environment()` do. Only of the latter a test that has no environment is told when they reach
  /// beyond the process: code that names the live world has said what it wants.
  public static var live: Environment {
    var live = Environment()
    live.http = { try await liveHTTP($0) }
    live.httpBytes = { try await liveHTTPBytes($0, $1) }
    live.urlSession = { .shared }
    live.files = { liveFiles() }
    live.defaults = { liveDefaults() }
    live.secrets = { liveSecrets() }
    live.openURL = { await liveOpenURL($0) }
    return live
  }

  /// Whether each endpoint through which code reaches beyond the process is a live one.
  package var reachesOut: Bool {
    Set(endpoints(changedSince: .live))
      .isDisjoint(with: ["http", "httpBytes", "urlSession", "files", "defaults", "secrets", "openURL"])
  }

  /// Brings back the live world; `Env.reset()` does so in the current scope.
  public mutating func reset() {
    self = Environment()
  }
}
