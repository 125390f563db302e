public import Foundation

extension Environment {

  /// Returns the style of a date, by the conventions of `locale()`, `calendar()` and `timeZone()`.
  ///
  /// ```swift
  /// let text = Env.date().formatted(Env.dateFormat(date: .long, time: .shortened))
  /// ```
  ///
  /// Without parameters it is a style to build on: `Env.dateFormat().weekday().hour()`.
  public func dateFormat(
    date: Date.FormatStyle.DateStyle? = nil, time: Date.FormatStyle.TimeStyle? = nil
  ) -> Date.FormatStyle {
    Date.FormatStyle(date: date, time: time, locale: locale().crashSafe, calendar: calendar(), timeZone: timeZone())
  }

  /// Returns the style of a span between two dates, by the conventions of `locale()`, `calendar()` and `timeZone()`.
  ///
  /// ```swift
  /// let text = (start..<end).formatted(Env.dateIntervalFormat(date: .long, time: .shortened))
  /// ```
  public func dateIntervalFormat(
    date: Date.IntervalFormatStyle.DateStyle? = nil, time: Date.IntervalFormatStyle.TimeStyle? = nil
  ) -> Date.IntervalFormatStyle {
    Date.IntervalFormatStyle(
      date: date, time: time, locale: locale().crashSafe, calendar: calendar(), timeZone: timeZone())
  }

  /// Returns the style of a date as seen from `date()`, “in 3 hours”, by the conventions of `locale()` and
  /// `calendar()`.
  ///
  /// ```swift
  /// let text = message.date.formatted(Env.relativeDateFormat(presentation: .named))
  /// ```
  ///
  /// On older systems, each such style takes the present moment from the system's clock.
  ///
  /// - Parameters:
  ///   - presentation: Whether there are words such as “yesterday”.
  ///   - unitsStyle: How much of the units is written.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public func relativeDateFormat(
    presentation: Date.RelativeFormatStyle.Presentation = .numeric,
    unitsStyle: Date.RelativeFormatStyle.UnitsStyle = .wide
  ) -> RelativeDateFormat {
    RelativeDateFormat(
      now: date(), presentation: presentation, unitsStyle: unitsStyle, locale: locale(), calendar: calendar())
  }

  /// Returns `style` by the conventions of `locale()`: for numbers, amounts, percentages, lists, sizes, durations.
  ///
  /// ```swift
  /// let price = total.formatted(Env.localized(.currency(code: "EUR")))
  /// let names = friends.formatted(Env.localized(.list(type: .and)))
  /// ```
  ///
  /// Dates need more than a locale: see ``dateFormat(date:time:)``.
  public func localized<Style: FormatStyle>(_ style: Style) -> Style {
    style.locale(locale().crashSafe)
  }
}
