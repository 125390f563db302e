import Foundation
import GlobalEnvironmentTesting
import Testing

/// Which calendar a date formatter has that was given a locale, or none.
@Suite(.environment(.mock))
struct DateFormatterLocaleTests {
  private let posix = Locale(identifier: "en_US_POSIX")

  @Test(arguments: Culture.all)
  func `a format for machines is the same in each culture`(culture: Culture) {
    Env.culture = culture
    let formatter = Env.dateFormatter {
      $0.locale = posix
      $0.timeZone = .gmt
      $0.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
    }
    #expect(formatter.string(from: Env.date()) == "2019-11-12T08:45:00")
    #expect(formatter.date(from: "2019-11-12T08:45:00") == Env.date())
  }

  @Test(
    arguments: Culture.all, ["th_TH", "fa_IR", "ar_SA", "de_DE", "ja_JP@calendar=japanese", "en-u-ca-buddhist-fw-wed"])
  func `a formatter with a locale of its own writes as the system's does`(culture: Culture, identifier: String) {
    Env.culture = culture
    let theirs = DateFormatter()
    theirs.locale = Env.locale()
    theirs.locale = Locale(identifier: identifier)
    theirs.timeZone = .gmt
    for pattern in ["yyyy-MM-dd", "G y MMMM d", "YYYY 'W'ww, W, e, c EEEE"] {
      theirs.dateFormat = pattern
      let ours = Env.dateFormatter {
        $0.locale = Locale(identifier: identifier)
        $0.timeZone = .gmt
        $0.dateFormat = pattern
      }
      #expect(ours.string(from: Env.date()) == theirs.string(from: Env.date()))
    }
  }

  @Test func `a calendar that is given stays, whatever is set first`() {
    Env.culture = .iran
    for isCalendarFirst in [true, false] {
      let formatter = Env.dateFormatter {
        if isCalendarFirst { $0.calendar = Calendar(identifier: .buddhist) }
        $0.locale = posix
        if !isCalendarFirst { $0.calendar = Calendar(identifier: .buddhist) }
        $0.dateFormat = "yyyy"
      }
      #expect(formatter.string(from: Env.date()) == "2562")
    }
  }

  @Test func `a change to the calendar begins with the one that the formatter would have`() {
    Env.culture = .thailand
    let text = Env.dateFormatter {
      $0.locale = Locale(identifier: "de_DE")
      $0.calendar.firstWeekday = 1
      $0.dateFormat = "yyyy"
    }.string(from: Env.date())
    #expect(text == "2019")
  }

  @Test func `a formatter without a locale of its own has the environment's calendar`() {
    Env.calendar = { Calendar(identifier: .buddhist) }
    #expect(Env.dateFormatter { $0.dateFormat = "yyyy" }.string(from: Env.date()) == "2562")
  }

  @Test func `formatters with the calendar of their locale and with the environment's are not mistaken for each other`()
  {
    Env.culture = .thailand
    for _ in 0..<2 {
      #expect(Env.dateFormatter { $0.dateFormat = "yyyy" }.string(from: Env.date()) == "2562")
      Env.calendar = { Calendar(identifier: .gregorian) }
      #expect(Env.dateFormatter { $0.dateFormat = "yyyy" }.string(from: Env.date()) == "2019")
      let text = Env.dateFormatter {
        $0.locale = Locale(identifier: "th_TH")
        $0.dateFormat = "yyyy"
      }.string(from: Env.date())
      #expect(text == "2562")
      Env.calendar = { Calendar(identifier: .buddhist) }
    }
  }

  @Test func `a number formatter with a locale of its own has that locale's digits and currency`() {
    Env.culture = .egypt
    #expect(Env.numberFormatter { $0.locale = posix }.string(from: 1234.5) == "1234.5")
    let price = Env.numberFormatter {
      $0.locale = Locale(identifier: "de_DE")
      $0.numberStyle = .currency
    }
    #expect(price.string(from: 1.5) == "1,50\u{A0}€")
  }
}
