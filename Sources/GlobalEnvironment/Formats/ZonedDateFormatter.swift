import Foundation

/// A `DateFormatter`, with the clock of a time zone that it cannot have itself.
///
/// With such a zone, the `DateFormatter` is in Greenwich, and gets and returns moments that are moved by the zone's offset.
final class ZonedDateFormatter: Sendable {
  // Safe to use on several threads at once, as long as it is not changed.
  let formatter: DateFormatter
  private let clock: Clock?

  /// Makes a formatter with these settings, once they are resolved.
  ///
  /// - Parameter isInPlace: Whether the `DateFormatter` can have their time zone.
  init(_ settings: DateFormatterSettings, isInPlace: Bool) {
    formatter = settings.makeFormatter(in: isInPlace ? settings.timeZone : .gmt)
    clock = isInPlace ? nil : Clock(settings, formatter)
  }

  func string(from date: Date) -> String {
    guard let clock else { return formatter.string(from: date) }
    return clock.string(from: date)
  }

  /// Returns the moment that is meant where the `DateFormatter` read `date`; nil where clocks skip it.
  func moment(read date: Date) -> Date? {
    guard let clock else { return date }
    // A text with a zone of its own is read right.
    return clock.fields.isEmpty ? clock.zone.moment(shown: date, isLenient: formatter.isLenient) : date
  }

  /// The clock of a zone that a `DateFormatter` cannot have: a class, as to look for one costs less.
  private final class Clock: Sendable {
    let zone: TimeZone
    /// The fields of the pattern that name the zone.
    let fields: [ZoneField]
    private let locale: Locale
    /// Writes one of ``ZoneField/marks`` for each of these fields.
    private let writer: DateFormatter

    init(_ settings: DateFormatterSettings, _ formatter: DateFormatter) {
      zone = settings.timeZone
      locale = settings.locale.crashSafe
      let (pattern, fields) = ZoneField.marked(in: formatter.dateFormat)
      self.fields = fields
      if fields.isEmpty {
        writer = formatter
      } else {
        writer = settings.makeFormatter(in: .gmt)
        writer.dateFormat = pattern
      }
    }

    func string(from date: Date) -> String {
      // No calendar has the others, and their text is the same in each zone.
      guard date.isInCalendars else { return writer.string(from: date) }
      let text = writer.string(from: date + TimeInterval(zone.secondsFromGMT(for: date)))
      return zip(ZoneField.marks, fields).reduce(text) { text, field in
        text.replacing(field.0, with: field.1.text(of: zone, at: date, locale))
      }
    }
  }
}

extension TimeZone {
  /// Returns the moment at which a clock here shows what one in Greenwich shows at `date`.
  ///
  /// The last one, where clocks are set back; where they skip it, nil or, if lenient, as long after the last moment before,
  /// as a `DateFormatter` has it.
  fileprivate func moment(shown date: Date, isLenient: Bool) -> Date? {
    guard date.isInCalendars else { return date }
    // More than a day before it and after it, wherever this is.
    let offsets = [-93_600.0, 93_600].map { TimeInterval(secondsFromGMT(for: date + $0)) }
    let moments = offsets.map { date - $0 }
    let shown = moments.filter { $0 + TimeInterval(secondsFromGMT(for: $0)) == date }
    return shown.max() ?? (isLenient ? moments.first : nil)
  }
}
