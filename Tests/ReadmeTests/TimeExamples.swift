// The examples of the articles “Testing time” and “Limits of virtual time”, each as it stands there.

import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

private actor Visits {
  private(set) var names: Set<String> = []

  func add(_ name: String) { names.insert(name) }
}

struct TimeTests {
  @Test(.virtualTime) func givesUp() async {
    let start = Env.date()
    await #expect(throws: EnvironmentTimeoutError.self) {
      try await Env.timeout(after: .seconds(5)) { try await Env.sleep(for: .seconds(60)) }
    }
    #expect(Env.date() == start + 5)
  }

  @Test(.environment(.mock)) func remindsAfterThreeSeconds() {
    let reminders = Reminders()
    reminders.remind(after: .seconds(3))
    Env.time.advance(by: .seconds(2))
    #expect(reminders.shown == 0)
    Env.time.advance(by: .seconds(1))
    #expect(reminders.shown == 1)
  }

  @Test(.virtualTime(patience: .seconds(10), limit: 5_000_000)) func simulatesAYear() async throws {
    for _ in 0..<365 { try await Env.sleep(for: .seconds(24 * 3_600)) }
  }

  @Test(.virtualTime) func waitsForARealQueue() async throws {
    let queue = DispatchQueue(label: "real")
    let answer = try await Env.timeout(after: .seconds(5)) {
      await Env.time.standingStill {
        await withCheckedContinuation { continuation in
          queue.async { continuation.resume(returning: 42) }
        }
      }
    }
    #expect(answer == 42)
  }

  @Test(.virtualTime(seeds: 0..<50)) func countsEachVisitOnce() async {
    let visits = Visits()
    await withTaskGroup(of: Void.self) { group in
      for name in ["Ada", "Bob", "Ada"] { group.addTask { await visits.add(name) } }
    }
    #expect(await visits.names == ["Ada", "Bob"])
  }
}

struct ImmediateTests {
  @Test(.environment(.mock)) func remindsAtOnce() {
    Env.scheduler = { .immediate }
    let reminders = Reminders()
    reminders.remind(after: .seconds(3))
    #expect(reminders.shown == 1)
    #expect(Env.clock.now.offset == .seconds(3))
  }
}

struct MockTests {
  @Test func `a mock begins where it is told`() throws {
    Env = .mock(date: try Date(year: 2020, month: 2, day: 29), locale: Locale(identifier: "de_DE"))
    #expect(Env.locale().identifier == "de_DE")
  }
}
