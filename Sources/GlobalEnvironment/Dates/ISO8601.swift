import Foundation

/// A moment written as ISO 8601 and RFC 3339 have it: `2019-11-12T02:45:00-06:00`.
///
/// Stricter than Foundation, which also takes text after the date, and 30 February for 2 March. But all that Foundation
/// writes is read: years of up to six digits, the year 0 and those before it, and offsets with seconds, as they were before
/// there were time zones.
enum ISO8601 {

  static func date(from text: String) throws(InvalidDateError) -> Date {
    let format =
      #/(-?\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):?(\d\d)(?::?(\d\d))?)/#
      .asciiOnlyDigits()
    guard let match = text.wholeMatch(of: format)?.output else {
      throw InvalidDateError(description: "not an ISO 8601 date. Write it like 2019-11-12T02:45:00-06:00.")
    }
    func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }

    let year = number(match.1)
    let civilDate = CivilDate(
      era: year > 0 ? 1 : 0, year: year > 0 ? year : 1 - year, month: number(match.2), day: number(match.3),
      hour: number(match.4), minute: number(match.5), second: number(match.6), millisecond: 0
    )
    let sign = match.8 == "-" ? -1 : 1
    let offset = sign * (number(match.9) * 3600 + number(match.10) * 60 + number(match.11))
    guard number(match.10) < 60, number(match.11) < 60, TimeZone(secondsFromGMT: offset) != nil else {
      throw InvalidDateError(description: "its offset from Greenwich is out of range.")
    }
    let fraction = match.7.flatMap { Double("0." + $0) } ?? 0
    do {
      return try civilDate.date(in: .gmt) - Double(offset) + fraction
    } catch {
      throw InvalidDateError(description: error.description)
    }
  }

  struct InvalidDateError: Error, CustomStringConvertible {
    let description: String
  }
}

extension Date {
  /// Whether calendars have it: it is a number, at most 6,600 years or so before 2001, or 500,000 years or so after.
  var isInCalendars: Bool { (-210e9...15_900e9).contains(timeIntervalSinceReferenceDate) }
}
