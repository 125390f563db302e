import Foundation

/// The date formatters that were made last, each with its settings.
///
/// Making one costs two hundred times what using it does. They never leave the package, as one that is shared must not be
/// changed.
final class FormatterCache: Sendable {
  /// A class, so that looking at one copies nothing.
  private final class Entry {
    let key: DateFormatterSettings.Key
    /// How its calendar counts; nil for that of its locale.
    let counting: Calendar.Counting?
    let formatter: ZonedDateFormatter
    /// The calendar with which it was needed last; nil for one that follows the settings.
    var calendar: Calendar?

    init(_ settings: DateFormatterSettings) {
      key = settings.key
      counting = settings.followsLocale ? nil : settings.calendar.counting
      formatter = ZonedDateFormatter(settings, isInPlace: settings.timeZone.isOfDateFormatter)
    }
  }

  // A list rather than a dictionary: comparing with some settings is faster than hashing one.
  private let entries = Locked<[Entry]>([])
  private let limit: Int

  /// Makes an empty cache.
  ///
  /// - Parameter limit: How many formatters it keeps; one more replaces the oldest.
  init(limit: Int = 32) {
    self.limit = limit
  }

  /// Returns the formatter for `settings`; it is made when it is missing.
  func formatter(for settings: DateFormatterSettings) -> ZonedDateFormatter {
    // First as they are: most do not follow the user's settings, and asking whether they do takes a while.
    if let formatter = existing(settings) { return formatter }
    let settings = settings.resolved
    if let formatter = existing(settings) { return formatter }
    let new = Entry(settings)
    entries.withLock { entries in
      // Another thread may have been faster; two that are alike do no harm.
      if entries.count >= limit { entries.removeFirst() }
      entries.append(new)
    }
    return new.formatter
  }

  /// How many formatters it keeps now.
  var count: Int { entries.withLock(\.count) }

  private func existing(_ settings: DateFormatterSettings) -> ZonedDateFormatter? {
    let key = settings.key
    if settings.followsLocale { return entries.withLock { entries in entries.last { $0.key == key }?.formatter } }
    // Most have the same calendar as the last time, and asking a calendar how it counts takes as long as all the rest.
    let latest = entries.withLock { entries in
      entries.last { $0.key == key && $0.calendar?.isIdentical(to: settings.calendar) == true }?.formatter
    }
    if let latest { return latest }

    let counting = settings.calendar.counting
    // audit:allow calendar – only compared.
    let calendar = settings.calendar == .autoupdatingCurrent ? nil : settings.calendar
    return entries.withLock { entries in
      let entry = entries.last { $0.key == key && $0.counting == counting }
      entry?.calendar = calendar
      return entry?.formatter
    }
  }
}
