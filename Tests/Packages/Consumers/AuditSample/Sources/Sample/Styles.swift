import Foundation
import GlobalEnvironment

/// Styles follow the machine's locale, unless they are given another one.
struct Styles {
  let locale: Locale
  let time: Duration
  let span: Range<Date>

  func machines() throws -> [String] {
    [
      12.formatted(.number), 1.5.formatted(.percent.precision(.fractionLength(1))), 12.formatted(localized(.number)),
      //            ^ formatter
      //                                    ^ formatter
      //                                                                                                    ^ formatter
      12.formatted(.currency(code: "EUR")), 12.formatted(.byteCount(style: .file)), ["a"].formatted(.list(type: .and)),
      //            ^ formatter
      //                                                  ^ formatter
      //                                                                                             ^ formatter
      "\(12.formatted(.number))".uppercased(with: locale), Decimal(1).formatted(.number.sign(strategy: .always())),
      //               ^ formatter
      //                                                                         ^ formatter
      12.formatted(Env.localized(.currency(code: 13.formatted(.number)))),
      //                                                       ^ formatter
      [1, 2].formatted(Env.localized(.list(memberStyle: .number, type: .and))),
      //                                                 ^ formatter
      [12.formatted(.number)].formatted(.list(type: .and).locale(locale)),
      //             ^ formatter
      time.formatted(), time.formatted(.time(pattern: .hourMinute)), time.formatted(.units(allowed: [.hours])),
      //   ^ formatter
      //                                ^ formatter
      //                                                                             ^ formatter
      time.formatted(.units(allowed: [.hours], width: .wide, valueLengthLimits: 1...2)),
      //              ^ formatter
      span.formatted(), span.formatted(date: .long, time: .omitted), span.formatted(.interval),
      //   ^ formatter
      //                     ^ formatter
      //                                                                             ^ formatter
      Date.distantPast.formatted(.relative(presentation: .named)),
      //                          ^ formatter
      "\(try Int("1", format: .number))", "\(try Date("1", strategy: .dateTime))",
      //                       ^ formatter
      //                                                              ^ formatter
      Date.distantPast.formatted(.dateTime.locale(locale)),
      //                          ^ formatter
      "\(try Decimal("1", format: .number))", "\(try Decimal("1", format: .percent))",
      //                           ^ formatter
      //                                                                   ^ formatter
      "\(try Decimal("1", format: .currency(code: "EUR")))", "\(Decimal.ParseStrategy(format: .number))",
      //                           ^ formatter
      //                                                                                       ^ formatter
    ]
  }

  /// Nothing here follows the machine.
  func given() throws -> [String] {
    [
      12.formatted(Env.localized(.number)), 12.formatted(Env.localized(.number.grouping(.never))),
      12.formatted(.number.locale(locale)), 12.formatted(.number.grouping(.never).locale(locale)),
      12.formatted(
        .number  // (
          .grouping(.never) /* ) */
          .locale(locale)),
      12.formatted(Env.localized(.currency(code: ")"))), 12.formatted(.currency(code: ")\("(")").locale(locale)),
      "\(12.formatted(Env.localized(.percent)))", Environment.live.localized(.number).format(1),
      ["a"].formatted(Env.localized(.list(type: .and))), ["a"].formatted(.list(type: .and).locale(locale)),
      time.formatted(Env.localized(.units())), time.formatted(.time(pattern: .hourMinute).locale(locale)),
      12.formatted(Env.localized(.byteCount(style: .file))), 12.formatted(.byteCount(style: .file).locale(locale)),
      "\(try Int("1", format: Env.localized(.number)))", span.formatted(Env.dateIntervalFormat(date: .long)),
      "\(try Decimal("1", format: Env.localized(.number)))", "\(try Decimal("1", format: .number.locale(locale)))",
      Date.distantPast.formatted(Env.relativeDateFormat(presentation: .named)), Date.distantPast.formatted(.iso8601),
    ]
  }

  private func localized(_ style: IntegerFormatStyle<Int>) -> IntegerFormatStyle<Int> { style }
}
