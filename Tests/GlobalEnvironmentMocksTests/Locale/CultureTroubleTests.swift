import Foundation
import GlobalEnvironmentTesting
import Testing

/// What is unusual in the cultures is so: each is there for that.
@Suite(.environment(.mock))
struct CultureTroubleTests {

  // MARK: Clocks

  // That these midnights are skipped is what Python's zoneinfo says, too, with the system's IANA database.
  @Test(
    arguments: [
      (.brazil, 2018, 11, 4), (.chile, 2019, 9, 8), (.chile, 2026, 9, 6), (.cuba, 2019, 3, 10), (.egypt, 2024, 4, 26),
      (.iran, 2019, 3, 22), (.lebanon, 2019, 3, 31), (.paraguay, 2023, 10, 1),
    ] as [(Culture, Int, Int, Int)])
  func `a day without midnight begins at one o'clock`(culture: Culture, year: Int, month: Int, day: Int) throws {
    Env.culture = culture
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = Env.timeZone()
    #expect(throws: NoSuchDateError.self) { try Date(year: year, month: month, day: day) }
    let noon = try Date(year: year, month: month, day: day, hour: 12)
    Env.date = { noon }

    for calendar in [Env.calendar(), gregorian] {
      let start = calendar.startOfDay(for: Env.date())
      #expect(start == (try Date(year: year, month: month, day: day, hour: 1)))
      #expect(calendar.isDate(start, inSameDayAs: Env.date()))
      #expect(!calendar.isDate(start - 1, inSameDayAs: Env.date()))
      #expect(calendar.dateInterval(of: .day, for: Env.date())?.duration == 82_800.0)
      let yesterday = try #require(calendar.date(byAdding: .day, value: -1, to: Env.date()))
      #expect(calendar.startOfDay(for: yesterday) == start - 24 * 3600)
    }
  }

  @Test func `a day that an island skipped does not exist`() throws {
    Env.culture = .samoa
    #expect(throws: NoSuchDateError.self) { try Date(year: 2011, month: 12, day: 30, hour: 12) }
    let before = try Date(year: 2011, month: 12, day: 29, hour: 12)
    #expect(try Date(year: 2011, month: 12, day: 31, hour: 12) == before + 24 * 3600)
  }

  // Hours ahead of Greenwich on 15 January and on 15 July 2019, checked in the same way.
  @Test(
    arguments: [
      (.chathamIslands, 13.75, 12.75), (.india, 5.5, 5.5), (.iran, 3.5, 4.5), (.lineIslands, 14, 14),
      (.lordHoweIsland, 11, 10.5), (.morocco, 1, 1), (.myanmar, 6.5, 6.5), (.nepal, 5.75, 5.75),
      (.newfoundland, -3.5, -2.5), (.southAustralia, 10.5, 9.5), (.unitedKingdom, 0, 1),
    ] as [(Culture, Double, Double)])
  func `clocks are not at whole hours, or are in summer only`(culture: Culture, january: Double, july: Double) throws {
    Env.culture = culture
    for (month, hours) in [(1, january), (7, july)] {
      let date = try Date(year: 2019, month: month, day: 15)
      #expect(Env.timeZone().secondsFromGMT(for: date) == Int(hours * 3600))
    }
  }

  @Test func `the clock goes back for Ramadan`() throws {
    Env.culture = .morocco
    #expect(Env.timeZone().secondsFromGMT(for: try Date(year: 2019, month: 5, day: 20)) == 0)
  }

  // MARK: Calendars

  @Test(
    arguments: [
      (.chathamIslands, 2), (.egypt, 7), (.iran, 7), (.israel, 1), (.lebanon, 2), (.maldives, 6), (.russia, 2),
      (.unitedStates, 1),
    ] as [(Culture, Int)])
  func `weeks begin on Sunday, Monday, Friday or Saturday`(culture: Culture, firstWeekday: Int) {
    Env.culture = culture
    #expect(Env.firstWeekday == firstWeekday)
  }

  @Test(
    arguments: [
      (.ethiopia, 2012, 3, 2), (.hebrewCalendar, 5780, 2, 14), (.iran, 1398, 8, 21), (.japaneseEras, 1, 11, 12),
      (.saudiArabia, 1441, 3, 15), (.taiwan, 108, 11, 12), (.thailand, 2562, 11, 12), (.chineseCalendar, 36, 10, 16),
    ] as [(Culture, Int, Int, Int)])
  func `12 November 2019 is another year, month and day`(culture: Culture, year: Int, month: Int, day: Int) throws {
    Env.culture = culture
    let parts = Env.calendar().dateComponents([.year, .month, .day], from: try Date(year: 2019, month: 11, day: 12))
    #expect([parts.year, parts.month, parts.day] == [year, month, day])
  }

  @Test func `a year may have thirteen months`() throws {
    for culture in [Culture.ethiopia, .hebrewCalendar] {
      Env.culture = culture
      #expect(Env.calendar().maximumRange(of: .month)?.count == 13)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a leap month has the number of the one before`() throws {
    Env.culture = .chineseCalendar
    let dates = try [Date(year: 2020, month: 5, day: 1), Date(year: 2020, month: 6, day: 1)]
    let months = dates.map { Env.calendar().dateComponents([.month, .isLeapMonth], from: $0) }
    #expect(months.map(\.month) == [4, 4])
    #expect(months.map(\.isLeapMonth) == [false, true])
  }

  // MARK: Writing

  @Test func `text runs from right to left, with digits of either kind`() {
    for culture in [Culture.egypt, .hebrewCalendar, .iran, .israel, .lebanon, .morocco, .saudiArabia] {
      Env.culture = culture
      #expect(Env.layoutDirection == .rightToLeft, "\(culture)")
    }
    #expect(Culture.all.filter { $0.locale.language.characterDirection == .rightToLeft }.count == 7)
  }

  @Test(
    arguments: [
      (.egypt, "٧"), (.iran, "۷"), (.myanmar, "၇"), (.nepal, "७"), (.saudiArabia, "٧"), (.morocco, "7"), (.israel, "7"),
    ] as [(Culture, String)])
  func `digits are not those of ASCII, or are where one would not think so`(culture: Culture, seven: String) {
    Env.culture = culture
    #expect(Env.numberFormatter { _ in }.string(from: 7) == seven)
    #expect(Env.numberFormatter { _ in }.number(from: seven) == 7)
  }

  @Test(
    arguments: [
      (.indiaInEnglish, "12,345"), (.france, "12\u{202F}345"), (.germany, "12.345"), (.poland, "12\u{A0}345"),
      (.posix, "12345"), (.switzerland, "12’345"), (.sweden, "12\u{A0}345"),
    ] as [(Culture, String)])
  func `thousands are apart in many ways`(culture: Culture, text: String) {
    Env.culture = culture
    #expect(Env.numberFormatter { _ in }.string(from: 12_345) == text)
  }

  @Test func `four digits may stay together where five do not`() {
    Env.culture = .poland
    #expect(Env.numberFormatter { _ in }.string(from: 1_234) == "1234")
    #expect(Env.numberFormatter { _ in }.string(from: 12_345) == "12\u{A0}345")
  }

  @Test func `the capital of i has a dot`() {
    Env.culture = .turkey
    #expect("title".uppercased(with: Env.locale()) == "TİTLE")
    #expect("ID".lowercased(with: Env.locale()) == "ıd")
  }
}
