import Foundation
import Testing

import GlobalEnvironmentTesting
@testable import GlobalEnvironment

@Suite(.environment(.mock))
struct DateFormatterTests {

  @Test func `a style is all that it takes`() {
    #expect(Env.dateFormatter { $0.dateStyle = .full }.string(from: Env.date()) == "Tuesday, November 12, 2019")
  }

  @Test(arguments: [DateFormatter.Style.none, .short, .medium, .long, .full])
  func `the live formatter writes and reads what the system's does`(style: DateFormatter.Style) {
    withEnvironment(.live) {
      let theirs = DateFormatter()
      theirs.dateStyle = style
      theirs.timeStyle = style
      let ours = Env.dateFormatter {
        $0.dateStyle = style
        $0.timeStyle = style
      }
      let date = Date(timeIntervalSince1970: 1_573_548_300)
      #expect(ours.string(from: date) == theirs.string(from: date))
      #expect(ours.date(from: theirs.string(from: date)) == theirs.date(from: theirs.string(from: date)))
    }
  }

  @Test func `the locale, the calendar and the time zone are the environment's at the call`() throws {
    func text() -> String {
      Env.dateFormatter {
        $0.dateStyle = .long
        $0.timeStyle = .short
      }.string(from: Env.date())
    }
    #expect(text() == "November 12, 2019 at 2:45\u{202F}AM" || text() == "November 12, 2019 at 2:45 AM")
    Env.locale = { Locale(identifier: "de_DE") }
    #expect(text() == "12. November 2019 um 02:45")
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    Env.timeZone = { tokyo }
    #expect(text() == "12. November 2019 um 17:45")
    Env.calendar = { Calendar(identifier: .buddhist) }
    #expect(text().contains("2562"), "\(text())")
    #expect(text().contains("17:45"), "\(text())")
  }

  @Test func `a pattern goes before a template, and both go before the styles`() {
    let date = Env.date()
    #expect(
      Env.dateFormatter {
        $0.dateStyle = .full
        $0.template = "yMMMd"
      }.string(from: date) == "Nov 12, 2019")
    #expect(
      Env.dateFormatter {
        $0.template = "yMMMd"
        $0.dateFormat = "yyyy-MM-dd"
      }.string(from: date) == "2019-11-12")
  }

  @Test func `settings may name a place of their own`() throws {
    Env = .mock(locale: Locale(identifier: "ar_EG"), calendar: .persian)
    let formatter = Env.dateFormatter {
      $0.dateFormat = "yyyy-MM-dd HH:mm"
      $0.locale = Locale(identifier: "en_US_POSIX")
      $0.calendar = Calendar(identifier: .gregorian)
      $0.timeZone = .gmt
    }
    #expect(formatter.string(from: Env.date()) == "2019-11-12 08:45")
    #expect(formatter.date(from: "2019-11-12 08:45") == Env.date())
  }

  @Test func `a formatter keeps the place in which it was made`() {
    let formatter = Env.dateFormatter { $0.dateStyle = .long }
    Env.locale = { Locale(identifier: "de_DE") }
    #expect(formatter.string(from: Env.date()) == "November 12, 2019")
  }

  @Test(arguments: ["\u{0}", "'", "'unterminated", "QQQQQQQQQQQQ", "%d", "🙂", "JJJJ"])
  func `no pattern is a trap`(pattern: String) {
    _ = Env.dateFormatter { $0.dateFormat = pattern }.string(from: Env.date())
    _ = Env.dateFormatter { $0.template = pattern }.string(from: Env.date())
  }

  @Test(arguments: [-Double.infinity, .infinity, .nan, 1e300, -1e300])
  func `no date is a trap`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    _ = Env.dateFormatter { $0.dateStyle = .full }.string(from: date)
    _ = Env.iso8601Formatter().string(from: date)
    _ = date.formatted(Env.dateFormat(date: .complete, time: .complete))
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      _ = date.formatted(Env.relativeDateFormat(presentation: .named))
    }
  }

  @Test(
    arguments: [
      "", "x", "2019-11-", "2019-11-12x", "2019-11-1\u{301}", "2019-11-12\u{20E3}", "\r\n", "👨‍👩‍👧", "2019-11-1\r\n",
      "e\u{301}", "2019\u{200D}-11-12",
    ])
  func `a text that does not fit is nil`(text: String) {
    for pattern in ["yyyy-MM-dd", "'e'yyyy", "yyyy"] {
      #expect(Env.dateFormatter { $0.dateFormat = pattern }.date(from: text) == nil)
    }
    #expect(Env.dateFormatter { $0.dateStyle = .full }.date(from: text) == nil)
  }

  @Test(arguments: [14 * 3600, 15 * 3600 - 30, 15 * 3600, 18 * 3600, 1 - 15 * 3600, -15 * 3600, -18 * 3600])
  func `a clock as far from Greenwich as none is shows its time, and is read`(seconds: Int) throws {
    let date = Env.date()
    Env.timeZone = { TimeZone(secondsFromGMT: seconds) ?? .gmt }
    let formatter = Env.dateFormatter { $0.dateFormat = "yyyy-MM-dd HH:mm:ss" }
    let text = formatter.string(from: date)
    #expect(text == Env.iso8601Formatter().string(from: date).prefix(19).replacing("T", with: " "))
    #expect(formatter.date(from: text) == date)
    for style in [DateFormatter.Style.short, .full] {
      #expect(!Env.dateFormatter { ($0.dateStyle, $0.timeStyle) = (style, style) }.string(from: date).isEmpty)
    }
    #expect(!Env.dateFormatter { $0.template = "yMMMdjm" }.string(from: date).isEmpty)
  }

  @Test(arguments: ["dd/MM/yyyy", "M/d/y", "d.M. 'yM' y", "yyyy-MM-dd", "d MMMM y", "d MMM y"], [false, true])
  func `a date in the Hebrew calendar is read as it was written, or not at all`(
    pattern: String, isLenient: Bool
  ) throws {
    let formatter = Env.dateFormatter {
      $0.calendar = Calendar(identifier: .hebrew)
      $0.timeZone = .gmt
      $0.dateFormat = pattern
      $0.isLenient = isLenient
    }
    // A year without a leap month, and one with it.
    let days = (0..<740).map { Date(timeIntervalSince1970: 1_664_150_400) + 86_400 * Double($0) }
    try #require(formatter.string(from: days[0]).contains("5783"))
    let read = days.map { ($0, formatter.date(from: formatter.string(from: $0))) }
    #expect(read.allSatisfy { $1 == nil || $0 == $1 })
    #expect(read.count { $1 == nil } <= (pattern.hasPrefix("d MMM") || pattern.hasPrefix("y") ? 0 : 29 + 3))
    #expect(formatter.date(from: "13/13/5783") == nil || isLenient)
  }

  @Test func `a date in the Hebrew calendar is read in the form in which it is given`() {
    Env = .mock(timeZone: .gmt, calendar: .hebrew)
    let formatter = Env.dateFormatter { $0.dateFormat = "dd/MM/yyyy" }
    let date = Date(timeIntervalSince1970: 1_686_787_200)
    #expect(formatter.string(from: date) == "26/09/5783")
    #expect(formatter.date(from: "26/9/5783") == date)
    #expect(formatter.date(from: "26/09/5783") == date)
    #expect(formatter.date(from: "30/9/5783") == nil)
  }

  @Test func `accents are read in either form`() {
    Env.locale = { Locale(identifier: "fr_FR") }
    let formatter = Env.dateFormatter { $0.dateFormat = "d MMMM y" }
    let expected = formatter.date(from: "12 août 2019")
    #expect(expected != nil)
    #expect(formatter.date(from: "12 aou\u{302}t 2019") == expected)
  }

  // MARK: Sharing

  private func settings(
    _ change: (inout DateFormatterSettings) -> Void = { _ in }
  ) -> DateFormatterSettings {
    var settings = DateFormatterSettings(locale: Env.locale(), calendar: Env.calendar(), timeZone: Env.timeZone())
    change(&settings)
    return settings
  }

  @Test func `equal settings share one formatter, and the cache is bounded`() {
    let cache = FormatterCache(limit: 3)
    let first = cache.formatter(for: settings())
    #expect(cache.formatter(for: settings()) === first)
    #expect(cache.count == 1)
    for number in 0..<100 { _ = cache.formatter(for: settings { $0.dateFormat = "\(number)" }) }
    #expect(cache.count == 3)
    #expect(cache.formatter(for: settings()) !== first)
  }

  @Test func `whatever differs is told apart`() {
    let changes: [(inout DateFormatterSettings) -> Void] = [
      { $0.dateStyle = .full }, { $0.timeStyle = .full }, { $0.template = "y" }, { $0.dateFormat = "y" },
      { $0.isLenient = true }, { $0.locale = Locale(identifier: "en_GB") }, { $0.timeZone = .gmt },
      { $0.calendar = Calendar(identifier: .japanese) }, { $0.calendar.firstWeekday = 5 },
      { $0.calendar.minimumDaysInFirstWeek = 7 },
    ]
    let cache = FormatterCache()
    let plain = cache.formatter(for: settings())
    for change in changes {
      let changed = cache.formatter(for: settings(change))
      #expect(changed !== plain)
      #expect(cache.formatter(for: settings(change)) === changed)
      #expect(cache.formatter(for: settings()) === plain)
    }
    #expect(cache.count == changes.count + 1)
  }

  @Test func `a calendar that is made each time finds the same formatter`() {
    let cache = FormatterCache()
    func formatter(_ firstWeekday: Int) -> ZonedDateFormatter {
      cache.formatter(
        for: settings {
          $0.calendar = Calendar(identifier: .gregorian)
          $0.calendar.firstWeekday = firstWeekday
        })
    }
    let monday = formatter(2)
    let sunday = formatter(1)
    #expect(monday !== sunday)
    for _ in 0..<3 {
      #expect(formatter(2) === monday)
      #expect(formatter(1) === sunday)
    }
  }

  @Test func `a calendar that follows the settings is asked each time`() {
    let cache = FormatterCache()
    let formatter = cache.formatter(for: settings { $0.calendar = .autoupdatingCurrent })
    #expect(cache.formatter(for: settings { $0.calendar = .autoupdatingCurrent }) === formatter)
    #expect(cache.formatter(for: settings { $0.calendar = .current }) === formatter)
    #expect(cache.count == 1)
  }

  @Test func `what follows the settings is kept as it is now`() {
    Env = .live
    let resolved = settings().resolved
    #expect(resolved.locale == .current && resolved.locale != .autoupdatingCurrent)
    #expect(resolved.timeZone == .current && resolved.timeZone != .autoupdatingCurrent)
    let cache = FormatterCache()
    #expect(cache.formatter(for: settings()) === cache.formatter(for: settings()))
    #expect(cache.count == 1)
  }

  @Test func `an endpoint of one's own makes every formatter`() {
    let before = Env.dateFormatter
    Env.dateFormatter = { configure in
      before {
        configure(&$0)
        $0.locale = Locale(identifier: "de_DE")
      }
    }
    #expect(Env.dateFormatter { $0.dateStyle = .long }.string(from: Env.date()) == "12. November 2019")
  }

  @Test func `many tasks that write and read with one formatter do not disturb each other`() async {
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          for day in 1...28 {
            let formatter = Env.dateFormatter { $0.dateFormat = number % 2 == 0 ? "yyyy-MM-dd" : "dd.MM.yyyy" }
            let date = try? Date(year: 2000 + number, month: 2, day: day)
            #expect(date.map { formatter.date(from: formatter.string(from: $0)) } == date)
          }
        }
      }
    }
  }
}
