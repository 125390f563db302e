public import Foundation

extension Environment {

  /// Returns this environment with the time and place that `variables` give.
  ///
  /// An app opts in at launch; nothing is read otherwise:
  ///
  /// ```swift
  /// Env = try Environment.live.overridden(by: ProcessInfo.processInfo.environment)
  /// ```
  ///
  /// | variable | meaning | example |
  /// |---|---|---|
  /// | `ENV_DATE` | time stands still at this moment, in ISO 8601 | `2019-11-12T02:45:00-06:00` |
  /// | `ENV_LOCALE` | the locale's identifier; the calendar and the language are the locale's, too | `de_DE` |
  /// | `ENV_TIME_ZONE` | the time zone's name in the IANA database | `Asia/Tokyo` |
  ///
  /// - Parameter variables: Names and values, such as the process's environment variables. Others are ignored.
  /// - Returns: A copy; the endpoints that no variable names are as before.
  /// - Throws: ``LaunchOverrideError`` for a value that cannot be read.
  public func overridden(by variables: [String: String]) throws(LaunchOverrideError) -> Environment {
    var environment = self
    if let text = variables["ENV_DATE"] {
      let date: Date
      do {
        date = try ISO8601.date(from: text)
      } catch {
        throw LaunchOverrideError(variable: "ENV_DATE", value: text, reason: "\(error)")
      }
      environment.date = { date }
    }
    if let text = variables["ENV_LOCALE"] {
      guard let locale = Locale(known: text) else {
        throw LaunchOverrideError(
          variable: "ENV_LOCALE", value: text, reason: "no such locale is known. Write it like de_DE.")
      }
      environment.locale = { locale }
      environment.calendar = { .inPlace(locale.calendar.identifier) }
      environment.preferredLanguages = { [locale.languageTag] }
    }
    if let text = variables["ENV_TIME_ZONE"] {
      guard let timeZone = TimeZone(identifier: text) else {
        throw LaunchOverrideError(
          variable: "ENV_TIME_ZONE", value: text, reason: "no such time zone is known. Write it like Asia/Tokyo.")
      }
      environment.timeZone = { timeZone }
    }
    return environment
  }
}

/// A launch override that cannot be read.
public struct LaunchOverrideError: Error, Equatable, CustomStringConvertible, LocalizedError {
  /// The name of the variable.
  public let variable: String
  /// What it was set to.
  public let value: String
  let reason: String

  /// The variable, its value (80 characters at most), and what is wrong with it, on one line.
  public var description: String { "\(variable)=\(String(value.prefix(80)).debugDescription): \(reason)" }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
