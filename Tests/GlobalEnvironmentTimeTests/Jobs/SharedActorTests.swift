import Dispatch
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// Tests that run at once may use one actor. While another test's code runs there, time does not move over what waits for it.
///
/// Each has a process of its own: tests of other suites hold the main thread for long, on purpose.
@Suite(.environment(.mock))
struct SharedActorTests {
  @Test func `time does not move over calls of an actor that other tests use`() async {
    await #expect(processExitsWith: .success) {
      try await testsAtOnce { _ in
        for _ in 0..<300 {
          await Shared.instance.work()
          await MainActor.run {}
        }
      }
    }
  }

  @Test func `time does not move over tasks that begin on an actor that other tests use`() async {
    await #expect(processExitsWith: .success) {
      try await testsAtOnce { _ in
        for _ in 0..<300 { await Task { @Side in await MainActor.run {} }.value }
      }
    }
  }

  @Test func `time does not move over waits within an actor that other tests use`() async {
    await #expect(processExitsWith: .success) {
      try await testsAtOnce { test in
        for index in 0..<100 {
          await withTaskGroup { group in
            for _ in 0..<3 { group.addTask { _ = await Shared.instance.value("\(test) \(index)") } }
          }
        }
      }
    }
  }

  @Test func `time does not move over a call of an actor that another test holds when a sleep begins meanwhile`() async
  {
    await #expect(processExitsWith: .success) {
      Env = .mock
      let (holds, hold) = AsyncStream.makeStream(of: Void.self)
      let waiting = Locked<TimelineDriver?>(nil)
      try await withThrowingTaskGroup { group in
        group.addTask {
          try await withVirtualTime {
            await Shared.instance.perform {
              hold.finish()
              while waiting.withLock({ $0 == nil }) {}
              // A task of the other test could begin a sleep on this thread, which wakes that test's loop.
              for _ in 0..<20 {
                for _ in 0..<100 { waiting.withLock { $0 }?.wake() }
                work(for: .milliseconds(2))
              }
            }
          }
        }
        group.addTask {
          try await withVirtualTime {
            await Env.time.standingStill { for await _ in holds {} }
            waiting.replace(with: TimelineDriver.ofRun)
            try await Env.timeout(after: .seconds(1)) { await Shared.instance.work() }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `time does not move over a call of an actor whose turn waits for a main queue at work`() async {
    await #expect(processExitsWith: .success) {
      Env = .mock
      let (holds, held) = AsyncStream.makeStream(of: Void.self)
      try await withThrowingTaskGroup { group in
        group.addTask {
          try await withVirtualTime {
            await Shared.instance.work()
            await Shared.instance.perform {
              held.finish()
              // The call of the other test waits for this actor by then.
              work(for: .milliseconds(100))
              DispatchQueue.main.async { work(for: .milliseconds(800)) }
              // This runs next, on the main queue. The call comes after it.
              Task { @MainActor in }
            }
          }
        }
        group.addTask {
          try await withVirtualTime {
            await Shared.instance.work()
            await Env.time.standingStill { for await _ in holds {} }
            try await Env.timeout(after: .seconds(1)) { await Shared.instance.work() }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `time does not move over a call that goes from an actor of one test to that of another`() async {
    await #expect(processExitsWith: .success) {
      Env = .mock
      let (first, second) = (Shared(), Shared())
      let (meeting, meet) = AsyncStream.makeStream(of: Void.self)
      let (holds, hold) = AsyncStream.makeStream(of: Void.self)
      let (third, beginThird) = AsyncStream.makeStream(of: Void.self)
      let isSecondHeld = Locked(false)
      try await withThrowingTaskGroup { group in
        group.addTask {
          try await withVirtualTime {
            await first.perform {
              meet.finish()
              work(for: .milliseconds(50))
            }
            for _ in 0..<10 { await Task.yield() }
            await first.perform {
              hold.finish()
              work(for: .milliseconds(50))
              // The call waits for this actor by now, and its test for this one: it does not know of the third.
              beginThird.finish()
              while !isSecondHeld.withLock({ $0 }) {}
            }
          }
        }
        group.addTask {
          try await withVirtualTime {
            await Env.time.standingStill { for await _ in third {} }
            await second.perform {
              isSecondHeld.replace(with: true)
              work(for: .milliseconds(50))
            }
          }
        }
        group.addTask {
          try await withVirtualTime {
            await Env.time.standingStill { for await _ in meeting {} }
            await first.work()
            // The thread of the first test shows this jump: now both are known to share an actor. Hooks do not show a yield.
            await MainActor.run {}
            await Env.time.standingStill { for await _ in holds {} }
            try await Env.timeout(after: .seconds(1)) { await first.work(before: second) }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `time does not move over a call that goes from the thread of another test to the main queue`() async {
    await #expect(processExitsWith: .success) {
      Env = .mock
      let (holds, hold) = AsyncStream.makeStream(of: Void.self)
      try await withThrowingTaskGroup { group in
        group.addTask {
          try await withVirtualTime {
            await Shared.instance.perform {
              hold.finish()
              // The call waits for this actor by then.
              work(for: .milliseconds(50))
              DispatchQueue.main.async { work(for: .milliseconds(100)) }
            }
          }
        }
        group.addTask {
          try await withVirtualTime {
            await Env.time.standingStill { for await _ in holds {} }
            try await Env.timeout(after: .seconds(1)) {
              await Shared.instance.work()
              await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `a run does not end while its task waits for an actor that another test holds`() async {
    await #expect(processExitsWith: .success) {
      for isOutside in [false, true] { try await Self.holdActor(isOutside) }
    }
  }

  private static func holdActor(_ isOutside: Bool) async throws {
    Env = .mock
    let (holds, hold) = AsyncStream.makeStream(of: Void.self)
    let (hasEnded, hasBodyEnded) = (Locked(false), Locked(false))
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await withVirtualTime {
          await Shared.instance.perform {
            hold.finish()
            while !hasBodyEnded.withLock({ $0 }) {}
            work(for: .milliseconds(50))
          }
        }
      }
      group.addTask {
        try await withVirtualTime {
          await Env.time.standingStill { for await _ in holds {} }
          Task {
            if isOutside { await Env.time.standingStill { for await _ in AsyncStream<Never>.makeStream().stream {} } }
            await Shared.instance.work()
            hasEnded.replace(with: true)
          }
          await Task.yield()
          hasBodyEnded.replace(with: true)
        }
        #expect(hasEnded.withLock { $0 })
      }
      try await group.waitForAll()
    }
  }
}

/// Runs `body`, which takes no time, in several runs, each with a time limit.
private func testsAtOnce(_ body: @escaping @Sendable (_ test: Int) async -> Void) async throws {
  Env = .mock
  try await withThrowingTaskGroup { group in
    for test in 0..<6 {
      group.addTask {
        try await withVirtualTime {
          let sleeper = Task { try await Env.sleep(for: .seconds(60)) }
          try await Env.timeout(after: .seconds(1)) { await body(test) }
          sleeper.cancel()
        }
      }
    }
    try await group.waitForAll()
  }
}

/// Keeps a processor at work.
private func work(for duration: Duration) {
  let end = ContinuousClock.now + duration
  while ContinuousClock.now < end {}
}

@globalActor private actor Side {
  static let shared = Side()
}

private actor Shared {
  static let instance = Shared()

  private var inFlight: [String: Task<Int, Never>] = [:]

  private var calls = 0

  /// Changes something. Otherwise the compiler does not go to the actor at all.
  func work() { calls += 1 }

  func work(before other: Shared) async {
    work()
    await other.work()
  }

  func perform(_ work: @Sendable () -> Void) { work() }

  /// Makes each value once, as a cache does.
  func value(_ name: String) async -> Int {
    if let task = inFlight[name] { return await task.value }
    let task = Task {
      await MainActor.run {}
      return name.count
    }
    inFlight[name] = task
    return await task.value
  }
}
