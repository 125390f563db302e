import Foundation

extension Environment {

  /// Returns this environment with what `variables` say of time, place, chance and the network.
  ///
  /// For a program that shows its errors itself; ``overriddenAtLaunch(by:inReleaseBuilds:)`` prints them and exits:
  ///
  /// ```swift
  /// Env = try Environment.live.overridden(by: ProcessInfo.processInfo.environment)
  /// ```
  ///
  /// Nothing is read unless an app asks for it.
  ///
  /// `ENV_REPLAY`, for recordings, belongs to the module of mocks: `replaying(by:)`.
  ///
  /// A UI test sets them as `launchEnvironment`; ``launchVariables(clockRuns:seed:isOffline:)`` writes them.
  ///
  /// | variable | meaning | example |
  /// |---|---|---|
  /// | `ENV_DATE` | the moment at launch, in ISO 8601 | `2019-11-12T02:45:00-06:00` |
  /// | `ENV_CLOCK` | whether time stands still at that moment, as it does unless given, or runs | `frozen`, `running` |
  /// | `ENV_LOCALE` | the locale's identifier; the calendar and the language are the locale's, too | `de_DE` |
  /// | `ENV_LANGUAGES` | the languages that the user reads, the best first, by their names in BCP 47 | `fr-CH,de-CH` |
  /// | `ENV_CALENDAR` | the kind of calendar, by its name in ICU or in BCP 47 | `gregorian`, `gregory` |
  /// | `ENV_TIME_ZONE` | the time zone's name in the IANA database | `Asia/Tokyo` |
  /// | `ENV_SEED` | a whole number from 0 to 18446744073709551615, from which random values and UUIDs follow | `42` |
  /// | `ENV_NETWORK` | that no request reaches the network; a WebSocket task does, as no `URLProtocol` sees it | `none` |
  ///
  /// - Parameters:
  ///   - variables: Names and values, such as the process's environment variables. Others are ignored; one that looks
  ///     like a misspelled one of these is reported on ``standardError``.
  ///   - inReleaseBuilds: Whether a release build reads them, too. Unless it does, the clock of what you ship cannot be
  ///     set.
  /// - Returns: A copy; the endpoints that no variable names are as before.
  /// - Throws: ``LaunchOverrideError`` for a value that cannot be read.
  public func overridden(
    by variables: [String: String], inReleaseBuilds: Bool = false
  ) throws(LaunchOverrideError) -> Environment {
    #if !DEBUG
      guard inReleaseBuilds else { return self }
    #endif
    for note in MisspelledVariables.notes(on: variables.keys) { tellAtLaunch(note) }
    var environment = self
    let clockRuns = try Self.value("ENV_CLOCK", in: variables, hint: "write frozen or running.") {
      ["frozen": false, "running": true][$0]
    }
    if let text = variables["ENV_DATE"] {
      do {
        environment.date = Self.clock(from: try ISO8601.date(from: text), runs: clockRuns ?? false)
      } catch {
        throw LaunchOverrideError(variable: "ENV_DATE", value: text, reason: "\(error)")
      }
    } else if let text = variables["ENV_CLOCK"] {
      throw LaunchOverrideError(variable: "ENV_CLOCK", value: text, reason: "it needs ENV_DATE, to begin there.")
    }
    let locale = try Self.value(
      "ENV_LOCALE", in: variables,
      hint: "\(Locale.complaint(about: variables["ENV_LOCALE"] ?? "", asA: "locale")) Write it like de_DE."
    ) { Locale(known: $0) }
    if let locale {
      environment.locale = { locale }
      environment.calendar = { .localized(locale.calendar.identifier) }
      environment.preferredLanguages = { [locale.languageTag] }
    }
    let languages = try Self.value(
      "ENV_LANGUAGES", in: variables, hint: "one of these languages is not known. Write them like fr-CH,de-CH."
    ) { text in
      let tags = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
      let known = tags.compactMap { Locale(known: $0)?.identifier(.bcp47) }
      return known.count == tags.count ? known : nil
    }
    if let languages { environment.preferredLanguages = { languages } }
    let calendar = try Self.value(
      "ENV_CALENDAR", in: variables, hint: "no such calendar is known. Write it like buddhist."
    ) { Calendar.Identifier(unicode: $0) }
    if let calendar { environment.calendar = { .localized(calendar) } }
    let timeZone = try Self.value(
      "ENV_TIME_ZONE", in: variables, hint: "no such time zone is known. Write it like Asia/Tokyo."
    ) { TimeZone(known: $0) }
    if let timeZone { environment.timeZone = { timeZone } }
    if let seed = try Self.value(
      "ENV_SEED", in: variables, hint: "write a whole number from 0 to \(UInt64.max).",
      { $0.first?.isNumber == true ? UInt64($0) : nil })
    {
      environment.randomBits = Self.randomBits(seed: seed)
      environment.uuid = Self.uuids(seed: seed)
    }
    if try Self.value("ENV_NETWORK", in: variables, hint: "write none.", { $0 == "none" ? true : nil }) == true {
      environment.http = { try offline($0) }
      environment.httpBytes = { request, _ in try offline(request) }
      environment.urlSession = { .offline }
    }
    return environment
  }

  /// Returns what `parse` makes of a variable; nil where there is none.
  ///
  /// - Throws: ``LaunchOverrideError`` when `parse` returns nil.
  private static func value<Value>(
    _ name: String, in variables: [String: String], hint: @autoclosure () -> String, _ parse: (String) -> Value?
  ) throws(LaunchOverrideError) -> Value? {
    guard let text = variables[name] else { return nil }
    guard let value = parse(text) else { throw LaunchOverrideError(variable: name, value: text, reason: hint()) }
    return value
  }

  private static func clock(from date: Date, runs: Bool) -> @Sendable () -> Date {
    guard runs else { return { date } }
    // audit:allow clock – the time that runs from a date is real.
    let start = ContinuousClock.now
    // audit:allow clock – as above.
    return { date + (ContinuousClock.now - start) / .seconds(1) }
  }
}

/// A launch override that cannot be read.
public struct LaunchOverrideError: DescribedError, Equatable {
  /// The name of the variable.
  public let variable: String
  /// What it was set to.
  public let value: String
  let reason: String

  package init(variable: String, value: String, reason: String) {
    self.variable = variable
    self.value = value
    self.reason = reason
  }

  /// The variable, its value (80 characters at most), and what is wrong with it, on one line.
  public var description: String { "\(variable)=\(String(value.prefix(80)).debugDescription): \(reason)" }
}
