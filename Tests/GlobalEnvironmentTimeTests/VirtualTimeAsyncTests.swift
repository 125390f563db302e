import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTime

/// Moving time by hand in an asynchronous test.
@Suite(.hidesKnownIssues, .environment(.mock))
struct VirtualTimeAsyncTests {
  private let start = Date(timeIntervalSince1970: 1_573_548_300)
  private let log = Locked<[String]>([])

  private var lines: [String] { log.withLock { $0 } }

  /// Waits until tasks sleep. They and the test are on the main actor, so none is on its way to its sleep meanwhile.
  @MainActor private func untilPending(_ count: Int) async {
    while Env.time.pending.count < count { await Task.yield() }
  }

  private func note(_ text: String) {
    let seconds = Env.date().timeIntervalSince(start)
    log.withLock { $0.append("\(text) at \(seconds)") }
  }

  @MainActor @Test func `advancing waits for tasks that sleep, and for what they do next`() async {
    let task = Task {
      for number in 1...3 {
        try await Env.sleep(for: .seconds(1))
        note("round \(number)")
      }
    }
    await untilPending(1)
    await Env.time.advance(by: .seconds(2))
    #expect(lines == ["round 1 at 1.0", "round 2 at 2.0"])
    await Env.time.advance(to: start + 10)
    #expect(lines.last == "round 3 at 3.0")
    #expect(Env.date() == start + 10)
    task.cancel()
  }

  @MainActor @Test func `work and tasks of one deadline run in the order in which they began to wait`() async {
    let task = Task {
      try await Env.sleep(for: .seconds(1))
      note("task")
    }
    await untilPending(1)
    Env.scheduler().schedule(after: .seconds(1)) { note("work") }
    await Env.time.advance(by: .seconds(1))
    #expect(lines == ["task at 1.0", "work at 1.0"])
    task.cancel()
  }

  @MainActor @Test func `running until nothing waits follows tasks that sleep again`() async {
    let task = Task {
      for _ in 0..<100 { try await Env.sleep(for: .seconds(3600)) }
      note("done")
    }
    await untilPending(1)
    await Env.time.run()
    #expect(lines == ["done at 360000.0"])
    _ = await task.result
  }

  @MainActor @Test func `running a loop that never ends is an issue that names it`() async {
    let line = #line + 1
    let task = Task { while true { try await Env.sleep(for: .seconds(1)) } }
    await untilPending(1)
    await withKnownIssue {
      await Env.time.run(limit: 10)
    } matching: {
      $0.description.contains("VirtualTimeAsyncTests.swift:\(line)")
    }
    task.cancel()
    _ = await task.result
  }

  @Test func `a negative span and a date in the past are issues`() async {
    await withKnownIssue { await Env.time.advance(by: .seconds(-1)) }
    await withKnownIssue { await Env.time.advance(to: .distantPast) }
    #expect(Env.date() == start)
  }

  @Test func `settling runs what is due, and does not move time`() async {
    Env.scheduler().schedule { note("due") }
    Env.scheduler().schedule(after: .seconds(1)) { note("later") }
    await Env.time.settle()
    #expect(lines == ["due at 0.0"])
    #expect(Env.date() == start)
  }

  @Test func `advancing goes on to its end in a task that is cancelled before or meanwhile`() async {
    Env.scheduler().schedule(after: .seconds(1)) { note("work") }
    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await Env.time.advance(by: .seconds(1))
      await Env.time.settle()
      await Env.time.run()
    }
    await before.value
    #expect(lines == ["work at 1.0"])

    let meanwhile = Locked<Task<Void, Never>?>(nil)
    Env.scheduler().schedule(after: .seconds(1)) { meanwhile.withLock { $0 }?.cancel() }
    Env.scheduler().schedule(after: .seconds(2)) { note("work") }
    let task = Task { await Env.time.advance(by: .seconds(2)) }
    meanwhile.withLock { $0 = task }
    await task.value
    #expect(lines == ["work at 1.0", "work at 3.0"])
    task.cancel()
    #expect(Env.date() == start + 3)
  }

  @MainActor @Test func `a task that time has woken may move time itself`() async {
    let task = Task {
      try await Env.sleep(for: .seconds(1))
      await Env.time.advance(by: .seconds(1))
      note("woken")
    }
    await untilPending(1)
    Env.scheduler().schedule(after: .milliseconds(1_500)) { note("work") }
    await Env.time.advance(by: .seconds(3))
    #expect(Env.date() == start + 3)
    _ = await task.result
    #expect(lines.count == 2 && lines.first == "work at 1.5", "\(lines)")
  }

  @Test func `settling and running go on to their end in a task that is cancelled meanwhile`() async {
    for isRunning in [false, true] {
      let task = Locked<Task<Void, Never>?>(nil)
      Env.scheduler().schedule {
        task.withLock { $0 }?.cancel()
        Env.scheduler().schedule { note("after") }
      }
      let moving = Task {
        while task.withLock({ $0 }) == nil { await Task.yield() }
        isRunning ? await Env.time.run() : await Env.time.settle()
        note("\(Task.isCancelled)")
      }
      task.withLock { $0 = moving }
      await moving.value
    }
    #expect(lines == ["after at 0.0", "true at 0.0", "after at 0.0", "true at 0.0"])
  }

  @Test func `time can be advanced to its end, and what is due on the way comes first`() async throws {
    Env.scheduler().schedule(after: .seconds(1)) { note("work") }
    await Env.time.advance(by: .seconds(Int64.max))
    await Env.time.advance(by: .seconds(Int64.max))
    #expect(lines == ["work at 1.0"])
    #expect(Env.date() > .distantFuture)
  }

  @Test func `a run can be advanced to its end, and a sleep on the way comes first`() async throws {
    try await withVirtualTime {
      let task = Task {
        try await Env.sleep(for: .seconds(1))
        return Env.clock.now.offset
      }
      await Env.time.advance(to: Date(timeIntervalSince1970: .infinity))
      let end = try await task.value
      #expect(end == .seconds(1))
      #expect(Env.date() > .distantFuture)
    }
  }

  @Test func `two tasks may advance at once`() async {
    Env.scheduler().schedule(after: .seconds(1)) { note("first") }
    Env.scheduler().schedule(after: .seconds(2)) { note("second") }
    async let shorter: Void = Env.time.advance(by: .seconds(1))
    async let longer: Void = Env.time.advance(by: .seconds(2))
    _ = await (shorter, longer)
    #expect(lines == ["first at 1.0", "second at 2.0"])
    #expect(Env.date() >= start + 2)
  }

  @Test func `a task that a move wakes may advance within that move`() async {
    let inner = Task {
      try await Env.sleep(for: .seconds(1))
      await Env.time.advance(by: .seconds(1))
      return Env.date()
    }
    await Env.time.settle()
    await Env.time.advance(by: .seconds(3))
    #expect(Env.date() == start + 3)
    await #expect(throws: Never.self) { try await inner.value }
  }

  @Test func `a task that goes on before it is noted as woken is made up for`() {
    let woken = Arrivals(patience: 600)
    woken.end()
    woken.begin()
    #expect(!woken.areExpected)
    woken.begin()
    #expect(woken.areExpected)
    woken.end()
    #expect(!woken.areExpected)
    woken.wait()
  }

  @Test func `a move waits for tasks that have not suspended yet when it wakes them`() async {
    // In a process of its own, as each poll takes a processor from other tests.
    await #expect(processExitsWith: .success) {
      let late = Locked(0)
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<400 {
              await withEnvironment(.mock) {
                let ticks = Locked(0)
                let task = Task { @concurrent in
                  for _ in 0..<5 {
                    try? await Env.sleep(for: .seconds(1))
                    ticks.withLock { $0 += 1 }
                  }
                }
                while Env.time.pending.isEmpty { await Task.yield() }
                await Env.time.advance(by: .seconds(5))
                if ticks.withLock(\.self) != 5 { late.withLock { $0 += 1 } }
                task.cancel()
                await task.value
              }
            }
          }
        }
      }
      #expect(late.withLock(\.self) == 0)
    }
  }
}
