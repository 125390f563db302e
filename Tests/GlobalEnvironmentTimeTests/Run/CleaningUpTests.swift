import Dispatch
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// A task that is cancelled at the end of its run, and has something to do before it ends, is waited for, and not reported.
@Suite(.whereYieldsShow)
struct CleaningUpTests {

  @Test(arguments: Step.allCases, Step.allCases)
  func `a task that cleans up ends within its run, whatever it does`(first: Step, second: Step) async throws {
    for waiting in Waiting.allCases {
      let hasEnded = Locked(false)
      try await withVirtualTime {
        // If a detached task begins a task on an actor that other tests use, it is unknown whose that task is.
        let elsewhere = waiting == .sleepInDetached ? Elsewhere() : .shared
        let cleaner = Cleaner(steps: [first, second, first], elsewhere: elsewhere)
        cleaner.begin(waiting) { hasEnded.withLock { $0 = true } }
      }
      #expect(hasEnded.withLock { $0 }, "\(waiting)")
    }
  }

  /// What a cancelled task does.
  enum Step: CaseIterable, Sendable {
    case yields, sleeps, asksActor, sleepsOnActor, waitsForQueue, entersMainActor, waitsForDetached,
      waitsForSleepingTask
    case waitsForGroup, waitsForMainQueue, waitsForWork, hasTimeout, waitsForTaskOnActor, waitsForQueueInDetached
    case waitsForQueueInTask, sleepsInRealTime
  }

  /// What a task waits for when its run ends.
  enum Waiting: CaseIterable {
    case sleep, sleepInDetached, sleepOnMainActor, outside
  }
}

private actor Elsewhere {
  static let shared = Elsewhere()

  private var answers = 0

  func answer() async {
    answers += 1
    await Task.yield()
  }
  func task() -> Task<Void, Never> {
    Task {
      answers += 1
      await Task.yield()
    }
  }
  func sleep() async { try? await Env.sleep(for: .seconds(5)) }
}

private struct Cleaner: Sendable {
  let steps: [CleaningUpTests.Step]
  let elsewhere: Elsewhere

  func begin(_ waiting: CleaningUpTests.Waiting, _ end: @escaping @Sendable () -> Void) {
    @Sendable func cleanUp() async {
      for step in steps { await take(step) }
      end()
    }
    switch waiting {
    case .sleep:
      Task {
        try? await Env.sleep(for: .seconds(60))
        await cleanUp()
      }
    case .sleepInDetached:
      Task.detached {
        try? await Env.sleep(for: .seconds(60))
        await cleanUp()
      }
    case .sleepOnMainActor:
      Task { @MainActor in
        try? await Env.sleep(for: .seconds(60))
        await cleanUp()
      }
    case .outside:
      Task {
        await Env.time.standingStill { for await _ in AsyncStream<Int>.makeStream().stream {} }
        await cleanUp()
      }
    }
  }

  private func take(_ step: CleaningUpTests.Step) async {
    let time = Env.time
    switch step {
    case .yields: for _ in 0..<3 { await Task.yield() }
    case .sleeps: try? await Env.sleep(for: .seconds(2))
    case .asksActor: await elsewhere.answer()
    case .sleepsOnActor: await elsewhere.sleep()
    case .waitsForQueue: await time.standingStill { await queue() }
    case .entersMainActor: await MainActor.run {}
    case .waitsForDetached: await Task.detached { await Task.yield() }.value
    case .waitsForSleepingTask: await Task { try? await Env.sleep(for: .seconds(3)) }.value
    case .waitsForGroup:
      await withTaskGroup { group in for _ in 0..<3 { group.addTask { try? await Env.sleep(for: .seconds(3)) } } }
    case .waitsForMainQueue:
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    case .waitsForWork:
      await withCheckedContinuation { continuation in Env.scheduler().schedule { continuation.resume() } }
    case .hasTimeout: try? await Env.timeout(after: .seconds(3)) { try await Env.sleep(for: .seconds(1)) }
    case .waitsForTaskOnActor: await elsewhere.task().value
    case .waitsForQueueInDetached: await time.standingStill { await Task.detached { await queue() }.value }
    case .waitsForQueueInTask: await Task { await time.standingStill { await queue() } }.value
    case .sleepsInRealTime: try? await Task.sleep(for: .milliseconds(1))
    }
  }
}

private func queue() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { continuation.resume() }
  }
}
