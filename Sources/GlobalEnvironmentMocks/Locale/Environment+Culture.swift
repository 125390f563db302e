import Foundation
public import GlobalEnvironment

extension Environment {

  /// The culture: the locale, the calendar, the time zone and the languages, in one.
  ///
  /// ```swift
  /// Env.culture = .japan
  /// ```
  ///
  /// Setting it sets these four endpoints, and all else follows them: formatters, format styles, the layout direction,
  /// the units, the first day of the week. Reading it returns what they are now, with the name of the culture that was set,
  /// or with the locale's when one of them was set since.
  public var culture: Culture {
    get {
      let locale = locale()
      let latest = self.latestCulture
      var present = Culture(
        latest?.name ?? locale.identifier, locale, calendar().identifier, timeZone(), preferredLanguages())
      if present != latest { present.name = locale.identifier }
      return present
    }
    set {
      locale = { newValue.locale }
      calendar = { .localized(newValue.calendar) }
      timeZone = { newValue.timeZone }
      preferredLanguages = { newValue.preferredLanguages }
      self.latestCulture = newValue
    }
  }
}

extension EnvironmentEndpoints {
  /// The culture that was set last, for its name.
  fileprivate var latestCulture: EnvironmentEndpoint<Culture?> { EnvironmentEndpoint(live: nil, mock: nil) }
}
