import Foundation
import GlobalEnvironmentTesting
import Testing

/// What a culture writes is read again, or is nil; it is never a trap and never another value.
@Suite(.environment(.mock))
struct CultureReadingTests {

  @Test(arguments: Culture.all)
  func `numbers, shares and amounts are read as they are written`(culture: Culture) throws {
    Env.culture = culture
    for style in [EnvironmentNumberFormatter.Style.decimal, .percent, .currency] {
      let formatter = Env.numberFormatter { $0.numberStyle = style }
      for number in [0, 7, 1234, 1_234_567, -12] as [Decimal] {
        let read = formatter.number(from: formatter.string(from: number))
        #expect(read == number, "\(formatter.string(from: number))")
      }
    }
  }

  // No short dates: they do not name the century.
  @Test(arguments: Culture.all)
  func `dates are read as they are written, or not at all`(culture: Culture) throws {
    Env.culture = culture
    for year in [1930, 1985, 2000, 2019] {
      let day = try Env.calendar().startOfDay(for: Date(year: year, month: 11, day: 12, hour: 12))
      for style in [DateFormatter.Style.medium, .long, .full] {
        let formatter = Env.dateFormatter { $0.dateStyle = style }
        let read = formatter.date(from: formatter.string(from: day))
        #expect(read == nil || read == day, "\(formatter.string(from: day))")
      }
    }
  }

  @Test(arguments: Culture.all)
  func `no style of any culture is a trap to read`(culture: Culture) {
    Env.culture = culture
    for style in [DateFormatter.Style.short, .medium, .long, .full] {
      let formatter = Env.dateFormatter {
        $0.dateStyle = style
        $0.timeStyle = style
      }
      _ = formatter.date(from: formatter.string(from: Env.date()))
    }
  }
}
