package import Foundation

extension Environment {

  /// The variables that give another process the same date, place and language, if it reads them at launch.
  ///
  /// In a UI test, whose app is a process of its own:
  ///
  /// ```swift
  /// app.launchEnvironment = Env.launchVariables(seed: 42, isOffline: true)
  /// app.launch()
  /// ```
  ///
  /// See ``overridden(by:inReleaseBuilds:)`` for what they are. Endpoints that are closures of your own cannot be written as
  /// text: the app keeps those that it has. It also keeps its locale or time zone where it could not read what would be
  /// written; its calendar or languages are then those of the locale, if that is written. It keeps its clock where no
  /// calendar has `date()`: when it is not a number, or more than 6,600 years or so before 2001 or 500,000 after it.
  ///
  /// - Parameters:
  ///   - clockRuns: Whether time runs from `date()`, rather than standing still there.
  ///   - seed: From which random values and UUIDs follow; those of the system unless given.
  ///   - isOffline: Whether no request of the app reaches the network.
  public func launchVariables(clockRuns: Bool = false, seed: UInt64? = nil, isOffline: Bool = false) -> [String: String]
  {
    var variables = ["ENV_LOCALE": locale().identifier, "ENV_TIME_ZONE": timeZone().identifier]
    variables["ENV_LANGUAGES"] = preferredLanguages().joined(separator: ",")
    variables["ENV_CALENDAR"] = calendar().identifier.unicode
    // What the app could not read is left out: it would exit.
    variables = variables.filter { (try? overridden(by: [$0.key: $0.value], inReleaseBuilds: true)) != nil }
    let date = date()
    if date.isInCalendars {
      var formatter = EnvironmentISO8601Formatter(timeZone: .gmt)
      formatter.includesFractionalSeconds = true
      variables["ENV_DATE"] = formatter.string(from: date)
      variables["ENV_CLOCK"] = clockRuns ? "running" : "frozen"
    }
    variables["ENV_SEED"] = seed.map { "\($0)" }
    if isOffline { variables["ENV_NETWORK"] = "none" }
    return variables
  }
}

extension Calendar.Identifier {
  /// The kind of calendar that has this name in ICU, or in BCP 47 as the key `ca`; nil for an unknown one.
  package init?(unicode name: String) {
    let calendars = ["en@calendar=\(name)", "en-u-ca-\(name)"].compactMap { Locale(known: $0)?.calendar.identifier }
    guard let known = calendars.first(where: { $0.unicode == name || $0.name(.bcp47, after: "-ca-") == name }) else {
      return nil
    }
    self = known
  }

  /// The name that ICU gives to this kind of calendar.
  var unicode: String? { name(.icu, after: "calendar=") }

  private func name(_ form: Locale.IdentifierType, after key: String) -> String? {
    var components = Locale.Components(languageCode: .english)
    components.calendar = self
    let keyword = Locale(components: components).identifier(form).split(separator: key).last
    return keyword.map { String($0.prefix { $0 != ";" }) }
  }
}
