import Foundation

struct Place {
  var calendar = Calendar.current
  //                      ^ calendar
  var following: Calendar = .autoupdatingCurrent
  //                         ^ calendar
  var zone = TimeZone.current
  //                  ^ time-zone
  var zones: [TimeZone] = [.current, .autoupdatingCurrent]
  //                        ^ time-zone
  //                                  ^ time-zone
  var locale = Locale.current
  //                  ^ locale
  var locales: [Locale?] = [.autoupdatingCurrent, Locale.current]
  //                         ^ locale
  //                                                     ^ locale

  func year(of date: Date) -> Int {
    Calendar.current.component(.year, from: date)
    //       ^ calendar
  }

  func begin(of date: Date) -> Date {
    Calendar
      .current
      //+1 calendar
      .startOfDay(for: date)
  }

  func languages() -> [String] {
    Locale.preferredLanguages
    //     ^ locale
  }

  func offset() -> Int {
    (TimeZone.current as TimeZone).secondsFromGMT() + NSTimeZone.system.secondsFromGMT()
    //        ^ time-zone
    //                             ^ clock
    //                                                           ^ time-zone
    //                                                                  ^ clock
  }

  func isBefore(_ one: String, _ other: String) -> Bool {
    let natural = one.localizedStandardCompare(other)
    //                ^ locale
    return natural == one.localizedCompare(other) || natural == one.localizedCaseInsensitiveCompare(other)
    //                    ^ locale
    //                                                              ^ locale
  }

  func loud(_ text: String) -> String {
    text.localizedUppercase + text.localizedCapitalized + text.localizedLowercase
    //   ^ locale
    //                             ^ locale
    //                                                         ^ locale
  }

  func written(_ date: Date) -> [String] {
    let formatter = DateFormatter()
    //              ^ formatter
    let numbers: NumberFormatter = .init()
    //                              ^ formatter
    let style = Date.FormatStyle.dateTime
    //                           ^ formatter
    return [
      formatter.string(from: date), numbers.string(from: 1) ?? "", ISO8601DateFormatter().string(from: date),
      DateFormatter.localizedString(from: date, dateStyle: .short, timeStyle: .none), date.formatted(),
      //            ^ formatter
      //                                                                                   ^ formatter
      date.formatted(date: .long, time: .omitted), date.formatted(style), date.formatted(.dateTime.year()),
      //   ^ formatter
      //                                                                                  ^ formatter
      12.formatted(), 1.5.formatted(), ["a", "b"].formatted(), Decimal(1).formatted(),
      // ^ formatter
      //                  ^ formatter
      //                                          ^ formatter
      //                                                                  ^ formatter
      ByteCountFormatter().string(fromByteCount: 1),
      //+0 formatter
    ]
  }

  func span() -> String? {
    let formatter = DateIntervalFormatter()
    //              ^ formatter
    return formatter.string(from: .distantPast, to: .distantFuture)
  }
}
