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
  /// For a text that machines read, set `locale` to `en_US_POSIX` and `timeZone`, too: the user's digits, years and clock may
  /// be others. For the usual one there is ``Environment/iso8601Formatter(_:)``.
  public var dateFormat: String?

  /// Whether a text that does not quite fit is read; false unless set.
  public var isLenient = false

  /// The locale whose conventions dates follow; the environment's unless set.
  public var locale: Locale {
    didSet { followsLocale = !isCalendarGiven }
  }

  /// The calendar by which years, months and weeks are counted; unless set, that of `locale` if that is set, else the
  /// environment's.
  ///
  /// So a formatter that was given the locale `en_US_POSIX`, and no calendar, writes Gregorian years for everybody, as a
  /// `DateFormatter` does. Its own locale and time zone do not matter.
  public var calendar: Calendar {
    get { followsLocale ? locale.calendar : ownCalendar }
    set { (ownCalendar, isCalendarGiven, followsLocale) = (newValue, true, false) }
  }

  /// The time zone whose clock is shown; the environment's unless set.
  public var timeZone: TimeZone

  /// The calendar that was given, or else the environment's.
  private var ownCalendar: Calendar
  private var isCalendarGiven = false
  /// Whether the calendar is that of the locale, so that there is no need to make it and compare it.
  private(set) var followsLocale = false

  init(locale: Locale, calendar: Calendar, timeZone: TimeZone) {
    self.locale = locale
    ownCalendar = calendar
    self.timeZone = timeZone
  }

  /// These settings without what changes by itself: a formatter keeps what it read first.
  var resolved: DateFormatterSettings {
    var settings = self
    settings.locale = locale.resolved
    settings.followsLocale = followsLocale
    settings.timeZone = timeZone.resolved
    return settings
  }

  /// All that matters except the calendar, read once: locales and time zones are slow to compare.
  var key: Key {
    Key(
      dateStyle: dateStyle, timeStyle: timeStyle, isLenient: isLenient, dateFormat: dateFormat, template: template,
      followsLocale: followsLocale, timeZone: timeZone.key, locale: locale.key)
  }

  /// What distinguishes these settings, once they are resolved, from others with the same calendar.
  struct Key: Equatable, Sendable {
    // What differs most often, and costs least, comes first.
    fileprivate let dateStyle: DateFormatter.Style
    fileprivate let timeStyle: DateFormatter.Style
    fileprivate let isLenient: Bool
    fileprivate let dateFormat: String?
    fileprivate let template: String?
    fileprivate let followsLocale: Bool
    fileprivate let timeZone: TimeZone.Key
    fileprivate let locale: Locale.Key
  }

  /// Makes a formatter with these settings, once they are resolved, but in `zone`.
  func makeFormatter(in zone: TimeZone) -> DateFormatter {
    let calendar = calendar
    var ownCalendar = Calendar(identifier: calendar.identifier)
    ownCalendar.locale = locale.crashSafe
    ownCalendar.timeZone = zone
    ownCalendar.firstWeekday = calendar.firstWeekday
    ownCalendar.minimumDaysInFirstWeek = calendar.minimumDaysInFirstWeek

    let formatter = DateFormatter()
    formatter.locale = locale.crashSafe
    formatter.calendar = ownCalendar
    formatter.timeZone = zone
    formatter.isLenient = isLenient
    formatter.dateStyle = dateStyle
    formatter.timeStyle = timeStyle
    if let template { formatter.setLocalizedDateFormatFromTemplate(template) }
    if let dateFormat { formatter.dateFormat = dateFormat }
    return formatter
  }
}
