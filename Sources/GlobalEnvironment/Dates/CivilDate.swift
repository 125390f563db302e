package import Foundation

/// A date and time of day as a Gregorian calendar shows them, whether they exist or not.
package struct CivilDate {
  var era, year, month, day, hour, minute, second, millisecond: Int

  /// - Parameter era: 0 for years before Christ, else 1.
  package init(
    era: Int = 1, year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int
  ) {
    self.era = era
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
  }

  /// Returns the moment at which a calendar in `timeZone` shows this; the first, where clocks are set back.
  ///
  /// - Throws: ``NoSuchDateError`` when no calendar there ever shows it.
  package func date(in timeZone: TimeZone) throws(NoSuchDateError) -> Date {
    guard let date = exact(in: timeZone) else {
      let isSkipped = exact(in: .gmt) != nil
      throw NoSuchDateError(
        civilDate: text,
        timeZone: timeZone.identifier,
        reason: isSkipped
          ? "the clocks there skip it. Take a time before or after that, or another time zone"
          : "the calendar has no such date or time of day. Correct the day, or the hour, minute or second"
      )
    }
    return date
  }

  /// Returns the date; nil where it does not exist, as Foundation then moves to one that does.
  private func exact(in timeZone: TimeZone) -> Date? {
    guard (0...999).contains(millisecond) else { return nil }
    let wanted = DateComponents(
      era: era, year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    guard let date = calendar.date(from: wanted) else { return nil }
    let found = calendar.dateComponents([.era, .year, .month, .day, .hour, .minute, .second], from: date)
    return found == wanted ? date + Double(millisecond) / 1000 : nil
  }

  private var text: String {
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date = "\(padded(era == 0 ? 1 - year : year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let time = "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
    return millisecond == 0 ? "\(date) \(time)" : "\(date) \(time).\(padded(millisecond, 3))"
  }
}

/// A date or time of day that does not exist: 30 February, or an hour that daylight saving skips.
public struct NoSuchDateError: DescribedError, Equatable {
  let civilDate: String
  let timeZone: String
  let reason: String

  /// What was asked for, and why there is no such moment.
  public var description: String { "\(civilDate) does not exist in \(timeZone): \(reason)." }
}
