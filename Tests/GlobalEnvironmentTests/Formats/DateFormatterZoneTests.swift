import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironment

/// Time zones that a `DateFormatter` of Linux cannot have, or takes for others.
@Suite(.environment(.mock))
struct DateFormatterZoneTests {
  /// From 1850 to 2051, in winter and in summer.
  static let dates = [
    -3_786_825_600, -2_208_988_800, -1_500_000_000, -800_000_000, 0, 300_000_000, 1_000_000_000, 1_573_548_300,
    1_705_320_000, 1_721_044_800, 2_000_000_000, 2_571_393_600,
  ].map { Date(timeIntervalSince1970: $0) }

  static let unknownToDisk = [
    "ACT", "AET", "AGT", "BET", "CNT", "CTT", "ECT", "IET", "MIT", "NET", "NST", "PLT", "PNT", "PRT", "SST", "VST",
    "SystemV/EST5EDT",
  ]
  /// Whether a `DateFormatter` can have zones by name: it would end the process.
  private static let hasFiles = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/America/Chicago")

  static let mistaken = ["EST", "MST", "HST", "EET", "CET", "MET", "WET", "BST", "AST", "ART"]

  @Test(arguments: unknownToDisk + mistaken + ["Asia/Calcutta", "US/Pacific", "GB", "PRC", "EST5EDT", "GMT", "UTC"])
  func `a zone has one clock in all formatters`(identifier: String) throws {
    guard let zone = TimeZone(identifier: identifier) else { return }
    Env.timeZone = { zone }
    let formatter = Env.dateFormatter {
      $0.locale = Locale(identifier: "en_US_POSIX")
      $0.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
    }
    for date in Self.dates {
      let text = formatter.string(from: date)
      #expect(text == Env.iso8601Formatter().string(from: date).prefix(19))
      let parts = Env.calendar().dateComponents([.hour, .minute, .second], from: date)
      #expect(text.suffix(8).split(separator: ":").map { Int($0) } == [parts.hour, parts.minute, parts.second])
      #expect(formatter.date(from: text) == date)
    }
  }

  @Test(arguments: unknownToDisk + mistaken + ["Asia/Calcutta", "GB"])
  func `at launch, a zone may be any that Foundation knows`(identifier: String) throws {
    guard let zone = TimeZone(identifier: identifier) else { return }
    let given = try Env.overridden(by: ["ENV_TIME_ZONE": identifier], inReleaseBuilds: true).timeZone()
    for date in Self.dates { #expect(given.secondsFromGMT(for: date) == zone.secondsFromGMT(for: date)) }
  }

  @Test(arguments: unknownToDisk + mistaken)
  func `the name and the offset of such a zone are those of the format styles`(identifier: String) throws {
    guard let zone = TimeZone(identifier: identifier) else { return }
    Env.timeZone = { zone }
    for date in Self.dates {
      func text(_ pattern: String) -> String { Env.dateFormatter { $0.dateFormat = pattern }.string(from: date) }
      let style = Env.dateFormat()
      #expect(text("z") == date.formatted(style.timeZone(.specificName(.short))))
      #expect(
        text("'in' zzzz, ''vvvv''")
          == [
            "in \(date.formatted(style.timeZone(.specificName(.long)))), ",
            "'\(date.formatted(style.timeZone(.genericName(.long))))'",
          ].joined())
      #expect(text("ZZZZ") == date.formatted(style.timeZone(.localizedGMT(.long))))
      #expect(text("yyyy-MM-dd'T'HH:mm:ssXXXXX") == Env.iso8601Formatter().string(from: date))
    }
  }

  @Test(
    .enabled(if: hasFiles),
    arguments: [
      "America/Chicago", "Asia/Kolkata", "Europe/London", "Australia/Lord_Howe", "Asia/Tehran", "GMT+0530",
    ])
  func `a clock that a formatter gets from outside is the one that it would have itself`(identifier: String) throws {
    let zone = try #require(TimeZone(identifier: identifier))
    let patterns = [
      "yyyy-MM-dd HH:mm:ss", "z", "zz", "zzzz", "Z", "ZZZ", "ZZZZ", "ZZZZZ", "O", "OOOO", "v", "vvvv", "V", "VV", "VVV",
      "VVVV", "X", "XX", "XXX", "XXXX", "XXXXX", "x", "xx", "xxx", "xxxx", "xxxxx", "'z' z ''z'' 'o''z'", "OO", "vvv",
      "VVVVV",
      "zzzzz", "XXXXXX",
    ]
    for locale in ["en_US", "ar_EG", "fr_FR", "zh_CN"].map(Locale.init(identifier:)) {
      for pattern in patterns {
        var settings = DateFormatterSettings(locale: locale, calendar: Env.calendar(), timeZone: zone)
        settings.dateFormat = pattern
        let own = ZonedDateFormatter(settings, isInPlace: true)
        let given = ZonedDateFormatter(settings, isInPlace: false)
        for date in Self.dates { #expect(given.string(from: date) == own.string(from: date), "\(pattern)") }
      }
    }
  }

  @Test(.enabled(if: hasFiles), arguments: [false, true])
  func `hours that clocks skip or show twice are read as the system's formatter reads them`(isLenient: Bool) throws {
    for (identifier, days) in [
      ("America/Chicago", ["2019-03-10", "2019-11-03"]), ("Pacific/Apia", ["2011-12-29", "2011-12-30", "2011-12-31"]),
      ("Africa/Cairo", ["2024-04-26", "2024-10-31", "2024-11-01"]), ("Europe/Dublin", ["2019-03-31", "2019-10-27"]),
    ] {
      var settings = DateFormatterSettings(
        locale: Locale(identifier: "en_US_POSIX"), calendar: Calendar(identifier: .gregorian),
        timeZone: try #require(TimeZone(identifier: identifier)))
      settings.dateFormat = "yyyy-MM-dd HH:mm"
      settings.isLenient = isLenient
      let own = ZonedDateFormatter(settings, isInPlace: true)
      let given = ZonedDateFormatter(settings, isInPlace: false)
      for day in days {
        for minute in stride(from: 0, to: 1440, by: 15) {
          let text = "\(day) \(minute / 60):\(minute % 60)"
          let expected = own.formatter.date(from: text).flatMap { own.moment(read: $0) }
          #expect(given.formatter.date(from: text).flatMap { given.moment(read: $0) } == expected, "\(text)")
        }
      }
    }
  }

  @Test(arguments: ["zzzz", "z", "ZZZZZ", "XXX", "O"])
  func `a zone in the text goes before the formatter's own`(field: String) throws {
    Env.timeZone = { TimeZone(identifier: "VST") ?? .gmt }
    let formatter = Env.dateFormatter { $0.dateFormat = "yyyy-MM-dd HH:mm:ss \(field)" }
    #expect(formatter.date(from: formatter.string(from: Env.date())) == Env.date())
    let text = "2019-11-12 08:45:00 \(["ZZZZZ": "Z", "XXX": "Z"][field] ?? "GMT")"
    #expect(formatter.date(from: text) == Env.date())
  }

  @Test(arguments: [DateFormatter.Style.none, .short, .medium, .long, .full])
  func `a style has the clock of such a zone, and its name where it has one`(style: DateFormatter.Style) throws {
    Env.timeZone = { TimeZone(identifier: "VST") ?? .gmt }
    let formatter = Env.dateFormatter { ($0.dateStyle, $0.timeStyle) = (style, style) }
    let text = formatter.string(from: Env.date())
    #expect(text.contains("3:45") == (style != .none))
    #expect(text.contains("GMT+7") == (style == .long))
    #expect(text.contains("Indochina Time") == (style == .full))
    if style != .none { #expect(formatter.date(from: text) == Env.date()) }
    #expect(Env.dateFormatter { $0.template = "jmz" }.string(from: Env.date()).contains("GMT+7"))
  }

  @Test func `zones with the same name and other seconds each have their own clock`() {
    for seconds in [18_000, 18_020, 18_000, 20, -20] {
      let zone = TimeZone(secondsFromGMT: seconds) ?? .gmt
      Env.timeZone = { zone }
      #expect(Env.calendar().timeZone.secondsFromGMT() == seconds)
      let text = Env.dateFormatter { $0.dateFormat = "HH:mm:ss" }.string(from: Env.date())
      #expect(text == Env.iso8601Formatter().string(from: Env.date()).dropFirst(11).prefix(8))
    }
  }

  @Test(arguments: [-Double.infinity, .infinity, .nan, 1e300, -1e300, -1e13])
  func `no date is a trap in a zone that a formatter cannot have`(seconds: Double) {
    Env.timeZone = { TimeZone(identifier: "VST") ?? .gmt }
    _ = Env.dateFormatter { $0.dateFormat = "yyyy HH z" }.string(from: Date(timeIntervalSince1970: seconds))
    _ = Env.dateFormatter { $0.dateFormat = "yyyy" }.date(from: "99999999999")
  }
}
