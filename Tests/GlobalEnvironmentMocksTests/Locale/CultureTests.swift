import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct CultureTests {

  @Test(arguments: Culture.all)
  func `all that is derived follows the culture`(culture: Culture) {
    Env.culture = culture
    #expect(Env.locale() == culture.locale)
    #expect(Env.timeZone() == culture.timeZone)
    #expect(Env.preferredLanguages() == culture.preferredLanguages)
    let calendar = Env.calendar()
    #expect(calendar.identifier == culture.calendar)
    #expect(calendar.locale == culture.locale)
    #expect(calendar.timeZone == culture.timeZone)
    #expect(Env.firstWeekday == calendar.firstWeekday)
    #expect(Env.layoutDirection == culture.locale.language.characterDirection)
    #expect(Env.measurementSystem == culture.locale.measurementSystem)

    let year = Env.date().formatted(Env.dateFormat().year())
    #expect(Env.dateFormatter { $0.template = "y" }.string(from: Env.date()) == year)
    #expect(Env.numberFormatter { _ in }.string(from: 1234.5) == 1234.5.formatted(Env.localized(.number)))
    #expect(Env.iso8601Formatter().date(from: Env.iso8601Formatter().string(from: Env.date())) == Env.date())
  }

  @Test func `there are at least 24 cultures, each with a name and conventions of its own`() {
    #expect(Culture.all.count >= 24)
    #expect(Set(Culture.all.map(\.name)).count == Culture.all.count)
    #expect(Culture.all.map(\.name) == Culture.all.map(\.name).sorted())
    #expect(Set(Culture.all.map { "\($0.locale.identifier) \($0.timeZone.identifier)" }).count == Culture.all.count)
    #expect(Set(Culture.extremes).isSubset(of: Culture.all))
    #expect(Culture.extremes.count <= 8)
  }

  @Test(arguments: Culture.all)
  func `the identifiers of a preset are known, and make the same culture`(culture: Culture) throws {
    let same = try Culture(
      culture.name, locale: culture.locale.identifier, calendar: culture.calendar,
      timeZone: culture.timeZone.identifier, languages: culture.preferredLanguages)
    #expect(same == culture)
    #expect(culture.name == "posix" || culture.timeZone != .gmt)
  }

  @Test func `a failure names the culture and what there is to it`() {
    #expect(String(describingForTest: Culture.japan) == "japan (ja_JP, gregorian, Asia/Tokyo)")
  }

  // MARK: Reading

  @Test(arguments: Culture.all)
  func `the culture is what was set`(culture: Culture) {
    Env.culture = culture
    #expect(Env.culture == culture)
  }

  @Test func `without one, the culture is what the endpoints say`() {
    #expect(Env.culture.description == "en_US (en_US, gregorian, America/Chicago)")
    #expect(Env.culture.preferredLanguages == ["en-US"])
    withEnvironment(.live) {
      #expect(Env.culture.timeZone.identifier == TimeZone.current.identifier)
      #expect(Env.culture.locale.identifier == Locale.current.identifier)
    }
  }

  @Test func `an endpoint that is set afterwards wins`() throws {
    Env.culture = .japan
    Env.timeZone = { .gmt }
    #expect(Env.culture.description == "ja_JP (ja_JP, gregorian, GMT)")
    #expect(Env.calendar().timeZone == .gmt)
    Env.calendar = { Calendar(identifier: .buddhist) }
    #expect(Env.culture.calendar == .buddhist)
  }

  @Test func `one part of the culture can be changed in place`() {
    Env.culture = .egypt
    Env.culture.calendar = .islamicUmmAlQura
    Env.culture.preferredLanguages = ["fr-EG"]
    #expect(Env.calendar().identifier == .islamicUmmAlQura)
    #expect(Env.preferredLanguages() == ["fr-EG"])
    #expect(Env.culture.name == "egypt")
  }

  @Test func `a culture ends with its scope, and no other environment sees it`() {
    withEnvironment {
      $0.culture = .iran
    } perform: {
      #expect(Env.culture == .iran)
    }
    #expect(Env.culture.name == "en_US")
    Env.culture = .iran
    Env = .mock
    #expect(Env.culture.name == "en_US")
  }

  // MARK: One's own

  @Test func `a culture of one's own takes what the locale has for the rest`() throws {
    let vietnam = try Culture(locale: "vi-VN", timeZone: "Asia/Ho_Chi_Minh")
    #expect(vietnam.description == "vi_VN (vi_VN, gregorian, Asia/Ho_Chi_Minh)")
    #expect(vietnam.preferredLanguages == ["vi-VN"])
    #expect(try Culture(locale: "th_TH", timeZone: "Asia/Bangkok").calendar == .buddhist)
    let eras = try Culture(locale: "ja_JP@calendar=japanese", timeZone: "Asia/Tokyo")
    #expect(eras.calendar == .japanese)
    #expect(eras.preferredLanguages == ["ja-JP"])
  }

  @Test(
    arguments: [
      "", "xx_YY", "de_XX", "Deutsch", "🇩🇪", "\u{0}", "_", "@calendar=japanese", "../../etc/passwd",
      "de_DE@calendar=none", "de-DE-u-ca-none", "de_DE@numbers=none", "en_US@", "en_US@currency=E", "en-US-u-",
      "hi@numbers=Deva", "EN@NUMBERS=ARAB",
    ])
  func `a locale that is not known is an error that says how to write it`(locale: String) {
    let error = #expect(throws: CultureError.self) { try Culture(locale: locale, timeZone: "Asia/Tokyo") }
    #expect(error?.description.hasPrefix("Culture(locale: \(locale.debugDescription)): ") == true)
    #expect(error?.description.hasSuffix("Write it like de_DE.") == true)
  }

  @Test(
    arguments: [
      ("de_XX", "its region \"XX\""), ("de_Xxxx_DE", "its script \"Xxxx\""),
      ("de-DE-u-ca-none", #"its keyword "calendar=none""#),
      ("de_DE@numbers=none", #"its keyword "numbers=none""#), ("en_US@currency=E", #"its keyword "currency=e""#),
      ("en-u-qq-foo", #"its keyword "qq=foo""#), ("en_US_PSX", #"its variant "PSX""#),
      ("zh@numbers=traditio", "its keyword"), ("zh-xyz-CN", #"its extended language or region "XYZ""#),
      ("xx_DE", #"its language "xx""#), ("Deutsch", #"its language "deutsch""#), ("../etc", "no such locale"),
    ])
  func `the error says which part of a locale is not known`(locale: String, part: String) {
    let error = #expect(throws: CultureError.self) { try Culture(locale: locale, timeZone: "Asia/Tokyo") }
    #expect(error?.description.contains("): \(part)") == true, "\(error?.description ?? "")")
  }

  @Test(
    arguments: [
      "de-CH-1901", "de-1996", "sl-IT-nedis", "sl-rozaj-biske", "en-u-kn-true", "en-u-kn", "en-u-mu-celsius",
      "en-u-em-text",
      "en-u-lb-strict", "en-u-lw-phrase", "en-u-ss-standard", "en-x-twain", "en-t-de", "en-a-bbb", "hi@numbers=native",
      "de-u-co-phonebk", "en-u-hc-h23-fw-wed-ms-metric", "en-u-tz-uschi", "en-u-rg-gbzzzz", "ca-valencia",
      "en-US-u-va-posix",
      "zh-yue", "hy-arevela", "en_US_POSIX", "de-u-ka-shifted-ks-level1", "sr-Latn-RS", "es-419",
      "ta-u-nu-traditio", "zh-u-nu-finance", "en-u-vt-0061", "de-u-attr-co-phonebk",
      "zh-yue-HK", "ms-zsm-MY",
    ])
  func `a locale that BCP 47 allows is known, and formatters write by it`(locale: String) throws {
    Env.culture = try Culture(locale: locale, timeZone: "Asia/Tokyo")
    #expect(!Env.dateFormatter { ($0.dateStyle, $0.timeStyle) = (.full, .full) }.string(from: Env.date()).isEmpty)
    #expect(!Env.numberFormatter { $0.numberStyle = .currency }.string(from: 1234.5).isEmpty)
    #expect(!Env.date().formatted(Env.dateFormat(date: .complete, time: .complete)).isEmpty)
    let read = try Environment.live.overridden(by: Env.launchVariables(), inReleaseBuilds: true)
    #expect(read.locale() == Env.locale())
    #expect(read.preferredLanguages() == Env.preferredLanguages())
  }

  @Test(
    arguments: [
      ("zh-cmn-Hans-CN", "zh_Hans_CN"), ("ar-arb-EG", "ar_EG"), ("zh-yue-HK", "yue_HK"), ("zh-CHN", "zh_CN"),
      ("sgn-ase-US", "ase_US"),
    ])
  func `an extended language is the language that it stands for`(tag: String, identifier: String) throws {
    #expect(try Culture(locale: tag, timeZone: "Asia/Tokyo").locale.identifier(.icu) == identifier)
  }

  @Test func `a locale has the digits of its language where it asks for them`() throws {
    Env.culture = try Culture(locale: "hi@numbers=native", timeZone: "Asia/Tokyo")
    #expect(Env.numberFormatter { _ in }.string(from: 12) == "१२")
    #expect(Env.dateFormatter { $0.dateFormat = "d" }.string(from: Env.date()) == "१२")
  }

  @Test(
    arguments: [
      .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew, .iso8601, .indian,
      .islamic,
      .islamicCivil, .islamicTabular, .islamicUmmAlQura, .japanese, .persian, .republicOfChina,
    ] as [Calendar.Identifier])
  func `a calendar that can be had is the same in all formatters`(calendar: Calendar.Identifier) throws {
    do {
      Env.culture = try Culture(locale: "en_US", calendar: calendar, timeZone: "Asia/Tokyo")
    } catch {
      #expect(calendar == .ethiopicAmeteAlem && error.parameter == "calendar")
      #expect(error.description.hasSuffix("count differently in this calendar. Use another calendar."))
      return
    }
    for days in stride(from: 0.0, to: 800, by: 7) {
      let date = Env.date() + 86_400 * days
      let style = Date.VerbatimFormatStyle(
        format: "\(month: .defaultDigits)-\(day: .defaultDigits)", locale: Env.locale(), timeZone: Env.timeZone(),
        calendar: Env.calendar())
      #expect(Env.dateFormatter { $0.dateFormat = "M-d" }.string(from: date) == date.formatted(style))
      #expect(date.formatted(style).hasSuffix("-\(Env.calendar().component(.day, from: date))"))
    }
  }

  @Test func `a calendar on which the parts of Foundation do not agree is refused in a locale, too`() {
    let error = #expect(throws: CultureError.self) {
      try Culture(locale: "am@calendar=ethiopic-amete-alem", timeZone: "Asia/Tokyo")
    }
    #expect(error?.parameter == "locale")
  }

  #if !canImport(Darwin)
    @Test(arguments: ["dangi", "vietnamese", "tamil", "vikram", "bangla"])
    func `calendars that only a part of Foundation knows are refused`(name: String) throws {
      let error = #expect(throws: CultureError.self) {
        try Culture(locale: "en_US@calendar=\(name)", timeZone: "Asia/Tokyo")
      }
      #expect(error?.parameter == "locale")
    }
  #endif

  @Test(arguments: [
    "", "Mars", "Asia", "Asia/", "Asia/Tokio", "\u{0}", "../../etc/passwd", "/etc/passwd", "🕰️", "GMT+15", "GMT-1800",
  ])
  func `a time zone that is not known is an error that says how to write it`(timeZone: String) {
    let error = #expect(throws: CultureError.self) { try Culture(locale: "de_DE", timeZone: timeZone) }
    #expect(error?.parameter == "timeZone" && error?.value == timeZone)
    #expect(error?.localizedDescription.hasSuffix("Write it like Asia/Tokyo.") == true)
  }

  @Test func `languages have their names in BCP 47, however they are written`() throws {
    let culture = try Culture(locale: "de_CH", timeZone: "Europe/Zurich", languages: ["de_CH.UTF-8", "fr-CH"])
    #expect(culture.preferredLanguages == ["de-CH", "fr-CH"])
  }

  @Test func `a language that is not known is an error that names it`() {
    let error = #expect(throws: CultureError.self) {
      try Culture(locale: "de_DE", timeZone: "Europe/Berlin", languages: ["de", "Klingon"])
    }
    #expect(error?.description == #"Culture(languages: "Klingon"): no such language is known. Write it like pt-BR."#)
  }

  @Test func `an identifier without end is cut in the error`() {
    let long = String(repeating: "x", count: 100_000)
    let error = #expect(throws: CultureError.self) { try Culture(locale: long, timeZone: long) }
    #expect((error?.description.count ?? .max) < 200)
  }
}
