import Foundation

/// A moment written as ISO 8601 and RFC 3339 have it: `2019-11-12T02:45:00-06:00`.
///
/// `t` and `z` may be small, and a fraction may have any number of digits, as RFC 3339 has it.
///
/// Stricter than Foundation, which also takes text after the date, and 30 February for 2 March. But all that Foundation
/// writes is read: years of up to six digits, the year 0 and those before it, and offsets with seconds, as they were before
/// there were time zones.
enum ISO8601 {

  static func date(from text: String) throws(InvalidDateError) -> Date {
    var scanner = Scanner(rest: text.utf8[...])
    guard let (civilDate, fraction) = scanner.civilDate(), let offset = scanner.offset(), scanner.rest.isEmpty else {
      throw InvalidDateError(description: "not an ISO 8601 date. Write it like 2019-11-12T02:45:00-06:00.")
    }
    guard offset.minutes < 60, offset.seconds < 60, TimeZone(secondsFromGMT: offset.inSeconds) != nil else {
      throw InvalidDateError(description: "its offset from Greenwich is out of range.")
    }
    do {
      return try civilDate.date(in: .gmt) - Double(offset.inSeconds) + fraction
    } catch {
      throw InvalidDateError(description: error.description)
    }
  }

  private struct Offset {
    var isWest = false
    var hours = 0
    var minutes = 0
    var seconds = 0

    var inSeconds: Int { (isWest ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds) }
  }

  /// Takes the parts of a date from the beginning of a text; nil where something else is there.
  private struct Scanner {
    var rest: Substring.UTF8View

    mutating func civilDate() -> (CivilDate, fraction: Double)? {
      let sign = take("-") ? -1 : 1
      guard let digits = digits(4...6), take("-"), let month = twoDigits(), take("-"), let day = twoDigits(),
        take("T") || take("t"),
        let hour = twoDigits(), take(":"), let minute = twoDigits(), take(":"), let second = twoDigits()
      else { return nil }
      let year = sign * digits.value
      let civilDate = CivilDate(
        era: year > 0 ? 1 : 0, year: year > 0 ? year : 1 - year, month: month, day: day, hour: hour, minute: minute,
        second: second, millisecond: 0)
      guard take(".") else { return (civilDate, 0) }
      guard let fraction = self.digits(1...15) else { return nil }
      // What follows is too small for a Date.
      _ = self.digits(0...Int.max)
      let scale = (0..<fraction.count).reduce(1.0) { scale, _ in scale * 10 }
      return (civilDate, Double(fraction.value) / scale)
    }

    /// Takes `Z`, or `+01:00`, whose colons may be missing, as may the minutes, and whose seconds usually are.
    mutating func offset() -> Offset? {
      if take("Z") || take("z") { return Offset() }
      let isWest = take("-")
      guard isWest || take("+"), let hours = twoDigits() else { return nil }
      if rest.isEmpty { return Offset(isWest: isWest, hours: hours) }
      _ = take(":")
      guard let minutes = twoDigits() else { return nil }
      if rest.isEmpty { return Offset(isWest: isWest, hours: hours, minutes: minutes) }
      _ = take(":")
      return twoDigits().map { Offset(isWest: isWest, hours: hours, minutes: minutes, seconds: $0) }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func twoDigits() -> Int? { digits(2...2)?.value }

    /// Takes as many digits as there are, up to the larger count; nil where there are fewer than the smaller one.
    private mutating func digits(_ counts: ClosedRange<Int>) -> (value: Int, count: Int)? {
      var (value, count) = (0, 0)
      while count < counts.upperBound, let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        value = value &* 10 &+ Int(byte - UInt8(ascii: "0"))
        count += 1
        rest.removeFirst()
      }
      return count < counts.lowerBound ? nil : (value, count)
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
