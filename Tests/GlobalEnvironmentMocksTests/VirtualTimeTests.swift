import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct VirtualTimeTests {
  private let start = Date(timeIntervalSince1970: 1_573_548_300)
  private let log = Locked<[String]>([])

  private var lines: [String] { log.withLock { $0 } }

  /// Schedules work that notes its name and the seconds since the start.
  @discardableResult
  private func note(_ name: String, after delay: Duration) -> ScheduledWork {
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
    let work: ScheduledWork
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

  @Test func `time cannot go back`() {
    withKnownIssue {
      Env.time.advance(by: .seconds(-1))
    } matching: {
      $0.description.contains("it only moves forward") && $0.sourceLocation?.fileName == "VirtualTimeTests.swift"
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
    Env.time.advance(by: .seconds(1))
    #expect(ran.withLock { $0 } >= 2_000)
  }
}
