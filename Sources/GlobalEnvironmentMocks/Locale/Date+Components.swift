public import Foundation
public import GlobalEnvironment

extension Date {

  /// Creates the moment at which a Gregorian calendar in `timeZone` shows the given date and time of day.
  ///
  /// ```swift
  /// let leapDay = try Date(year: 2020, month: 2, day: 29, hour: 12)
  /// ```
  ///
  /// A local time that occurs twice, when clocks are set back, is the first of the two.
  ///
  /// - Parameters:
  ///   - year: From 1.
  ///   - month: 1 to 12.
  ///   - day: From 1.
  ///   - hour: 0 to 23.
  ///   - minute: 0 to 59.
  ///   - second: 0 to 59.
  ///   - millisecond: 0 to 999.
  ///   - timeZone: The time zone whose clock shows this; the current environment's unless given.
  /// - Throws: `NoSuchDateError` when there is no such moment: 30 February, an hour that daylight saving skips.
  public init(
    year: Int,
    month: Int,
    day: Int,
    hour: Int = 0,
    minute: Int = 0,
    second: Int = 0,
    millisecond: Int = 0,
    timeZone: TimeZone = Env.timeZone()
  ) throws(NoSuchDateError) {
    let components = CivilDate(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
    self = try components.date(in: timeZone)
  }
}
