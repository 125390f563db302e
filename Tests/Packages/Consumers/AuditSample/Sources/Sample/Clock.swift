import Dispatch
import Foundation

// Each caret stands under a place that the audit must find; beside it, the kind.

typealias Moment = Date

struct Stamp {
  var made = Date()
  //         ^ clock
  var read: Date = .now
  //                ^ clock

  func moments(_ other: Date? = Date.now) -> [Date] {
    //                               ^ clock
    let first: Date = .init()
    //                 ^ clock
    let unapplied: () -> Date = Date.init
    //                               ^ clock
    return [first, unapplied(), Date(), Foundation.Date(), Date.init(), Moment(), Moment.now]
    //                          ^ clock
    //                                             ^ clock
    //                                                          ^ clock
    //                                                                  ^ clock
    //                                                                                   ^ clock
  }

  func spans() -> [TimeInterval] {
    let path = \Date.timeIntervalSinceNow
    //               ^ clock
    let later = Date(timeIntervalSinceNow: 60)
    //          ^ clock
    return [later.timeIntervalSinceNow, later[keyPath: path], Date.timeIntervalSinceReferenceDate]
    //            ^ clock
    //                                                             ^ clock
  }

  func text() -> String {
    "ä \(Date()) ö \(Date.now)"
    //   ^ clock
    //                    ^ clock
  }

  func isToday(_ calendar: Calendar) -> Bool {
    calendar.isDateInToday(made) || calendar.isDateInTomorrow(made) || calendar.isDateInYesterday(made)
    //       ^ clock
    //                                       ^ clock
    //                                                                          ^ clock
  }

  func ticks() -> UInt64 {
    let wall: DispatchWallTime = .now()
    //                            ^ clock
    return DispatchTime.now().uptimeNanoseconds &+ wall.rawValue
    //                  ^ clock
  }

  func clocks() async throws {
    let instant = ContinuousClock().now
    //            ^ clock
    //                              ^ clock
    let other = ContinuousClock.now
    //                          ^ clock
    let suspending = SuspendingClock.now
    //                               ^ clock
    let clock = SuspendingClock()
    //          ^ clock
    try await wait(on: .continuous)
    //                  ^ clock
    try await wait(on: .suspending)
    //                  ^ clock
    _ = (instant, other, suspending, clock)
  }

  func wait(on clock: some Clock<Duration>) async throws {
    try await clock.sleep(for: .zero)
  }

  func secondsOfC() -> Int {
    var both = timespec()
    clock_gettime(CLOCK_REALTIME, &both)
    //+0 clock
    var parts = timeval()
    gettimeofday(&parts, nil)
    //+0 clock
    return time(nil) + both.tv_sec + parts.tv_sec + Int(clock())
    //     ^ clock
    //                                                  ^ clock
  }

  #if os(Linux)
    func here() -> Date {
      Date()
      //+0 clock
    }
  #else
    func here() -> Date { Date() }
  #endif
}
