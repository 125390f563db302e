import Foundation
import GlobalEnvironmentTesting
import Testing

/// What a culture writes is what Foundation's data say, which are not the same in each toolchain.
@Suite(.environment(.mock))
struct CultureTextTests {

  @Test(arguments: Culture.all)
  func `a moment is written as by Foundation with the locale, the calendar and the time zone`(culture: Culture) {
    Env.culture = culture
    let formatter = DateFormatter()
    formatter.locale = culture.locale
    formatter.calendar = Calendar(identifier: culture.calendar)
    formatter.timeZone = culture.timeZone
    for style in [DateFormatter.Style.full, .long, .medium, .short] {
      (formatter.dateStyle, formatter.timeStyle) = (style, .short)
      let text = Env.dateFormatter { ($0.dateStyle, $0.timeStyle) = (style, .short) }.string(from: Env.date())
      #expect(text == formatter.string(from: Env.date()))
    }
  }

  @Test(arguments: Culture.all)
  func `a number, an amount and a share are written as by Foundation with the locale`(culture: Culture) throws {
    Env.culture = culture
    let formatter = NumberFormatter()
    formatter.locale = culture.locale
    let number = try #require(Decimal(string: "-5.125"))
    let styles: [(EnvironmentNumberFormatter.Style, NumberFormatter.Style)] = [
      (.decimal, .decimal), (.currency, .currency), (.percent, .percent),
    ]
    for (style, same) in styles {
      formatter.numberStyle = same
      let text = Env.numberFormatter { $0.numberStyle = style }.string(from: number)
      #expect(text == formatter.string(from: number as NSDecimalNumber))
    }
  }
}
