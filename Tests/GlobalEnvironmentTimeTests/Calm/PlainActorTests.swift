import Dispatch
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// Time does not move over a task of a run that is ready, or runs, where no run sees it.
@Suite(.environment(.mock)) struct PlainActorTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a call waits for an actor that code of no run holds`() async throws {
    let (actor, isCalled) = (Desk(), DispatchSemaphore(value: 0))
    let isHeld = actor.hold {
      isCalled.wait()
      work(for: .milliseconds(20))
    }
    try await withVirtualTime {
      await Env.time.standingStill { for await _ in isHeld {} }
      try await Env.timeout(after: .seconds(1)) {
        // The call is queued when this block runs, or it is about to be.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { isCalled.signal() }
        await actor.perform {}
      }
      #expect(milliseconds == 0)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test(.virtualTime, arguments: 0..<20) func `a call of an actor on a queue of its own`(_: Int) async throws {
    let actor = DeskOnQueue()
    try await Env.timeout(after: .seconds(1)) {
      await actor.perform { work(for: .milliseconds(2)) }
      await actor.perform { work(for: .milliseconds(2)) }
    }
    #expect(milliseconds == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(.virtualTime, arguments: 0..<20)
  func `a task with an executor of its own`(_: Int) async throws {
    let queue = QueueForTasks()
    try await Env.timeout(after: .seconds(1)) {
      await withTaskExecutorPreference(queue) { work(for: .milliseconds(5)) }
    }
    #expect(milliseconds == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `an actor that stays busy holds time for some seconds only`() async throws {
    let (actor, isOver) = (Desk(), DispatchSemaphore(value: 0))
    let isHeld = actor.hold { isOver.wait() }
    try await withVirtualTime {
      try #require(TimelineDriver.ofRun).state.withLock { $0.waitingTasks.patience = .milliseconds(20) }
      await Env.time.standingStill { for await _ in isHeld {} }
      let call = Task { await actor.perform {} }
      try await Env.sleep(for: .seconds(1))
      #expect(milliseconds == 1_000)
      isOver.signal()
      await call.value
    }
  }

  @Test(.virtualTime, arguments: [true, false])
  func `a task that has waited is released before its result is used`(endsOnActor: Bool) async throws {
    let actor = Desk()
    for _ in 0..<50 { #expect(await Page.load(over: endsOnActor ? actor : nil).page == nil) }
  }

  @Test func `a mock keeps no task that its time has woken`() async {
    #expect(await Page.loadAfterSleep().page == nil)
  }

  @Test func `an actor that plain tests use meanwhile`() async throws {
    let (actor, isOver) = (Desk(), Locked(false))
    await withTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          while !isOver.withLock({ $0 }) {
            await actor.perform { work(for: .microseconds(200)) }
            // Other tests need the processors, too.
            try? await Task.sleep(for: .microseconds(200))
          }
        }
      }
      for _ in 0..<20 {
        do {
          try await withVirtualTime {
            try await Env.timeout(after: .seconds(1)) { for _ in 0..<5 { await actor.perform {} } }
            #expect(milliseconds == 0)
          }
        } catch { Issue.record(error) }
      }
      isOver.replace(with: true)
    }
  }
}

private final class Page: Sendable {
  struct Weak { weak var page: Page? }

  /// Returns a page that only the task has held which has loaded it.
  static func load(over actor: Desk?) async -> Weak {
    let task = Task {
      await Task.yield()
      let page = Page()
      await actor?.perform {}
      return page
    }
    return Weak(page: await task.value)
  }

  /// The same for a task that has slept in a mock's time, and has waited for something else then.
  static func loadAfterSleep() async -> Weak {
    let (isOpen, open) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try? await Env.sleep(for: .seconds(1))
      for await _ in isOpen {}
      return Page()
    }
    await Env.time.advance(by: .seconds(1))
    open.finish()
    return Weak(page: await task.value)
  }
}

private actor Desk {
  private var calls = 0

  func perform(_ work: @Sendable () -> Void) {
    calls += 1
    work()
  }

  /// Runs work on this actor, in a task of no run, on a thread that no task needs. The stream ends when it runs.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  nonisolated func hold(with work: @escaping @Sendable () -> Void) -> AsyncStream<Void> {
    let (isHeld, hold) = AsyncStream.makeStream(of: Void.self)
    DispatchQueue.global().async {
      Task.detached(executorPreference: QueueForTasks()) {
        await self.perform {
          hold.finish()
          work()
        }
      }
    }
    return isHeld
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private actor DeskOnQueue {
  private let queue = QueueForActor()
  private var calls = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func perform(_ work: @Sendable () -> Void) {
    calls += 1
    work()
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private final class QueueForActor: SerialExecutor {
  private let queue = DispatchQueue(label: "actor")

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class QueueForTasks: TaskExecutor {
  private let queue = DispatchQueue(label: "tasks")

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Keeps a processor at work.
private func work(for duration: Duration) {
  let end = ContinuousClock.now + duration
  while ContinuousClock.now < end {}
}
