import Foundation
import GlobalEnvironmentTesting
import Testing

/// Formats that are values in Foundation, too, by the conventions of the environment.
@Suite(.environment(.mock))
struct FormatStyleTests {
  private func travel(to locale: String, _ timeZone: String) throws {
    let timeZone = try #require(TimeZone(identifier: timeZone))
    Env.locale = { Locale(identifier: locale) }
    Env.timeZone = { timeZone }
  }

  @Test func `dates follow the locale, the calendar and the time zone`() throws {
    #expect(Env.date().formatted(Env.dateFormat(date: .long, time: .omitted)) == "November 12, 2019")
    try travel(to: "de_DE", "Asia/Tokyo")
    #expect(Env.date().formatted(Env.dateFormat(date: .long, time: .shortened)) == "12. November 2019 um 17:45")
    #expect(
      Env.date().formatted(Env.dateFormat().weekday(.wide).hour()) == "Dienstag 17 Uhr"
        || Env.date().formatted(Env.dateFormat().weekday(.wide).hour()) == "Dienstag, 17 Uhr")
    Env.calendar = { Calendar(identifier: .buddhist) }
    #expect(Env.date().formatted(Env.dateFormat(date: .long, time: .omitted)).contains("2562"))
  }

  @Test func `the live style writes what the system's does`() {
    withEnvironment(.live) {
      let date = Date(timeIntervalSince1970: 1_573_548_300)
      let style = Env.dateFormat(date: .complete, time: .complete)
      #expect(date.formatted(style) == date.formatted(date: .complete, time: .complete))
      #expect(1234.5.formatted(Env.localized(.number)) == 1234.5.formatted(.number))
    }
  }

  @Test func `a span follows the locale and the time zone`() throws {
    try travel(to: "de_DE", "Asia/Tokyo")
    let span = Env.date()..<(Env.date() + 7200)
    let text = span.formatted(Env.dateIntervalFormat(date: .long, time: .shortened))
    #expect(text.hasPrefix("12. November 2019") && text.contains("17:45") && text.contains("19:45"), "\(text)")
  }

  @Test(arguments: [-Double.infinity, .infinity, 1e300, -1e300])
  func `no span is a trap`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    let span = min(date, Env.date())..<max(date, Env.date())
    _ = span.formatted(Env.dateIntervalFormat(date: .complete, time: .complete))
    Env.date = { date }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      _ = Date(timeIntervalSince1970: 0).formatted(Env.relativeDateFormat(presentation: .named))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [-Double.infinity, .infinity, .nan]) func `a date that is no moment is not near`(seconds: Double) {
    let (date, moment) = (Date(timeIntervalSinceReferenceDate: seconds), Env.date())
    #expect(date.formatted(Env.relativeDateFormat()).isEmpty)
    Env.date = { date }
    #expect(moment.formatted(Env.relativeDateFormat()).isEmpty)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a date is seen from the date of the environment`() {
    let date = Env.date() + 3 * 3600
    #expect(date.formatted(Env.relativeDateFormat()) == "in 3 hours")
    Env.time.advance(by: .seconds(4 * 3600))
    #expect(date.formatted(Env.relativeDateFormat()) == "1 hour ago")
    #expect(date.formatted(Env.relativeDateFormat().locale(Locale(identifier: "de_DE"))) == "vor 1 Stunde")
    Env.locale = { Locale(identifier: "ja_JP") }
    let yesterday = Env.date() - 86_400
    #expect(yesterday.formatted(Env.relativeDateFormat(presentation: .named)) == "昨日")
  }

  @Test func `any style takes the locale of the environment`() throws {
    try travel(to: "de_DE", "Europe/Berlin")
    #expect(1_234_567.formatted(Env.localized(.number)) == "1.234.567")
    #expect(0.25.formatted(Env.localized(.percent)) == "25\u{A0}%")
    let price = try #require(Decimal(string: "1234.5"))
    #expect(price.formatted(Env.localized(.currency(code: "EUR"))) == "1.234,50\u{A0}€")
    #expect(["a", "b", "c"].formatted(Env.localized(.list(type: .and))) == "a, b und c")
    #expect(Int64(12_345_678).formatted(Env.localized(.byteCount(style: .file))) == "12,3 MB")
    let style = Duration.UnitsFormatStyle.units(allowed: [.hours, .minutes], width: .wide)
    #expect(Duration.seconds(3660).formatted(Env.localized(style)) == "1 Stunde und 1 Minute")
  }

  // MARK: ISO 8601

  @Test func `a date for machines shows the clock of the environment`() throws {
    #expect(Env.iso8601Formatter().string(from: Env.date()) == "2019-11-12T02:45:00-06:00")
    try travel(to: "ar_EG", "Asia/Kathmandu")
    #expect(Env.iso8601Formatter().string(from: Env.date()) == "2019-11-12T14:30:00+05:45")
    let precise = Env.iso8601Formatter {
      $0.timeZone = .gmt
      $0.includesFractionalSeconds = true
    }
    #expect(precise.string(from: Env.date() + 0.25) == "2019-11-12T08:45:00.250Z")
  }

  @Test func `milliseconds are written as they are`() {
    let formatter = Env.iso8601Formatter { ($0.timeZone, $0.includesFractionalSeconds) = (.gmt, true) }
    let wrong = (0..<1_000).filter { millisecond in
      let text = formatter.string(from: Env.date() + Double(millisecond) / 1_000)
      return text != "2019-11-12T08:45:00.\(String(millisecond + 1_000).dropFirst())Z"
    }
    #expect(wrong.isEmpty)
    #expect(formatter.string(from: Env.date() + 59.9996) == "2019-11-12T08:46:00.000Z")
    for seconds in [-209e9, 15_899e9] {
      #expect(formatter.string(from: Date(timeIntervalSinceReferenceDate: seconds + 0.5)).hasSuffix(".500Z"))
    }
  }

  @Test(arguments: [(18, "2019-11-13T02:45:00+18:00"), (-18, "2019-11-11T14:45:00-18:00")])
  func `a clock as far from Greenwich as none is names its offset`(hours: Int, text: String) {
    Env.timeZone = { TimeZone(secondsFromGMT: hours * 3600) ?? .gmt }
    #expect(Env.iso8601Formatter().string(from: Env.date()) == text)
    #expect(Env.iso8601Formatter().date(from: text) == Env.date())
  }

  @Test func `the live one writes what the system's does`() {
    withEnvironment(.live) {
      let theirs = ISO8601DateFormatter()
      let date = Date(timeIntervalSince1970: 1_573_548_300)
      #expect(Env.iso8601Formatter { $0.timeZone = .gmt }.string(from: date) == theirs.string(from: date))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e18, -1e18])
  func `for a date that no calendar has, nothing is written for machines`(seconds: Double) {
    #expect(Env.iso8601Formatter().string(from: Date(timeIntervalSinceReferenceDate: seconds)) == "")
  }

  @Test func `what was written for machines is read`() {
    let date = Env.date() + 0.25
    let formatter = Env.iso8601Formatter { $0.includesFractionalSeconds = true }
    #expect(formatter.date(from: formatter.string(from: date)) == date)
    #expect(formatter.date(from: "2019-11-12T08:45:00Z") == Env.date())
  }

  @Test(arguments: [
    "2019-11-12T02:45:00-06", "2019-11-12T02:45:00-0600", "2019-11-12T02:45:00-06:00", "2019-11-12T13:45:00+05",
    "2019-11-12T08:45:00.000+00",
  ])
  func `an offset may have its hours alone`(text: String) {
    #expect(Env.iso8601Formatter().date(from: text) == Env.date())
  }

  /// As RFC 3339 has it, section 5.6.
  @Test(arguments: [
    "2019-11-12t08:45:00z", "2019-11-12T08:45:00.0000000000Z",
    "2019-11-12t08:45:00.\(String(repeating: "0", count: 400))z",
  ])
  func `T and Z may be lowercase, and a fraction may have any number of digits`(text: String) {
    #expect(Env.iso8601Formatter().date(from: text) == Env.date())
  }

  @Test(arguments: ["-6", "-06:", "-06:0", "-19", "-"])
  func `an offset of less than its hours, or of too many, is none`(offset: String) {
    #expect(Env.iso8601Formatter().date(from: "2019-11-12T02:45:00\(offset)") == nil)
  }

  @Test(arguments: ["", "2019-02-30T00:00:00Z", "2019-02-03T00:00:00Zjunk", "2019-02-03", "2019-02-03T00:00:00", "👨‍👩‍👧"])
  func `what is no such date is nil`(text: String) {
    #expect(Env.iso8601Formatter().date(from: text) == nil)
  }
}
