public import Foundation

/// A date formatter that many may share; made by ``Environment/dateFormatter``.
///
/// Unlike a `DateFormatter`, it cannot be changed once it is made. So it is safe on any thread, and cheap to make each time:
/// those with the same settings share one `DateFormatter`.
public struct EnvironmentDateFormatter: Sendable {
  private static let cache = FormatterCache()

  private let zoned: ZonedDateFormatter
  private var formatter: DateFormatter { zoned.formatter }

  /// Creates a formatter by the conventions of `Env.locale()`, `Env.calendar()` and `Env.timeZone()`, set up by
  /// `configure`.
  @usableFromInline init(_ configure: (inout DateFormatterSettings) -> Void) {
    var settings = DateFormatterSettings(locale: Env.locale(), calendar: Env.calendar(), timeZone: Env.timeZone())
    configure(&settings)
    zoned = Self.cache.formatter(for: settings)
  }

  /// Returns `date` as a text; an empty one for a date that is not a moment, such as one at infinity.
  public func string(from date: Date) -> String {
    zoned.string(from: date)
  }

  /// Returns the date in `text`; nil when the text does not fit.
  ///
  /// A time that clocks show twice, when they are set back, is the second one. `Env.calendar()` takes the first.
  ///
  /// On Linux no text fits in which a character has several Unicode scalars, as in the names of months in Thai and Hindi:
  /// Foundation would end the process where such a character is not the one that it expects.
  ///
  /// A Chinese year does not fit, and neither does a year of two digits in Taiwan's calendar: Foundation reads them as years
  /// that are thousands of years away. Nor, in the Hebrew calendar, do some dates with a number for the month before the
  /// year: in a year without a leap month, all in month 6, and each 30th after it.
  public func date(from text: String) -> Date? {
    #if canImport(Darwin)
      let text = text
    #else
      let text = text.precomposedStringWithCanonicalMapping
      guard text.allSatisfy({ $0.utf16.count == 1 }) else { return nil }
    #endif
    guard let date = formatter.date(from: text) else { return nil }
    // More than three thousand years from now.
    let isMistaken =
      [.chinese, .republicOfChina].contains(formatter.calendar.identifier)
      && date.timeIntervalSinceReferenceDate.magnitude > 1e11
    if isMistaken { return nil }
    let meant = formatter.calendar.identifier == .hebrew ? hebrewDate(date, in: text) : date
    return meant.flatMap { zoned.moment(read: $0) }
  }

  /// Returns the date that is meant where `date` was read: where a number for the month goes before the year, Foundation
  /// takes each month after the missing leap month for the one before.
  private func hebrewDate(_ date: Date, in text: String) -> Date? {
    let written = formatter.string(from: date)
    let pattern = formatter.dateFormat.replacing(#/'[^']*'/#, with: "")
    if written == text || pattern.firstMatch(of: #/^[^yYuUrML]*[ML]{1,2}(?![ML])/#) == nil { return date }
    if written.numbers == text.numbers { return date }
    let later = formatter.calendar.date(byAdding: .month, value: 1, to: date)
    return later.flatMap { formatter.string(from: $0).numbers == text.numbers ? $0 : nil }
  }
}

extension String {
  /// The whole numbers in it, in any digits.
  fileprivate var numbers: [Int] {
    split { $0.wholeNumberValue == nil }.map { $0.reduce(0) { $0 &* 10 &+ ($1.wholeNumberValue ?? 0) } }
  }
}
