import Foundation
import GlobalEnvironmentTesting
import Testing

/// The calendar that is kept between two calls.
@Suite(.environment(Environment()))
struct LiveCalendarTests {

  @Test func `a calendar follows every change, there and back`() throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    for _ in 0..<3 {
      for locale in ["de_DE", "ar_EG", "en_US"].map(Locale.init(identifier:)) {
        for timeZone in [tokyo, .gmt] {
          Env.locale = { locale }
          Env.timeZone = { timeZone }
          #expect(Env.calendar().locale == locale)
          #expect(Env.calendar().timeZone == timeZone)
        }
      }
    }
    Env.reset()
    #expect(Env.calendar().timeZone == .current)
    #expect(Env.calendar().locale == .current)
  }

  @Test func `a change to a calendar changes only that copy`() {
    var calendar = Env.calendar()
    calendar.firstWeekday = calendar.firstWeekday % 7 + 1
    #expect(Env.calendar().firstWeekday != calendar.firstWeekday)
  }

  @Test func `tasks in two places do not get each other's calendar`() async {
    await withTaskGroup { group in
      for identifier in ["de_DE", "ar_EG", "en_US", "ja_JP"] {
        group.addTask {
          let locale = Locale(identifier: identifier)
          withEnvironment {
            $0.locale = { locale }
          } perform: {
            for _ in 0..<1_000 where Env.calendar().locale != locale {
              Issue.record("a calendar from elsewhere")
            }
          }
        }
      }
    }
  }
}
