import Dispatch
import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTime

/// What becomes of a run whose task blocks its thread.
@Suite(
  .hidesKnownIssues, .environment(.mock),
  .enabled(if: VirtualTimeRun.refusal == nil, "Their threads wait for runs, which begin in no unknown runtime."))
struct BlockedThreadTests {
  @Test(.needsThreadStates) func `a task that blocks its thread for another of its run is let go, and told`()
    async throws
  {
    try await withKnownIssue {
      try await withVirtualTime { blockForDetachedTask() }
    } matching: {
      $0.description.contains("blocked its thread")
    }
  }

  @Test(.needsThreadStates) func `a task that blocks its thread after it has waited is told with its own place`()
    async throws
  {
    try await withKnownIssue {
      try await withVirtualTime {
        let neighbour = Task { try await Env.sleep(for: .seconds(20)) }
        try await SlowModel().sleepAndBlock()
        try await neighbour.value
      }
    } matching: {
      $0.description.contains("SlowModel.sleepAndBlock()")
    }
  }

  @Test(.needsThreadStates) func `a guest of a run is still none of its own while it is left behind`()
    async throws
  {
    let (gate, wakes) = AsyncStream.makeStream(of: Void.self)
    let (mayLook, hasLooked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let worker = Task.detached {
      for await _ in gate { break }
      block(on: mayLook)
      defer { hasLooked.signal() }
      return TimelineDriver.ofRun == nil
    }
    try await withVirtualTime {
      wakes.yield()
      let other = Task {
        mayLook.signal()
        block(on: hasLooked)
      }
      #expect(await worker.value)
      await other.value
    }
  }

  #if os(Linux) || os(macOS)
    @Test(.needsThreadStates) func `a main-actor task that blocks for another of its run is let go, and told`()
      async throws
    {
      // In a process of its own, where no other test waits for the main queue.
      await #expect(processExitsWith: .success) {
        Env = .mock
        try await withKnownIssue {
          try await withVirtualTime { @MainActor in blockForDetachedTask() }
        } matching: {
          $0.description.contains("blocked its thread")
        }
      }
    }

    @Test func `an XCTest that blocks the main thread for code that needs it is given up`() async throws {
      await #expect(processExitsWith: .success) {
        Env = .mock
        // In this process the test has the main queue, as a synchronous one of XCTest has.
        await MainActor.run {
          let run = VirtualTimeRun(limits: VirtualTimeLimits(patience: .milliseconds(50), rounds: 0), place: nil)
          let error = Locked<StuckError?>(nil)
          let isStuck = DispatchSemaphore(value: 0)
          let scope = run.begin(in: nil) {
            error.replace(with: $0)
            isStuck.signal()
          }
          scope.run {
            _ = Task { @MainActor in }
            withExtendedLifetime(run) { _ = isStuck.wait(timeout: .now() + 60) }
          }
          let description = error.withLock { $0?.description } ?? ""
          #expect(description.contains("The main thread is blocked"), "\(description)")
        }
      }
    }

    @Test(.needsThreadStates) func `a main-actor task that blocks for one behind a third is let go, and told`()
      async throws
    {
      await #expect(processExitsWith: .success) {
        Env = .mock
        try await withKnownIssue {
          try await withVirtualTime { @MainActor in
            Task {}
            blockForDetachedTask()
          }
        } matching: {
          $0.description.contains("blocked its thread")
        }
      }
    }

    @Test func `a main-actor task that blocks forever beside other code of the main actor is given up`() async throws {
      await #expect(processExitsWith: .success) {
        Env = .mock
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let error = await #expect(throws: StuckError.self) {
          try await withVirtualTime(patience: .milliseconds(100)) { @MainActor in
            Task {}
            block(for: gate)
          }
        }
        let description = error?.description ?? ""
        #expect(description.contains("blocks its thread"), "\(description)")
      }
    }

    @Test func `a run that waits for a main queue that stands still is given up`() async throws {
      await #expect(processExitsWith: .success) {
        Env = .mock
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        var limits = VirtualTimeLimits(patience: .zero, rounds: 0)
        limits.patienceWithOthers = .seconds(1)
        let run = VirtualTimeRun(limits: limits, place: nil)
        let (errors, error) = AsyncStream<StuckError>.makeStream()
        let task = Task {
          defer { error.finish() }
          try await run.perform(onHopeless: { error.yield($0) }) {
            DispatchQueue.main.async { gate.wait() }
            try await Env.sleep(for: .seconds(1))
          }
        }
        for await error in errors {
          #expect(error.description.contains("The main thread is blocked"), "\(error)")
          break
        }
        withExtendedLifetime(task) {}
      }
    }
  #endif

  @Test func `a task that asks an actor in a loop without rest lets others run, and is told`() async throws {
    try await withKnownIssue {
      try await withVirtualTime(patience: .zero) {
        let work = Work()
        Task {
          try await Env.sleep(for: .seconds(1))
          await work.end()
        }
        // A call of an actor that is free does not end the job of the task.
        while await !work.isOver {}
      }
    } matching: {
      $0.description.contains("blocked its thread")
    }
  }

  @Test(.needsThreadStates) func `a task that blocks after another was left behind is let go as well`() async throws {
    try await withKnownIssue {
      try await withVirtualTime {
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        await withTaskGroup { group in
          group.addTask { block(for: first) }
          group.addTask {
            first.signal()
            block(for: second)
          }
          group.addTask { second.signal() }
        }
      }
    } matching: {
      $0.description.contains("blocked its thread")
    }
  }

  @Test(.needsThreadStates) func `time moves while a task blocks its thread for one that sleeps, and the task is told`()
    async throws
  {
    try await withKnownIssue {
      try await withVirtualTime(patience: .zero) {
        let start = Env.date()
        let gate = DispatchSemaphore(value: 0)
        Task {
          try await Env.sleep(for: .seconds(10))
          gate.signal()
        }
        // It has begun to sleep then.
        await Env.time.settle()
        block(for: gate)
        #expect(Env.date() == start + 10)
      }
    } matching: {
      $0.description.contains("blocked its thread")
    }
  }

  @Test(arguments: [false, true])
  func `a body that blocks its thread for what never happens is given up, with its place`(
    besideOther: Bool
  ) async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    // In no test's environment, since it holds its own until then.
    let task = EnvironmentScope.root.run {
      Task.detached {
        try await withVirtualTime(patience: .milliseconds(100)) {
          if besideOther { Task { try await Env.sleep(for: .seconds(10)) } }
          try await SlowModel().sleepAndWait(for: gate)
        }
      }
    }
    let description = try #require(await #expect(throws: StuckError.self) { try await task.value }).description
    #expect(description.contains("blocks its thread"), "\(description)")
    #expect(description.contains("SlowModel.sleepAndWait("), "\(description)")
  }

  @Test func `a task that blocks its thread after the body has ended is told`() async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    // In no test's environment, since it holds its own until then.
    try await EnvironmentScope.root.run {
      try await withKnownIssue {
        try await withVirtualTime(patience: .zero) {
          Task { try await SlowModel().sleepAndWait(for: gate) }
          try await Env.sleep(for: .seconds(10))
        }
      } matching: {
        $0.description.contains("blocks its thread") && $0.description.contains("SlowModel.sleepAndWait(")
      }
    }
  }

  @Test func `runs are given up while the cancellation of another blocks its thread`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (cancellations, cancellation) = AsyncStream<Void>.makeStream()
    // In no test's environment, since it holds its own until then.
    let task = EnvironmentScope.root.run {
      Task.detached {
        try await withVirtualTime(patience: .zero) {
          try await withTaskCancellationHandler {
            try await Env.sleep(for: .farthest)
          } onCancel: {
            cancellation.yield()
            gate.wait()
          }
        }
      }
    }
    for await _ in cancellations { break }
    await #expect(throws: StuckError.self) {
      try await withVirtualTime(patience: .zero) { try await Env.sleep(for: .farthest) }
    }
    gate.signal()
    await #expect(throws: StuckError.self) { try await task.value }
  }

  @Test func `a job that has ended when it would be left behind is not`() async throws {
    try await withVirtualTime {
      let run = try #require(TimelineDriver.running)
      let steps = run.steps
      await Task.yield()
      await MainActor.run {}
      run.abandonBlockedThread(at: steps)
      #expect(run.blocked.isEmpty)
    }
  }

  @Test func `twenty times a huge patience is no overflow`() {
    let limits = VirtualTimeLimits(patience: .seconds(Int64.max), rounds: 0)
    #expect(limits.patience * 20 > limits.patience)
  }

  @Test func `a task that blocks its thread for something real is not told`() async throws {
    try await withVirtualTime(patience: .seconds(60)) {
      let run = try #require(TimelineDriver.running)
      Task { try await Env.sleep(for: .seconds(1)) }
      // Others are let go after some seconds. What it waits for comes when nothing has been left to do for long.
      block(until: { run.state.withLock { $0.restsSince.map { .now - $0 > .seconds(1.5) } ?? false } })
    }
  }

  @Test func `a task that blocks its thread for something real that comes as soon as others have run is not told`()
    async throws
  {
    try await withVirtualTime {
      let run = try #require(TimelineDriver.running)
      let gate = DispatchSemaphore(value: 0)
      let hasRun = Locked(false)
      Task { hasRun.replace(with: true) }
      Thread.detachNewThread {
        block(until: {
          hasRun.withLock { $0 }
            && run.state.withLock { state in state.blocked.values.contains { $0.steps == state.steps } }
        })
        gate.signal()
      }
      block(for: gate)
    }
  }

  @Test func `a task that blocks its thread for seconds while something real is under way is not told`() async throws {
    try await withVirtualTime(patience: .seconds(60)) {
      let run = try #require(TimelineDriver.running)
      let request = run.beginOutside {}
      defer { run.endOutside(request) }
      Task { try await Env.sleep(for: .seconds(1)) }
      let start = ContinuousClock.now
      block(until: { .now - start > .seconds(3) })
      #expect(run.blocked.isEmpty)
    }
  }
}

private func block(until isTrue: () -> Bool) {
  while !isTrue() { Thread.sleep(forTimeInterval: 0.05) }
}

private func blockForDetachedTask() {
  let semaphore = DispatchSemaphore(value: 0)
  Task.detached { semaphore.signal() }
  semaphore.wait()
}

private func block(for gate: DispatchSemaphore) { gate.wait() }

private actor Work {
  private(set) var isOver = false

  func end() { isOver = true }
}

private struct SlowModel {
  func sleepAndBlock() async throws {
    try await Env.sleep(for: .seconds(10))
    blockForDetachedTask()
  }

  func sleepAndWait(for gate: DispatchSemaphore) async throws {
    try await Env.sleep(for: .seconds(10))
    block(for: gate)
  }
}

private func block(on semaphore: DispatchSemaphore) { _ = semaphore.wait(timeout: .now() + 60) }
