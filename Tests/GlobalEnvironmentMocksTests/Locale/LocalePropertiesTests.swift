import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct LocalePropertiesTests {

  @Test(
    arguments: [
      ("en_US", .leftToRight, .us, 1), ("en_GB", .leftToRight, .uk, 2), ("de_DE", .leftToRight, .metric, 2),
      ("ar_EG", .rightToLeft, .metric, 7), ("he_IL", .rightToLeft, .metric, 1), ("fa_IR", .rightToLeft, .metric, 7),
      ("", .leftToRight, .us, 1), ("az_Arab_IR", .rightToLeft, .metric, 7), ("kk_CN", .rightToLeft, .metric, 1),
      ("tg_PK", .rightToLeft, .metric, 1), ("kk_KZ", .leftToRight, .metric, 2), ("az_AZ", .leftToRight, .metric, 2),
    ] as [(String, Locale.LanguageDirection, Locale.MeasurementSystem, Int)])
  func `conventions follow the locale`(
    identifier: String, direction: Locale.LanguageDirection, system: Locale.MeasurementSystem, firstWeekday: Int
  ) {
    Env.locale = { Locale(identifier: identifier) }
    #expect(Env.layoutDirection == direction)
    #expect(Env.measurementSystem == system)
    #expect(Env.firstWeekday == firstWeekday)
  }

  // On Linux, Foundation ends the process when it is to write a date by some of them.
  @Test(
    arguments: [
      "\u{0}", "_", "xx_YY", "🇩🇪", "../../etc/passwd", "en_US@calendar=none;fw=never;ms=none", "@", "@=", "de@@",
      "de_DE@",
      "en_US@a", "en_US@a=b;c", "en_US@numbers=none", "en_US@numbers=", "en-US-u-nu-none", "en-US-u-",
      "en_US_u_nu_none", "en_US-u-nu-none", "en-US-u-nu_none", "en-U-NU-NONE", "en-u-nu-latn-nu-none",
      "hi@numbers=Deva", "EN@NUMBERS=ARAB",
    ])
  func `no locale is a trap`(identifier: String) {
    Env.locale = { Locale(identifier: identifier) }
    _ = (Env.layoutDirection, Env.measurementSystem, Env.preferredLanguages(), Env.culture)
    #expect((1...7).contains(Env.firstWeekday))
    #expect(!Env.date().formatted(Env.dateFormat(date: .complete, time: .complete)).isEmpty)
    let interval = (Env.date()..<Env.date() + 3600).formatted(Env.dateIntervalFormat(date: .long, time: .shortened))
    #expect(!interval.isEmpty && !interval.contains("::"))
    #expect(!Env.dateFormatter { $0.dateStyle = .full }.string(from: Env.date()).isEmpty)
    #expect(!Env.numberFormatter { _ in }.string(from: 1).isEmpty)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      #expect(!Env.date().formatted(Env.relativeDateFormat()).isEmpty)
    }
    #expect(!Env.date().formatted(Env.localized(Date.RelativeFormatStyle())).isEmpty)
  }

  @Test(arguments: ["en_US@", "en_US@numbers=none", "en-US-u-nu-none"])
  func `numbers follow what is known of a locale`(identifier: String) {
    Env.locale = { Locale(identifier: identifier) }
    #expect(Env.numberFormatter { _ in }.string(from: 1_234_567.5) == "1,234,567.5")
    #expect(Env.numberFormatter { $0.numberStyle = .currency }.string(from: 1.5) == "$1.50")
    #expect(1_234_567.formatted(Env.localized(.number)) == "1,234,567")
  }

  @Test func `digits that are spelled in capitals are those that are meant`() {
    Env.locale = { Locale(identifier: "hi@numbers=Deva") }
    #expect(Env.numberFormatter { _ in }.string(from: 7) == "७")
    #expect(Env.dateFormatter { $0.dateFormat = "y" }.string(from: Env.date()) == "२०१९")
  }

  @Test func `the user's own settings win over the country's`() {
    var components = Locale.Components(identifier: "en_US")
    components.measurementSystem = .metric
    components.firstDayOfWeek = .monday
    let locale = Locale(components: components)
    Env.locale = { locale }
    #expect(Env.measurementSystem == .metric)
    #expect(Env.firstWeekday == 2)
  }

  @Test func `a calendar that is set has the say about weeks`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.firstWeekday = 4
    Env.calendar = { [calendar] in calendar }
    #expect(Env.firstWeekday == 4)
  }

  @Test func `the languages of a mock follow its locale until they are set`() {
    Env.locale = { Locale(identifier: "zh_Hant_TW") }
    #expect(Env.preferredLanguages() == ["zh-Hant-TW"])
    Env.preferredLanguages = { ["de-CH", "fr"] }
    #expect(Env.preferredLanguages() == ["de-CH", "fr"])
  }
}
