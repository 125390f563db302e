import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct CustomsTests {

  @Test(
    arguments: [
      ("en_US", .leftToRight, .us, 1), ("en_GB", .leftToRight, .uk, 2), ("de_DE", .leftToRight, .metric, 2),
      ("ar_EG", .rightToLeft, .metric, 7), ("he_IL", .rightToLeft, .metric, 1), ("fa_IR", .rightToLeft, .metric, 7),
      ("", .leftToRight, .us, 1),
    ] as [(String, Locale.LanguageDirection, Locale.MeasurementSystem, Int)])
  func `customs follow the locale`(
    identifier: String, direction: Locale.LanguageDirection, system: Locale.MeasurementSystem, firstWeekday: Int
  ) {
    Env.locale = { Locale(identifier: identifier) }
    #expect(Env.layoutDirection == direction)
    #expect(Env.measurementSystem == system)
    #expect(Env.firstWeekday == firstWeekday)
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
