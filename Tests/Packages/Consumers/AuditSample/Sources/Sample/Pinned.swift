import Foundation

/// Formatters and calendars that the lines behind them pin, and some that these leave half open.
struct Pinned {
  static let posix: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy"
    return formatter
  }()

  let iso = ISO8601DateFormatter()

  func calendar(_ zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = zone
    return calendar
  }

  func halfOpen(_ zone: TimeZone) -> [Any] {
    let formatter = DateFormatter()
    //              ^ formatter
    formatter.timeZone = zone
    var calendar = Calendar(identifier: .iso8601)
    //             ^ time-zone
    calendar.locale = Locale(identifier: "en_US_POSIX")
    return [formatter, calendar, NumberFormatter()]
    //                           ^ formatter
  }

  func subscripted(_ counts: [String: Int]) -> Int { counts["a"] ?? 0 }
}
