public import Foundation

/// The style of a date as seen from another; made by ``Environment/relativeDateFormat(presentation:unitsStyle:)``.
///
/// Foundation's `Date.RelativeFormatStyle` always asks the system's clock.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct RelativeDateFormat: FormatStyle {
  let now: Date
  let presentation: Date.RelativeFormatStyle.Presentation
  let unitsStyle: Date.RelativeFormatStyle.UnitsStyle
  var locale: Locale
  let calendar: Calendar

  /// Returns `date` as a text, “3 hours ago”; an empty one where a date is not a moment, such as one at infinity.
  public func format(_ date: Date) -> String {
    guard date.isInCalendars, now.isInCalendars else { return "" }
    let style = Date.AnchoredRelativeFormatStyle(
      anchor: date, presentation: presentation, unitsStyle: unitsStyle, locale: locale.crashSafe, calendar: calendar)
    return style.format(now)
  }

  /// Returns this style by the conventions of `locale`.
  public func locale(_ locale: Locale) -> RelativeDateFormat {
    var style = self
    style.locale = locale
    return style
  }
}
