import Dispatch
import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTime

/// What becomes of a run whose task blocks its thread.
@Suite(.hidesKnownIssues, .environment(.mock))
struct BlockedThreadTests {
  @Test func `a task that blocks its thread for another of its run is let go, and told`() async throws {
    try await withKnownIssue {
      try await withVirtualTime { blockForDetachedTask() }
    } matching: {
      $0.description.contains("blocked its thread")
    }
  }

  @Test func `a task that blocks its thread after it has waited is told with its own place`() async throws {
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

  #if os(Linux) || os(macOS)
    @Test func `a main-actor task that blocks for another of its run is let go, and told`() async throws {
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

  @Test func `a task that blocks after another was left behind is let go as well`() async throws {
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

  @Test func `time moves while a task blocks its thread for one that sleeps, and the task is told`() async throws {
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

  @Test func `a job that has ended when it would be left behind is not`() async throws {
    try await withVirtualTime {
      let run = try #require(TimelineDriver.running)
      let steps = run.steps
      await Task.yield()
      await MainActor.run {}
      run.leaveBehind(at: steps)
      #expect(!run.isBlocked)
    }
  }

  @Test func `twenty times a huge patience is no overflow`() {
    let limits = VirtualTimeLimits(patience: .seconds(Int64.max), rounds: 0)
    #expect(limits.patience * 20 > limits.patience)
  }

  @Test func `a task that blocks its thread for something real is not told`() async throws {
    try await withVirtualTime(patience: .seconds(60)) {
      let hasOtherRun = Locked(false)
      Task {
        hasOtherRun.withLock { $0 = true }
        try await Env.sleep(for: .seconds(1))
      }
      // Others are let go after some seconds. What it waits for comes much later.
      block(until: { hasOtherRun.withLock(\.self) }, andForSeconds: 3)
    }
  }
}

private func block(until isTrue: () -> Bool, andForSeconds seconds: Double) {
  while !isTrue() { Thread.sleep(forTimeInterval: 0.05) }
  Thread.sleep(forTimeInterval: seconds)
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
