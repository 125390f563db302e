public import Foundation

/// The settings of `Env.dateFormatter { … }`: as of a `DateFormatter`, but a value.
///
/// There is no `doesRelativeDateFormatting`: for “today”, Foundation asks the system's clock, and cannot be given
/// another date; on Linux it ignores the setting. As seen from `Env.date()`, a date is “yesterday” in
/// ``Environment/relativeDateFormat(presentation:unitsStyle:)``.
public struct DateFormatterSettings: Sendable {

  /// How much of the date is written; none of it unless set.
  public var dateStyle: DateFormatter.Style = .none

  /// How much of the time of day is written; none of it unless set.
  public var timeStyle: DateFormatter.Style = .none

  /// The fields to write, which the locale puts in order and joins: `"yMMMd"`. Takes precedence over the styles.
  public var template: String?

  /// A pattern of Unicode Technical Standard 35 that is used as it is: `"yyyy-MM-dd"`. Takes precedence over all others.
  ///
  /// For a text that machines read, set `locale`, `calendar` and `timeZone`, too: the user's digits, years and clock may be
  /// others. For the usual one there is ``Environment/iso8601Formatter(_:)``.
  public var dateFormat: String?

  /// Whether a text that does not quite fit is read; false unless set.
  public var isLenient = false

  /// The locale whose conventions dates follow; the environment's unless set.
  public var locale: Locale

  /// The calendar by which years, months and weeks are counted; the environment's unless set.
  ///
  /// Its own locale and time zone do not matter.
  public var calendar: Calendar

  /// The time zone whose clock is shown; the environment's unless set.
  public var timeZone: TimeZone

  init(locale: Locale, calendar: Calendar, timeZone: TimeZone) {
    self.locale = locale
    self.calendar = calendar
    self.timeZone = timeZone
  }

  /// These settings without what changes by itself: a formatter keeps what it read first.
  var resolved: DateFormatterSettings {
    var settings = self
    settings.locale = locale.resolved
    settings.timeZone = timeZone.resolved
    return settings
  }

  /// All that matters except the calendar, read once: locales and time zones are slow to compare.
  var key: Key {
    Key(
      dateStyle: dateStyle, timeStyle: timeStyle, isLenient: isLenient, dateFormat: dateFormat, template: template,
      timeZone: timeZone.identifier, locale: locale.key)
  }

  /// What distinguishes these settings, once they are resolved, from others with the same calendar.
  struct Key: Equatable, Sendable {
    // What differs most often, and costs least, comes first.
    fileprivate let dateStyle: DateFormatter.Style
    fileprivate let timeStyle: DateFormatter.Style
    fileprivate let isLenient: Bool
    fileprivate let dateFormat: String?
    fileprivate let template: String?
    fileprivate let timeZone: String
    fileprivate let locale: Locale.Key
  }

  /// Makes a formatter with these settings, once they are resolved.
  func makeFormatter() -> DateFormatter {
    var ownCalendar = Calendar(identifier: calendar.identifier)
    ownCalendar.locale = locale.withoutTraps
    ownCalendar.timeZone = timeZone.withoutTraps.zone
    ownCalendar.firstWeekday = calendar.firstWeekday
    ownCalendar.minimumDaysInFirstWeek = calendar.minimumDaysInFirstWeek

    let formatter = DateFormatter()
    formatter.locale = locale.withoutTraps
    formatter.calendar = ownCalendar
    formatter.timeZone = timeZone.withoutTraps.zone
    formatter.isLenient = isLenient
    formatter.dateStyle = dateStyle
    formatter.timeStyle = timeStyle
    if let template { formatter.setLocalizedDateFormatFromTemplate(template) }
    if let dateFormat { formatter.dateFormat = dateFormat }
    return formatter
  }
}
