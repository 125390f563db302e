import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct DateComponentsTests {

  @Test func `a date is read in the time zone of the environment`() throws {
    #expect(try Date(year: 2019, month: 11, day: 12, hour: 2, minute: 45) == Env.date())
    Env.timeZone = { .gmt }
    #expect(try Date(year: 1970, month: 1, day: 1).timeIntervalSince1970 == 0)
  }

  @Test func `a date can be given to the millisecond`() throws {
    let date = try Date(
      year: 2001, month: 1, day: 1, hour: 0, minute: 0, second: 1, millisecond: 500, timeZone: .gmt)
    #expect(date.timeIntervalSinceReferenceDate == 1.5)
  }

  @Test func `29 February exists in a leap year`() throws {
    #expect(try Date(year: 2020, month: 2, day: 29, timeZone: .gmt).timeIntervalSince1970 == 1_582_934_400)
  }

  @Test func `a local time that comes twice is the first of the two`() throws {
    #expect(try Date(year: 2019, month: 11, day: 3, hour: 1, minute: 30).timeIntervalSince1970 == 1_572_762_600)
  }

  @Test(
    arguments: [
      (2019, 2, 30, 0, 0, 0, 0), (2019, 2, 29, 0, 0, 0, 0), (1900, 2, 29, 0, 0, 0, 0), (2019, 13, 1, 0, 0, 0, 0),
      (2019, 0, 1, 0, 0, 0, 0), (2019, 1, 0, 0, 0, 0, 0), (2019, 1, 1, 24, 0, 0, 0), (2019, 1, 1, 0, 60, 0, 0),
      (2019, 1, 1, 0, 0, 60, 0), (2019, 1, 1, 0, 0, 0, 1000), (2019, 1, 1, 0, 0, 0, -1), (0, 1, 1, 0, 0, 0, 0),
      (-44, 3, 15, 0, 0, 0, 0), (1582, 10, 10, 0, 0, 0, 0), (.max, 1, 1, 0, 0, 0, 0), (.min, 1, 1, 0, 0, 0, 0),
      (2019, .max, 1, 0, 0, 0, 0), (2019, 1, .max, 0, 0, 0, 0), (2019, 1, 1, .max, 0, 0, 0),
      (2019, 1, 1, 0, .min, 0, 0), (2019, 1, 1, 0, 0, .max, 0), (2019, 1, 1, 0, 0, 0, .min),
    ] as [(Int, Int, Int, Int, Int, Int, Int)]
  )
  func `a date that no calendar has is an error`(
    _ parts: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int)
  ) {
    let error = #expect(throws: NoSuchDateError.self) {
      try Date(
        year: parts.year, month: parts.month, day: parts.day,
        hour: parts.hour, minute: parts.minute, second: parts.second, millisecond: parts.millisecond,
        timeZone: .gmt)
    }
    #expect(
      error?.description.hasSuffix(
        """
        in GMT: the calendar has no such date or time of day. Correct the day, or the hour, minute or second.
        """) == true)
  }

  @Test func `an hour that daylight saving skips is an error that says so`() {
    let error = #expect(throws: NoSuchDateError.self) {
      try Date(year: 2019, month: 3, day: 10, hour: 2, minute: 30)
    }
    #expect(
      error?.description == """
        2019-03-10 02:30:00 does not exist in America/Chicago: the clocks there skip it. Take a time before or after that, \
        or another time zone.
        """)
  }

  @Test func `a day that a country skipped is an error`() throws {
    let apia = try #require(TimeZone(identifier: "Pacific/Apia"))
    #expect(throws: NoSuchDateError.self) { try Date(year: 2011, month: 12, day: 30, hour: 12, timeZone: apia) }
  }
}
