import Foundation
import GlobalEnvironmentTesting
import Testing

/// Comparisons over all locales, currencies and zones; minutes of work, so only where `FORMAT_SWEEPS` is set.
@Suite(.environment(.mock), .enabled(if: ProcessInfo.processInfo.environment["FORMAT_SWEEPS"] != nil))
struct FormatSweepTests {

  @Test func `each zone has one clock in all formatters`() {
    var (count, differences) = (0, [String]())
    for identifier in Self.zones {
      guard let zone = TimeZone(identifier: identifier) else { continue }
      Env.timeZone = { zone }
      let formatter = Env.dateFormatter {
        $0.locale = Locale(identifier: "en_US_POSIX")
        $0.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
      }
      let style = Date.VerbatimFormatStyle(
        format:
          "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)",
        timeZone: Env.dateFormat().timeZone, calendar: Calendar(identifier: .gregorian))
      for date in DateFormatterZoneTests.dates {
        let text = formatter.string(from: date)
        let parts = Env.calendar().dateComponents([.hour, .minute, .second], from: date)
        count += 4
        if text != Env.iso8601Formatter().string(from: date).prefix(19) {
          differences.append("\(identifier) iso \(text)")
        }
        if text.suffix(8) != date.formatted(style) { differences.append("\(identifier) style \(text)") }
        if text.suffix(8).split(separator: ":").map({ Int($0) }) != [parts.hour, parts.minute, parts.second] {
          differences.append("\(identifier) calendar \(text)")
        }
        if formatter.date(from: text) != date { differences.append("\(identifier) read \(text)") }
      }
    }
    print("zones: \(count) comparisons, \(differences.count) differences")
    #expect(differences == [])
  }

  /// The names that the machine has, those that Foundation lists, and those that only ICU knows.
  private static var zones: Set<String> {
    let folder = (try? FileManager.default.subpathsOfDirectory(atPath: "/usr/share/zoneinfo")) ?? []
    return Set(folder).union(TimeZone.knownTimeZoneIdentifiers).union(DateFormatterZoneTests.unknownToDisk)
      .union(DateFormatterZoneTests.mistaken)
  }

  @Test(arguments: [EnvironmentNumberFormatter.Style.currency, .percent, .decimal])
  func `each number that is written is read back, with any spaces`(style: EnvironmentNumberFormatter.Style) async {
    let results = await withTaskGroup { group in
      for identifier in Locale.availableIdentifiers {
        group.addTask { Self.unread(identifier, style) }
      }
      return await group.reduce(into: (count: 0, unread: [String]())) {
        $0.count += $1.count
        $0.unread += $1.unread
      }
    }
    print("\(style): \(results.count) texts, \(results.unread.count) unread")
    #expect(results.unread.sorted().prefix(200) == [])
  }

  private static func unread(
    _ identifier: String, _ style: EnvironmentNumberFormatter.Style
  ) -> (count: Int, unread: [String]) {
    let currencies = style == .currency ? Locale.commonISOCurrencyCodes : ["EUR"]
    var result = (count: 0, unread: [String]())
    for currency in currencies {
      let formatter = Env.numberFormatter {
        $0.locale = Locale(identifier: identifier)
        $0.numberStyle = style
        $0.currencyCode = currency
        $0.fractionDigits = 2...2
      }
      for number in [0.25, -1_234.5] as [Decimal] {
        let written = formatter.string(from: number)
        let typed = String(written.map { ["\u{A0}", "\u{202F}"].contains($0) ? " " : $0 })
        for text in Set([written, typed]) {
          result.count += 1
          if formatter.number(from: text) != number {
            result.unread.append("\(identifier) \(currency) \(text)")
          }
        }
      }
    }
    return result
  }
}
