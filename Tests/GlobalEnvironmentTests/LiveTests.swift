import Dispatch
import Foundation
import Testing

@testable import GlobalEnvironment

/// The live defaults against the system's own answers.
struct LiveTests {

  @Test func `the live date is the system's`() {
    let before = Date()
    let date = Environment.live.date()
    #expect(date >= before && date <= Date())
  }

  @Test func `the live place is the user's`() {
    #expect(Environment.live.locale() == .autoupdatingCurrent)
    #expect(Environment.live.timeZone() == .autoupdatingCurrent)
  }

  @Test func `the live calendar is the user's, with the locale and time zone of the environment`() {
    withEnvironment {
      $0.locale = { Locale(identifier: "ar_EG") }
      $0.timeZone = { .gmt }
    } perform: {
      let calendar = Env.calendar()
      #expect(calendar.identifier == Calendar.current.identifier)
      #expect(calendar.locale?.identifier == "ar_EG")
      #expect(calendar.timeZone == .gmt)
      #expect(calendar.firstWeekday == 7)
    }
  }

  @Test func `the live conventions are those of the user's locale`() {
    let live = Environment.live
    #expect(live.layoutDirection == Locale.current.language.characterDirection)
    #expect(live.measurementSystem == Locale.current.measurementSystem)
    #expect(live.firstWeekday == Calendar.current.firstWeekday)
  }

  // MARK: Scheduler

  @Test func `the live scheduler runs work on the main queue`() async {
    // Not `Thread.isMainThread`: on Linux any thread may drain the main queue.
    let isMain = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: isMain, value: true)
    let ranOnMain = await withCheckedContinuation { continuation in
      Environment.live.scheduler().schedule {
        continuation.resume(returning: DispatchQueue.getSpecific(key: isMain))
      }
    }
    #expect(ranOnMain == true)
  }

  @Test func `a queue's scheduler runs work later, in the order of the delays`() async {
    let scheduler = QueueScheduler(DispatchQueue(label: "later"))
    let order = Locked<[Int]>([])
    await withCheckedContinuation { continuation in
      // So much later that a busy machine keeps the order.
      scheduler.schedule(after: .milliseconds(300)) {
        order.withLock { $0.append(2) }
        continuation.resume()
      }
      scheduler.schedule(after: .seconds(-1)) { order.withLock { $0.append(1) } }
    }
    #expect(order.withLock { $0 } == [1, 2])
  }

  @Test func `cancelled work never runs`() async {
    let queue = DispatchQueue(label: "held")
    let scheduler = QueueScheduler(queue)
    queue.suspend()
    let work = scheduler.schedule { Issue.record("It ran.") }
    work.cancel()
    work.cancel()
    queue.resume()
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  @Test func `a delay beyond all measure never comes, and traps nothing`() {
    let scheduler = QueueScheduler(DispatchQueue(label: "never"))
    for delay in [.seconds(Int64.max), .seconds(Int64.max) * 4, .seconds(9_000_000_000)] as [Duration] {
      scheduler.schedule(after: delay) { Issue.record("It ran.") }.cancel()
    }
    #expect((Duration.seconds(Int64.max) * 4).wholeNanoseconds == .max)
    #expect((Duration.seconds(Int64.min) * 4).wholeNanoseconds == 0)
    #expect(Duration(secondsComponent: 1, attosecondsComponent: 1).wholeNanoseconds == 1_000_000_001)
    #expect(DispatchTime.now().advanced(by: .seconds(Int64.max)) == .distantFuture)
  }

  @Test func `a tolerance beyond all measure traps nothing`() {
    let scheduler = QueueScheduler(DispatchQueue(label: "tolerant"))
    for tolerance in [.seconds(-1), .seconds(Int64.max), .seconds(Int64.max) * 4] as [Duration] {
      scheduler.schedule(after: .seconds(1), tolerance: tolerance) { Issue.record("It ran.") }.cancel()
    }
  }
}
