public import Foundation

/// A formatter of dates for machines, by ISO 8601 and RFC 3339; made by ``Environment/iso8601Formatter(_:)``.
public struct EnvironmentISO8601Formatter: Hashable, Sendable {

  /// The time zone whose clock is shown; the environment's unless set.
  public var timeZone: TimeZone

  /// Whether milliseconds are written, the nearest ones; false unless set.
  public var includesFractionalSeconds = false

  init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// Returns `date` as a text: `2019-11-12T02:45:00-06:00`, with a `Z` in Greenwich.
  ///
  /// Empty for a date that no calendar has: at infinity, or more than 6,600 years or so before 2001 or 500,000 after it.
  public func string(from date: Date) -> String {
    guard date.isInCalendars else { return "" }
    let style = Date.ISO8601FormatStyle(
      timeZoneSeparator: .colon, includingFractionalSeconds: includesFractionalSeconds, timeZone: timeZone)
    let text = (includesFractionalSeconds ? date.insideMillisecond : date).formatted(style)
    // Foundation marks the zones at both ends as Greenwich.
    let offset = timeZone.secondsFromGMT(for: date)
    return abs(offset) == 64_800 && text.hasSuffix("Z") ? "\(text.dropLast())\(offset < 0 ? "-" : "+")18:00" : text
  }

  /// Returns the date in `text`, whatever its time zone, with or without a fraction of a second.
  ///
  /// Nil for anything else, and for a date that does not exist. An `ISO8601DateFormatter` reads 30 February as 2 March.
  public func date(from text: String) -> Date? {
    try? ISO8601.date(from: text)
  }
}

extension Date {
  /// A moment a little after the start of the nearest millisecond.
  ///
  /// Foundation writes three digits and cuts off the rest. As a `Double`, about half of all milliseconds are a little too small.
  fileprivate var insideMillisecond: Date {
    Date(timeIntervalSinceReferenceDate: ((timeIntervalSinceReferenceDate * 1000).rounded() + 0.25) / 1000)
  }
}

extension Environment {

  /// Returns a formatter of dates for machines, in the time zone of `timeZone()`, set up by `configure`.
  ///
  /// ```swift
  /// let text = Env.iso8601Formatter { $0.timeZone = .gmt }.string(from: Env.date())
  /// ```
  public func iso8601Formatter(
    _ configure: (inout EnvironmentISO8601Formatter) -> Void = { _ in }
  ) -> EnvironmentISO8601Formatter {
    var formatter = EnvironmentISO8601Formatter(timeZone: timeZone())
    configure(&formatter)
    return formatter
  }
}
