import Foundation
import GlobalEnvironment

/// Styles that are made by their initializers follow the machine in whatever they are not given.
struct MadeStyles {
  let locale: Locale
  let zone: TimeZone
  let calendar: Calendar

  func machines() -> [Any] {
    let style: Date.FormatStyle = .init(date: .long)
    //                             ^ formatter
    return [
      style, Date.FormatStyle(), Date.FormatStyle(date: .long, time: .omitted), Date.FormatStyle(locale: locale),
      //          ^ formatter
      //                              ^ formatter
      //                                                                             ^ formatter
      Date.FormatStyle().locale(locale), Date.FormatStyle(locale: locale, calendar: calendar),
      //   ^ formatter
      //                                      ^ formatter
      Date.IntervalFormatStyle(), Date.RelativeFormatStyle(presentation: .named, locale: locale, calendar: calendar),
      //   ^ formatter
      //                               ^ formatter
      IntegerFormatStyle<Int>(), IntegerFormatStyle<Int>.Percent(),
      //+0 formatter
      //                                                 ^ formatter
      IntegerFormatStyle<Int>.Currency(code: "EUR, locale: x"), IntegerFormatStyle<Int>.init(),
      //                      ^ formatter
      //                                                                                ^ formatter
      FloatingPointFormatStyle<Double>(), FloatingPointFormatStyle<Double>.Percent(),
      //+0 formatter
      //                                                                   ^ formatter
      FloatingPointFormatStyle<Double>.Currency(code: "EUR"), Decimal.FormatStyle(),
      //                               ^ formatter
      //                                                              ^ formatter
      Decimal.FormatStyle.Percent(), Decimal.FormatStyle.Currency(code: "EUR"), ByteCountFormatStyle(),
      //                  ^ formatter
      //                                                 ^ formatter
      //                                                                        ^ formatter
      ListFormatStyle<Plain, [String]>(memberStyle: Plain()), Duration.TimeFormatStyle(pattern: .hourMinute),
      //+0 formatter
      //                                                               ^ formatter
      Duration.UnitsFormatStyle(allowedUnits: [.hours], width: .wide),
      //       ^ formatter
      Duration.UnitsFormatStyle(allowedUnits: [.hours], width: .wide, valueLengthLimits: 1...2),
      //       ^ formatter
      [IntegerFormatStyle<Int>()].map { $0.locale(locale) },
      //+1 formatter
    ]
  }

  /// Nothing here follows the machine.
  func given() -> [Any] {
    [
      Date.FormatStyle(date: .long, locale: locale, calendar: calendar, timeZone: zone),
      Date.IntervalFormatStyle(locale: locale, calendar: calendar, timeZone: zone), Date.ISO8601FormatStyle(),
      Date.FormatStyle(
        date: .long,  // , a
        time: .omitted, locale: locale,
        calendar: calendar, timeZone: zone, capitalizationContext: .beginningOfSentence),
      IntegerFormatStyle<Int>(locale: locale), IntegerFormatStyle<Int>().locale(locale),
      IntegerFormatStyle<Int>().grouping(.never).locale(locale), Env.localized(IntegerFormatStyle<Int>()),
      IntegerFormatStyle<Int>.Currency(code: "EUR", locale: locale), Env.localized(ByteCountFormatStyle(style: .file)),
      ByteCountFormatStyle(style: .file, locale: locale),
      Duration.TimeFormatStyle(pattern: .hourMinute, locale: locale),
      Duration.UnitsFormatStyle(allowedUnits: [.hours], width: .wide).locale(locale),
    ]
  }

  struct Plain: FormatStyle {
    func format(_ text: String) -> String { text }
  }
}
