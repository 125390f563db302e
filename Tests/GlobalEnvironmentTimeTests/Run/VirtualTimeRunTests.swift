import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// What a body in virtual time may do, and how it ends.
@Suite(.hidesKnownIssues, .environment(.mock))
struct VirtualTimeRunTests {
  private let start = Date(timeIntervalSince1970: 1_573_548_300)

  @Test func `a run begins where the time of the environment stands, and leaves that alone`() async throws {
    await Env.time.advance(by: .seconds(60))
    let end = try await withVirtualTime {
      try await Env.sleep(for: .seconds(1))
      return Env.date()
    }
    #expect(end == start + 61)
    #expect(Env.date() == start + 60)
  }

  @Test func `a run in the live world begins at the mock's moment and keeps the other endpoints`() async throws {
    try await withEnvironment(Environment { $0.locale = { Locale(identifier: "ja_JP") } }) {
      try await withVirtualTime {
        #expect(Env.date() == start)
        #expect(Env.locale().identifier == "ja_JP")
      }
    }
  }

  @Test func `a mock that is assigned inside a run shares its time`() async throws {
    let end = try await withVirtualTime {
      try await Env.sleep(for: .seconds(1))
      Env = .mock
      #expect(Env.date() == start)
      try await Env.sleep(for: .seconds(5))
      return Env.date()
    }
    #expect(end == start + 5)
  }

  @Test func `a run inside a run is part of it`() async throws {
    let end = try await withVirtualTime {
      try await Env.sleep(for: .seconds(1))
      try await withVirtualTime { try await Env.sleep(for: .seconds(1)) }
      return Env.date()
    }
    #expect(end == start + 2)
  }

  @Test func `a body returns its value and throws its error`() async throws {
    struct Refused: Error {}
    #expect(try await withVirtualTime { 1 } == 1)
    await #expect(throws: Refused.self) { try await withVirtualTime { throw Refused() } }
  }

  @Test @MainActor func `a body may belong to the main actor`() async throws {
    try await withVirtualTime { @MainActor in
      MainActor.assertIsolated()
      try await Env.sleep(for: .seconds(1))
      MainActor.assertIsolated()
    }
  }

  @Test func `time can be moved by hand inside a run, too`() async throws {
    try await withVirtualTime {
      let log = Locked<[String]>([])
      let task = Task {
        try await Env.sleep(for: .seconds(1))
        log.withLock { $0.append("one") }
        try await Env.sleep(for: .seconds(1))
        log.withLock { $0.append("two") }
      }
      await Env.time.settle()
      #expect(Env.time.pending.count == 1)
      await Env.time.advance(by: .seconds(1))
      #expect(log.withLock { $0 } == ["one"])
      #expect(Env.date() == start + 1)
      await Env.time.run()
      #expect(log.withLock { $0 } == ["one", "two"])
      try await task.value
    }
  }

  @Test func `settling waits for tasks that hop between actors many times`() async throws {
    try await withVirtualTime {
      let relay = Relay()
      let count = Locked(0)
      Task {
        for _ in 0..<500 { await relay.hop() }
        count.withLock { $0 = 500 }
      }
      Env.scheduler().schedule(after: .nanoseconds(1)) { Issue.record("Time moved.") }.cancel()
      let before = Env.clock.now
      await Env.time.settle()
      #expect(count.withLock { $0 } == 500)
      #expect(Env.clock.now == before)
    }
  }

  @Test func `many hops between actors take no time`() async throws {
    try await withVirtualTime {
      let relay = Relay()
      try await Env.timeout(after: .seconds(5)) {
        for _ in 0..<20_000 { await relay.hop() }
      }
      #expect(Env.date() == start)
    }
  }

  @Test func `a time from outside can be advanced inside a seeded run`() async throws {
    let outside = Env.time
    try await withVirtualTime(seed: 1) { await outside.advance(by: .seconds(1)) }
    #expect(Env.date() == start + 1)
  }

  @Test func `a task that polls does not keep time from moving`() async throws {
    try await withVirtualTime(limit: 20_000) {
      let isDone = Locked(false)
      Env.scheduler().schedule(after: .seconds(1)) { isDone.withLock { $0 = true } }
      while !isDone.withLock({ $0 }) { await Task.yield() }
      #expect(Env.date() == start + 1)
    }
  }

  @Test func `a detached task sees the time of its run, and so does what it starts`() async throws {
    let dates = try await withVirtualTime {
      try await Task.detached {
        try await Env.sleep(for: .seconds(60))
        let inner = try await Task.detached {
          try await Env.sleep(for: .seconds(60))
          return Env.date()
        }.value
        return [Env.date(), inner]
      }.value
    }
    #expect(dates == [start + 120, start + 120])
  }

  @Test func `detached tasks of many runs at once see each its own`() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          try await withVirtualTime {
            let own = Date(timeIntervalSince1970: Double(number))
            Env.date = { own }
            return try await Task.detached {
              for _ in 0..<10 {
                try await Env.sleep(for: .milliseconds(number))
                guard Env.date() == own else { return false }
              }
              return true
            }.value
          }
        }
      }
      for try await isOwn in group { #expect(isOwn) }
    }
  }

  @Test func `a detached task is part of its run, and so is what it makes`() async throws {
    try await withVirtualTime {
      try await Task.detached {
        try await withVirtualTime { try await Env.sleep(for: .seconds(1)) }
        Env = .mock
        try await Env.sleep(for: .seconds(1))
      }.value
      #expect(Env.clock.now.offset == .seconds(2))
    }
  }

  @Test func `a seed inside a run is an issue`() async throws {
    try await withVirtualTime {
      await withKnownIssue { try await withVirtualTime(seed: 1) {} }
    }
  }

  // MARK: The end

  @Test func `what still waits when the body ends is cancelled`() async throws {
    let log = Locked<[String]>([])
    try await withVirtualTime {
      Task {
        do { try await Env.sleep(for: .seconds(10)) } catch { log.withLock { $0.append("\(error)") } }
        do { try await Env.sleep(for: .seconds(10)) } catch { log.withLock { $0.append("again") } }
      }
      Env.scheduler().schedule(after: .seconds(1)) { log.withLock { $0.append("work") } }
      Env.scheduler().schedule(every: .seconds(1)) { log.withLock { $0.append("timer") } }
    }
    #expect(log.withLock { $0 } == ["CancellationError()", "again"])
  }

  @Test(.timeLimit(.minutes(10))) func `a run lets go of everything when it has ended`() async throws {
    final class Held: Sendable {}
    weak var held: Held?
    weak var time: VirtualTime?
    do {
      let object = Held()
      held = object
      time = try await withVirtualTime {
        Env.locale = { withExtendedLifetime(object) { Locale(identifier: "en") } }
        Env.scheduler().schedule(after: .seconds(1)) { withExtendedLifetime(object) {} }
        Env.scheduler().schedule(every: .seconds(1)) { withExtendedLifetime(object) {} }
        Task { try await Env.sleep(for: .seconds(1)) }
        try await Env.sleep(for: .seconds(3))
        return Env.time
      }
    }
    // The last turns of the driver may still be on the main queue.
    while held != nil || time != nil { await MainActor.run {} }
  }

  @Test func `a Task.sleep that is cancelled as it begins is not reported as still running`() async throws {
    try await withVirtualTime {
      for _ in 0..<200 {
        let begins = Locked(false)
        let task = Task {
          begins.replace(with: true)
          try? await Task.sleep(for: .seconds(1_000))
        }
        await Env.time.standingStill {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              while !begins.withLock(\.self) { sched_yield() }
              task.cancel()
              continuation.resume()
            }
          }
        }
        await task.value
      }
    }
  }

  @Test func `neither is that of a body`() async throws {
    for _ in 0..<200 {
      let begins = Locked(false)
      let run = Task {
        defer { begins.replace(with: true) }
        try await withVirtualTime {
          begins.replace(with: true)
          try? await Task.sleep(for: .seconds(1_000))
        }
      }
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          while !begins.withLock(\.self) { sched_yield() }
          run.cancel()
          continuation.resume()
        }
      }
      try await run.value
    }
  }

  @Test func `what still runs although it is cancelled is reported by name`() async throws {
    let isOver = Locked(false)
    defer { isOver.withLock { $0 = true } }
    let line = #line + 6
    // In no test's environment, since such a task may hold its own forever.
    try await EnvironmentScope.root.run {
      try await withKnownIssue {
        try await withVirtualTime {
          let _: Task<Void, Never> = Task(name: "stubborn") {
            while !isOver.withLock({ $0 }) { try? await Env.sleep(for: .seconds(1)) }
          }
        }
      } matching: {
        $0.description.contains("task \"stubborn\" at GlobalEnvironmentTimeTests/VirtualTimeRunTests.swift:\(line)")
      }
    }
  }

  @Test func `a task that looks whether it is cancelled ends with the body`() async throws {
    let rounds = Locked(0)
    try await withVirtualTime {
      Task {
        while !Task.isCancelled {
          try? await Env.sleep(for: .seconds(1))
          rounds.withLock { $0 += 1 }
        }
      }
      try await Env.sleep(for: .milliseconds(2_500))
    }
    #expect(rounds.withLock { $0 } == 3)
  }

  @Test func `fresh tasks that are cancelled before they sleep are no loop, however many`() async throws {
    try await withVirtualTime {
      for _ in 0..<10_050 { async let _: Void = Env.sleep(for: .seconds(1)) }
      #expect(Env.clock.now.offset == .zero)
    }
    for _ in 0..<10_050 {
      let task = Task { try? await Env.sleep(for: .seconds(1)) }
      task.cancel()
      await task.value
    }
  }

  @Test(.whereYieldsShow) func `two cancelled tasks that go on between other things are reported, both`() async throws {
    let isOver = Locked(false)
    defer { isOver.withLock { $0 = true } }
    let line = #line + 7
    // In no test's environment, since such tasks may hold their own forever.
    try await EnvironmentScope.root.run {
      try await withKnownIssue {
        try await withVirtualTime {
          for _ in 0..<2 {
            Task {
              while !isOver.withLock({ $0 }) { try? await Env.sleep(for: .seconds(1)); await Task.yield() }
            }
          }
          try await Env.sleep(for: .seconds(5))
        }
      } matching: {
        $0.description.contains("VirtualTimeRunTests.swift:\(line), cancelled")
      }
    }
  }

  @Test func `repeating work of an inner mock goes on as long as the run`() async throws {
    try await withVirtualTime {
      let count = Locked(0)
      withEnvironment(.mock) { _ = Env.scheduler().schedule(every: .seconds(1)) { count.withLock { $0 += 1 } } }
      try await Env.sleep(for: .milliseconds(5_500))
      #expect(count.withLock { $0 } == 5)
    }
  }

  @Test func `a cancelled task that ignores it and sleeps again and again does not hang the run`() async throws {
    let isOver = Locked(false)
    defer { isOver.withLock { $0 = true } }
    // In no test's environment, since such a task may hold its own forever.
    try await EnvironmentScope.root.run {
      try await withKnownIssue {
        try await withVirtualTime {
          let task = Task { while !isOver.withLock({ $0 }) { try? await Env.sleep(for: .seconds(1)) } }
          try await Env.sleep(for: .seconds(5))
          task.cancel()
          try await Env.sleep(for: .seconds(5))
        }
      } matching: {
        $0.description.contains("still runs although it has been cancelled")
      }
    }
  }

  @Test func `cancelling a run from outside wakes its body wherever that sleeps`() async throws {
    let (started, begun) = AsyncStream<Void>.makeStream()
    let task = Task {
      defer { begun.finish() }
      try await withVirtualTime {
        begun.yield()
        // Not forever, and not within any time that a test takes.
        for _ in 0..<1_000_000_000 { try await Env.sleep(for: .seconds(1)) }
      }
    }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `cancelling a run cancels its body`() async throws {
    let task = Task {
      try await withVirtualTime {
        withUnsafeCurrentTask { $0?.cancel() }
        try await Env.sleep(for: .seconds(1))
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }

    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await withVirtualTime { try await Env.sleep(for: .seconds(1)) }
    }
    await #expect(throws: CancellationError.self) { try await before.value }
  }

  // MARK: Stuck

  @Test func `a run in a task that is cancelled already does not begin`() async {
    for _ in 0..<100 {
      let hasBegun = Locked(false)
      let run = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await withVirtualTime { hasBegun.withLock { $0 = true } }
      }
      await #expect(throws: CancellationError.self) { try await run.value }
      #expect(!hasBegun.withLock { $0 })
    }
  }

  @Test func `a body that waits for what never happens ends with an error that tells what it knows`() async throws {
    let line = #line + 2
    func wait() async throws {
      try await withVirtualTime {
        try await Env.sleep(for: .seconds(90))
        for await _ in AsyncStream<Int>.makeStream().stream {}
      }
    }
    let error = await #expect(throws: StuckError.self) { try await wait() }
    #expect(error?.date == start + 90)
    #expect(error?.description.contains("VirtualTimeRunTests.swift:\(line)") == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("+90.0 s: a task wakes") == true, "\(error?.description ?? "")")
  }

  @Test func `a sleep without end is stuck, and named`() async throws {
    let error = await #expect(throws: StuckError.self) {
      try await withVirtualTime { try await Env.sleep(for: .seconds(Int64.max)) }
    }
    #expect(error?.pending.count == 1)
    #expect(error?.description.contains("forever") == true)
  }

  @Test func `a body that cannot even be cancelled is left behind`() async throws {
    // In no test's environment, since it will hold its own forever.
    let task = EnvironmentScope.root.run {
      Task.detached {
        try await withVirtualTime {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
    }
    await #expect(throws: StuckError.self) { try await task.value }
  }

  @Test func `a body that was left behind, and ends one day, is over`() async throws {
    let run = VirtualTimeRun(limits: VirtualTimeLimits(patience: .zero, rounds: 0), place: nil)
    let answer = Locked<UnsafeContinuation<Void, Never>?>(nil)
    let sleeper = Locked<Task<Void, Never>?>(nil)
    let (leftBehind, left) = AsyncStream<Void>.makeStream()
    let task = Task {
      defer { left.finish() }
      try await run.perform(onHopeless: { _ in left.yield() }) {
        sleeper.replace(with: Task { try? await Env.sleep(for: .farthest) })
        await withUnsafeContinuation { continuation in answer.withLock { $0 = continuation } }
      }
    }
    for await _ in leftBehind { break }
    answer.withLock { $0.take() }?.resume()
    await #expect(throws: StuckError.self) { try await task.value }
    // What has slept there is cancelled then.
    await sleeper.withLock { $0 }?.value
  }

  @Test func `the time of a run that has ended can be moved by hand`() async throws {
    let (time, woken) = try await withVirtualTime { (Env.time, Env) }
    let start = time.date
    let task = Task { try await woken.sleep(for: .seconds(5)) }
    while time.pending.isEmpty { await Task.yield() }
    await time.advance(by: .seconds(5))
    await time.run()
    try await task.value
    #expect(time.date == start + 5)
  }

  @Test func `work runs where it does in an app`() async throws {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    @Sendable func isOnMainQueue(_ scheduler: any WorkScheduler) async throws -> Bool? {
      let isOn = Locked<Bool?>(nil)
      scheduler.schedule(after: .seconds(1)) { isOn.replace(with: DispatchQueue.getSpecific(key: key) == true) }
      try await Env.sleep(for: .seconds(2))
      return isOn.withLock { $0 }
    }
    try await withVirtualTime {
      let isWorkOn = try await isOnMainQueue(Env.scheduler())
      let isBackgroundWorkOn = try await isOnMainQueue(Env.backgroundScheduler())
      Env = .mock
      let isThatOfInnerMockOn = try await isOnMainQueue(Env.backgroundScheduler())
      #expect([isWorkOn, isBackgroundWorkOn, isThatOfInnerMockOn] == [true, false, false])
    }
  }
}

private actor Relay {
  private let other = Other()

  func hop() async {
    await other.hop()
  }

  private actor Other {
    func hop() {}
  }
}
