import Dispatch
import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@Suite(.hidesKnownIssues, .environment(.mock))
struct VirtualTimeTests {
  private let start = Date(timeIntervalSince1970: 1_573_548_300)
  private let log = Locked<[String]>([])

  private var lines: [String] { log.withLock { $0 } }

  /// Schedules work that notes its name and the seconds since the start.
  @discardableResult
  private func note(_ name: String, after delay: Duration) -> EnvironmentCancellation {
    Env.scheduler().schedule(after: delay) { [log, start] in
      let seconds = Env.date().timeIntervalSince(start)
      log.withLock { $0.append("\(name) at \(seconds)") }
    }
  }

  @Test func `nothing runs until time is advanced`() {
    note("now", after: .zero)
    #expect(lines == [])
    Env.time.advance(by: .zero)
    #expect(lines == ["now at 0.0"])
  }

  @Test func `work runs in order of deadline, then of scheduling, and time stands at its deadline`() {
    note("third", after: .seconds(3))
    note("first", after: .milliseconds(1500))
    note("second", after: .seconds(2))
    note("also second", after: .seconds(2))
    Env.time.advance(by: .seconds(10))
    #expect(lines == ["first at 1.5", "second at 2.0", "also second at 2.0", "third at 3.0"])
    #expect(Env.date() == start + 10)
  }

  @Test func `work that is overdue does not overtake what was due before it`() {
    for (name, delay) in [("first", Duration.zero), ("second", .seconds(-5)), ("third", .zero)] {
      note(name, after: delay)
    }
    Env.time.advance(by: .zero)
    #expect(lines == ["first at 0.0", "second at 0.0", "third at 0.0"])
  }

  @Test func `work is due at its deadline, and not before`() {
    note("work", after: .seconds(3))
    Env.time.advance(by: .seconds(3) - .nanoseconds(1))
    #expect(lines == [])
    Env.time.advance(by: .nanoseconds(1))
    #expect(lines == ["work at 3.0"])
  }

  @Test func `work that schedules more work runs that too when it falls due`() {
    Env.scheduler().schedule(after: .seconds(1)) {
      note("inner", after: .seconds(1))
      note("later", after: .seconds(5))
    }
    Env.time.advance(by: .seconds(2))
    #expect(lines == ["inner at 2.0"])
  }

  @Test func `work may advance time itself`() {
    Env.scheduler().schedule(after: .seconds(1)) { Env.time.advance(by: .seconds(5)) }
    note("work", after: .seconds(2))
    Env.time.advance(by: .seconds(3))
    #expect(lines == ["work at 2.0"])
    #expect(Env.date() == start + 6)
  }

  @Test func `cancelled work does not run, and cancelling again or late does nothing`() {
    let cancelled = note("cancelled", after: .seconds(1))
    let kept = note("kept", after: .seconds(1))
    cancelled.cancel()
    cancelled.cancel()
    Env.time.advance(by: .seconds(1))
    kept.cancel()
    note("new", after: .zero)
    kept.cancel()
    cancelled.cancel()
    Env.time.advance(by: .zero)
    #expect(lines == ["kept at 1.0", "new at 1.0"])
  }

  @Test func `cancelled work is let go at once`() {
    final class Held: Sendable {}
    weak var held: Held?
    let work: EnvironmentCancellation
    do {
      let object = Held()
      held = object
      work = Env.scheduler().schedule(after: .seconds(1)) { withExtendedLifetime(object) {} }
    }
    #expect(held != nil)
    work.cancel()
    #expect(held == nil)
  }

  @Test func `a delay that never comes traps nothing`() {
    note("never", after: .seconds(Int64.max))
    note("never either", after: Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999))
    note("at once", after: .seconds(Int64.min))
    Env.time.advance(by: .seconds(1_000_000))
    #expect(lines == ["at once at 0.0"])
  }

  @Test func `threads that advance at once move time by the sum`() {
    let count = Locked(0)
    Env.scheduler().schedule(every: .seconds(1)) { count.withLock { $0 += 1 } }
    let time = Env.time
    let end = Env.date() + 4_000
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<1_000 { time.advance(by: .seconds(1)) }
    }
    #expect(Env.date() == end)
    #expect(count.withLock { $0 } == 4_000)
  }

  @Test func `work that advances time itself does not lengthen the move around it`() {
    let time = Env.time
    let end = Env.date() + 3
    Env.scheduler().schedule(after: .seconds(1)) { time.advance(by: .seconds(1)) }
    time.advance(by: .seconds(3))
    #expect(Env.date() == end)
  }

  @Test func `time cannot go back`() {
    withKnownIssue {
      Env.time.advance(by: .seconds(-1))
    } matching: {
      $0.description.contains("it only moves forward. To test an earlier moment, begin there: Env = .mock(date: …).")
        && $0.sourceLocation?.fileName == "VirtualTimeTests.swift"
    }
    #expect(Env.date() == start)
  }

  @Test func `a live environment has no time to move`() {
    withKnownIssue {
      Environment.live.time.advance(by: .seconds(1))
    } matching: {
      $0.description.contains("Env = .mock")
    }
  }

  @Test func `a date can be advanced to, and must not lie in the past`() {
    note("work", after: .milliseconds(1500))
    Env.time.advance(to: start + 1.5)
    #expect(lines == ["work at 1.5"])
    withKnownIssue {
      Env.time.advance(to: start + 1)
    } matching: {
      $0.description.contains("it stands at 2019-11-12T08:45:01.500Z and only moves forward")
    }
    #expect(Env.date() == start + 1.5)
  }

  @Test func `dates of all distances can be advanced to`() {
    for date in [start, start + 0.001, start + 1e6, Date(timeIntervalSince1970: 4e9), .distantFuture] {
      Env.time.advance(to: date)
      #expect(Env.date() == date)
    }
    Env.time.advance(to: Date(timeIntervalSince1970: .greatestFiniteMagnitude))
    Env.time.advance(by: .seconds(1))
  }

  @Test func `running until nothing waits follows the work that work schedules`() {
    Env.scheduler().schedule(after: .seconds(1)) {
      note("inner", after: .seconds(3600))
    }
    Env.time.run()
    #expect(lines == ["inner at 3601.0"])
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `running something that never ends is an issue that names it`() {
    let line = #line + 1
    let timer = Env.scheduler().schedule(every: .seconds(1)) {}
    withKnownIssue {
      Env.time.run(limit: 1_000)
    } matching: {
      $0.description.contains("VirtualTimeTests.swift:\(line)") && $0.description.contains("after 1000 pieces")
    }
    timer.cancel()
    #expect(Env.date() == start + 1_000)
    Env.time.run(limit: 0)
  }

  @Test func `repeating work does not keep its time alive`() {
    weak var time: VirtualTime?
    do {
      let mock = VirtualTime(startingAt: start)
      time = mock
      mock.schedule(every: .seconds(1)) {}
      mock.advance(by: .seconds(3))
      #expect(mock.pending.count == 1)
    }
    #expect(time == nil)
  }

  @Test func `pending tells what waits, since when, until when and where it was asked`() async throws {
    await Env.time.advance(by: .seconds(1))
    let line = #line + 1
    Env.scheduler().schedule(after: .seconds(5)) {}
    let sleeping = Task(name: "dreamer") { try await Env.sleep(for: .seconds(2)) }
    while Env.time.pending.count < 2 { await Task.yield() }
    let pending = Env.time.pending
    try #require(pending.count == 2)
    #expect(pending[0].kind == .sleep)
    #expect(pending[0].task == "dreamer")
    #expect(pending[0].deadline == start + 3)
    #expect(pending[0].place?.line == UInt(line + 1))
    #expect(pending[1].kind == .work)
    #expect(pending[1].since == start + 1)
    #expect(pending[1].deadline == start + 6)
    #expect(pending[1].place?.line == UInt(line))
    let place = "GlobalEnvironmentTimeTests/VirtualTimeTests.swift:\(line + 1)"
    #expect(
      "\(pending[0])"
        == "sleep in task \"dreamer\" at \(place), since 2019-11-12T08:45:01.000Z until 2019-11-12T08:45:03.000Z")
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
    #expect(Env.time.pending.count == 1)
  }

  @Test func `work runs in the environment of the code that scheduled it`() {
    let seen = Locked<[String]>([])
    withEnvironment(Env) {
      Env.locale = { Locale(identifier: "ja_JP") }
      let scope = EnvironmentScope.current
      Env.scheduler().schedule { seen.withLock { $0.append(Env.locale().identifier) } }
      scope.run { Env.time.advance(by: .zero) }
    }
    withEnvironment {
      $0.locale = { Locale(identifier: "de_DE") }
    } perform: {
      Env.scheduler().schedule { seen.withLock { $0.append(Env.locale().identifier) } }
    }
    Env.time.advance(by: .zero)
    #expect(seen.withLock { $0 } == ["ja_JP", "en_US"])
  }

  // MARK: Repeating

  @Test func `repeating work runs at each multiple of its interval`() {
    let runs = Locked<[Duration]>([])
    let timer = Env.scheduler().schedule(every: .milliseconds(300)) {
      let now = Env.clock.now.offset
      runs.withLock { $0.append(now) }
    }
    Env.time.advance(by: .seconds(1))
    timer.cancel()
    Env.time.advance(by: .seconds(1))
    #expect(runs.withLock { $0 } == [.milliseconds(300), .milliseconds(600), .milliseconds(900)])
  }

  @Test func `repeating work that is late runs once for all that it missed`() {
    let runs = Locked<[Double]>([])
    let timer = Env.scheduler().schedule(every: .seconds(1)) {
      runs.withLock { $0.append(Env.date().timeIntervalSince(start)) }
    }
    // One that jumps over deadlines: what is due on its way runs inside it.
    Env.scheduler().schedule(after: .milliseconds(500)) { Env.time.advance(by: .seconds(3)) }
    Env.time.advance(by: .seconds(5))
    timer.cancel()
    #expect(runs.withLock { $0 } == [1, 2, 3, 4, 5])
  }

  @Test func `repeating work may cancel itself`() {
    let timer = Locked<EnvironmentCancellation?>(nil)
    let work = Env.scheduler().schedule(every: .seconds(1)) {
      note("once", after: .zero)
      timer.withLock { $0 }?.cancel()
    }
    timer.withLock { $0 = work }
    Env.time.advance(by: .seconds(5))
    #expect(lines == ["once at 1.0"])
    #expect(Env.time.pending.isEmpty)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `an interval that is not positive is an issue, and nothing runs`(interval: Duration) {
    withKnownIssue {
      Env.scheduler().schedule(every: interval) { Issue.record("It ran.") }.cancel()
    } matching: {
      $0.description.contains("longer than zero") && $0.sourceLocation?.fileName == "VirtualTimeTests.swift"
    }
    Env.time.advance(by: .seconds(1))
  }

  @Test func `an interval beyond all measure never comes, and traps nothing`() {
    Env.scheduler().schedule(every: .seconds(Int64.max)) { Issue.record("It ran.") }
    Env.scheduler().schedule(every: .seconds(Int64.max) * 4) { Issue.record("It ran.") }
    Env.time.advance(by: .seconds(Int64.max) * 4)
    Env.time.advance(by: .seconds(Int64.max) * 4)
  }

  // MARK: Calendars

  @Test func `a day that daylight saving shortens has 23 hours`() throws {
    let midnight = try Date(year: 2019, month: 3, day: 10)
    Env = .mock(date: midnight)
    Env.time.advance(by: .seconds(23 * 3600))
    #expect(
      Env.calendar().dateComponents([.month, .day, .hour], from: Env.date())
        == DateComponents(month: 3, day: 11, hour: 0))
  }

  @Test func `a minute before clocks go forward, the next minute is three o'clock`() throws {
    Env = .mock(date: try Date(year: 2019, month: 3, day: 10, hour: 1, minute: 59))
    Env.time.advance(by: .seconds(60))
    #expect(Env.calendar().dateComponents([.hour, .minute], from: Env.date()) == DateComponents(hour: 3, minute: 0))
  }

  @Test func `a leap year has a leap day`() throws {
    Env = .mock(date: try Date(year: 2020, month: 2, day: 28, hour: 12))
    Env.time.advance(by: .seconds(24 * 3600))
    #expect(Env.calendar().dateComponents([.month, .day], from: Env.date()) == DateComponents(month: 2, day: 29))
    Env.time.advance(by: .seconds(24 * 3600))
    #expect(Env.calendar().dateComponents([.month, .day], from: Env.date()) == DateComponents(month: 3, day: 1))
  }

  @Test func `threads may schedule and cancel while time moves`() async {
    let ran = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for number in 0..<1_000 {
            let work = Env.scheduler().schedule(after: .milliseconds(number % 7)) { ran.withLock { $0 += 1 } }
            if number.isMultiple(of: 2) { work.cancel() }
          }
        }
      }
      group.addTask { for _ in 0..<1_000 { Env.time.advance(by: .milliseconds(1)) } }
    }
    await Env.time.advance(by: .seconds(1))
    #expect(ran.withLock { $0 } >= 2_000)
  }
}
