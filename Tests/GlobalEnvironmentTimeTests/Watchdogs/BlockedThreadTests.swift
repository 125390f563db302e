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

private struct SlowModel {
  func sleepAndBlock() async throws {
    try await Env.sleep(for: .seconds(10))
    blockForDetachedTask()
  }
}
