public import Foundation

/// What `Env.dateFormatter { … }` is told; as with a `DateFormatter`, but a value.
public struct DateFormatterSettings: Sendable {

  /// How much of the date is written; none of it unless set.
  public var dateStyle: DateFormatter.Style = .none

  /// How much of the time of day is written; none of it unless set.
  public var timeStyle: DateFormatter.Style = .none

  /// The fields to write, which the locale puts in order and joins: `"yMMMd"`. Goes before the styles.
  public var template: String?

  /// A pattern that is used as it is, in the words of Unicode Technical Standard 35: `"yyyy-MM-dd"`. Goes before all.
  ///
  /// For a text that machines read, set `locale`, `calendar` and `timeZone`, too: the user's digits, years and clock may be
  /// others. For the usual one there is ``Environment/iso8601Formatter(_:)``.
  public var dateFormat: String?

  /// Whether a text is read that does not quite fit; false unless set.
  public var isLenient = false

  /// By whose customs dates are written; the environment's unless set.
  public var locale: Locale

  /// By whose calendar years, months and weeks are counted; the environment's unless set.
  ///
  /// Its own locale and time zone do not matter.
  public var calendar: Calendar

  /// Whose clock is shown; the environment's unless set.
  public var timeZone: TimeZone

  // What of the calendar matters; set by `noteCalendar()`, as asking calendars again for each comparison takes long.
  private var kind = Calendar.Identifier.gregorian
  private var firstWeekday = 1
  private var minimumDaysInFirstWeek = 1

  init(locale: Locale, calendar: Calendar, timeZone: TimeZone) {
    self.locale = locale
    self.calendar = calendar
    self.timeZone = timeZone
  }

  /// Notes what of the calendar matters, once it will not be changed any more.
  mutating func noteCalendar() {
    kind = calendar.identifier
    firstWeekday = calendar.firstWeekday
    minimumDaysInFirstWeek = calendar.minimumDaysInFirstWeek
  }

  /// These settings without what changes by itself: a formatter goes on with what it read first.
  var resolved: DateFormatterSettings {
    var settings = self
    settings.locale = locale.resolved
    settings.timeZone = timeZone.resolved
    return settings
  }

  /// Returns whether formatters with these settings and with others, which are resolved, write the same.
  func isSame(as other: DateFormatterSettings) -> Bool {
    // What differs most often, and costs least, comes first.
    dateStyle == other.dateStyle && timeStyle == other.timeStyle
      && dateFormat == other.dateFormat && template == other.template && isLenient == other.isLenient
      && kind == other.kind && firstWeekday == other.firstWeekday
      && minimumDaysInFirstWeek == other.minimumDaysInFirstWeek
      && timeZone.isSame(as: other.timeZone) && locale.isSame(as: other.locale)
  }

  /// Makes a formatter with these settings, once they are resolved.
  func makeFormatter() -> DateFormatter {
    var calendar = Calendar(identifier: kind)
    calendar.locale = locale
    calendar.timeZone = timeZone
    calendar.firstWeekday = firstWeekday
    calendar.minimumDaysInFirstWeek = minimumDaysInFirstWeek

    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = calendar
    formatter.timeZone = timeZone
    formatter.isLenient = isLenient
    formatter.dateStyle = dateStyle
    formatter.timeStyle = timeStyle
    if let template { formatter.setLocalizedDateFormatFromTemplate(template) }
    if let dateFormat { formatter.dateFormat = dateFormat }
    return formatter
  }
}
