import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// Time moves only when nothing can run.
@Suite(.environment(.mock))
struct ExactTimeTests {
  private let start = Date(timeIntervalSince1970: 1_573_548_300)

  @Test(.whereYieldsShow, arguments: [100, 5_000]) func `tasks that yield take no time`(count: Int) async throws {
    try await inVirtualTime {
      await Task { for _ in 0..<count { await Task.yield() } }.value
      await Task.detached { for _ in 0..<count { await Task.yield() } }.value
      await Task { @MainActor in for _ in 0..<count { await Task.yield() } }.value
      async let child: Void = { for _ in 0..<count { await Task.yield() } }()
      await child
    }
  }

  @Test func `a main actor that calls an actor again and again takes no time`() async throws {
    try await inVirtualTime {
      await Task { @MainActor in await Model().work(2_000, Worker()) }.value
      await Model().work(2_000, Worker())
    }
  }

  @Test func `a loop of sleeps for no time lets the task run that ends it`() async throws {
    try await inVirtualTime { @MainActor in
      let isReady = Locked(false)
      Task { isReady.replace(with: true) }
      while !isReady.withLock(\.self) { try await Env.sleep(for: .zero) }
    }
  }

  @Test func `a chain of tasks of the main actor takes no time`() async throws {
    try await inVirtualTime {
      await withCheckedContinuation { continuation in
        @MainActor func goOn(_ count: Int) {
          if count == 0 { continuation.resume() } else { Task { @MainActor in goOn(count - 1) } }
        }
        Task { @MainActor in goOn(2_000) }
      }
    }
  }

  @Test(.whereYieldsShow) func `a timeout around work that takes no time does not come`() async throws {
    try await withVirtualTime {
      try await Env.timeout(after: .seconds(5)) {
        await Task { @MainActor in await Model().work(1_000, Worker()) }.value
        await Task { for _ in 0..<5_000 { await Task.yield() } }.value
      }
    }
  }

  @Test func `blocks that put blocks on the main queue come before time moves`() async throws {
    for _ in 0..<20 {
      try await inVirtualTime { await putBlocksOnMainQueue(25) }
      try await inVirtualTime { @MainActor in await putBlocksOnMainQueue(1) }
    }
  }

  // Elsewhere, a run loop holds the main queue. In processes of their own, where no other test keeps it busy.
  #if os(Linux)
    @Test func `many blocks that put blocks on the main queue come before time moves, in many runs at once`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        try await withThrowingTaskGroup { group in
          for count in [31, 32, 33, 100, 1_000, 5_000] {
            group.addTask {
              try await withVirtualTime {
                try await Env.timeout(after: .seconds(1)) { await putBlocksOnMainQueue(count) }
              }
            }
          }
          try await group.waitForAll()
        }
      }
    }

    @Test func `blocks that never stop putting blocks on the main queue do not keep time from moving`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        @Sendable func spin() { DispatchQueue.main.async { spin() } }
        spin()
        try await withVirtualTime { for _ in 0..<50 { try await Env.sleep(for: .seconds(1)) } }
      }
    }
  #endif

  @Test func `a task that comes back from a queue goes on in its run, and so does what it starts`() async throws {
    for _ in 0..<50 {
      try await withVirtualTime {
        let run = try #require(TimelineDriver.running)
        await Task {
          await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
          #expect(TimelineDriver.running === run)
          await Task.detached { #expect(TimelineDriver.running === run) }.value
        }.value
      }
    }
  }

  @Test func `detached tasks of the main actor belong to the run, also after a yield`() async throws {
    try await withVirtualTime { @MainActor in
      let run = TimelineDriver.running
      try await Task.detached {
        #expect(TimelineDriver.running === run && Env.date() == start)
        await Task.yield()
        #expect(TimelineDriver.running === run && Env.date() == start)
        try await Env.sleep(for: .seconds(2))
        Env.hostName = { "set in the run" }
      }.value
      #expect(Env.date() == start + 2 && Env.hostName() == "set in the run")
    }
    #expect(Env.hostName() != "set in the run")
  }

  @Test func `a main actor's wake-up that comes after the wait is not lost`() async throws {
    try await withVirtualTime { @MainActor in
      let door = Door()
      for _ in 0..<100 {
        door.knock()
        await door.opened()
      }
    }
    try await withVirtualTime {
      let door = await MainActor.run { Door() }
      for _ in 0..<100 { await door.knockAndWait() }
    }
  }

  @Test func `tasks of all kinds run in the order in which they became ready`() async throws {
    for _ in 0..<20 {
      let order = try await withVirtualTime {
        let order = Locked<[Int]>([])
        await withTaskGroup { group in
          for number in 0..<3 {
            let first = Task { order.withLock { $0.append(3 * number) } }
            let second = Task.detached { order.withLock { $0.append(3 * number + 1) } }
            let third = Task { @MainActor in order.withLock { $0.append(3 * number + 2) } }
            group.addTask { for task in [first, second, third] { await task.value } }
          }
        }
        return order.withLock { $0 }
      }
      #expect(order == Array(0..<9))
    }
  }

  // MARK: Where code runs

  @Test func `the main queue may be waited for off the main actor`() async throws {
    #expect(try await withVirtualTime { await mainQueueAnswer() } == 1)
  }

  @Test func `code off the main actor is not on the main queue`() async throws {
    try await withVirtualTime { await checkOffMainQueue() }
  }

  @Test func `code of the main actor is on the main queue`() async throws {
    try await withVirtualTime {
      await MainActor.run {
        dispatchPrecondition(condition: .onQueue(.main))
        MainActor.assertIsolated()
      }
    }
  }

  #if os(Linux) || os(macOS)
    @Test func `assuming the main actor elsewhere ends the process, as in an app`() async {
      // A trap, not an error that was thrown.
      #if arch(x86_64)
        let trap = ExitTest.Condition.signal(SIGILL)
      #else
        let trap = ExitTest.Condition.signal(SIGTRAP)
      #endif
      await #expect(processExitsWith: trap) {
        Env = .mock
        try await withVirtualTime { await Task.detached { assumeMainActor() }.value }
      }
    }
  #endif

  // MARK: Others

  #if os(Linux) || os(macOS)
    @Test func `what a run assigns and resets leaves nothing in the process`() async {
      // In a process of its own, as other tests may write the root.
      await #expect(processExitsWith: .success) {
        Env = .live
        let (root, name) = (EnvironmentScope.root.revision, Env.hostName())
        try await withVirtualTime {
          Env = .mock
          Env.hostName = { "set in the run" }
          try await Env.sleep(for: .seconds(1))
          Env.reset()
          await Task.detached { Env.hostName = { "set in the run" } }.value
        }
        #expect(EnvironmentScope.root.revision == root && Env.hostName() == name)
        #expect(TimelineDriver.running == nil && !VirtualTimeRun.isUnderWay && Jobs.seam.successor == nil)
      }
    }
  #endif

  @Test @MainActor func `a main-actor test that waits for a detached task is not held up by a run`() async throws {
    async let run: Void = withVirtualTime { for _ in 0..<50 { try await Env.sleep(for: .seconds(1)) } }
    for _ in 0..<20 {
      waitForDetachedTask()
      await Task.yield()
    }
    try await run
  }

  @Test func `many runs that use the main actor at once all end`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<500 {
        group.addTask {
          try await withVirtualTime { @MainActor in
            for _ in 0..<5 {
              try await Env.sleep(for: .seconds(1))
              DispatchQueue.main.async {}
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Runs `body` in a virtual time in which something waits, and expects that no time passes.
  private func inVirtualTime(_ body: @escaping @isolated(any) @Sendable () async throws -> Void) async throws {
    try await withVirtualTime {
      let sleeper = Task { try await Env.sleep(for: .seconds(60)) }
      try await body()
      #expect(Env.date() == start)
      sleeper.cancel()
    }
  }
}

/// Waits for a block of the main queue, which the last of `count` blocks before it puts there.
private func putBlocksOnMainQueue(_ count: Int) async {
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    @Sendable func put(_ count: Int) {
      DispatchQueue.main.async { count == 0 ? continuation.resume() : put(count - 1) }
    }
    put(count)
  }
}

@concurrent private func mainQueueAnswer() async -> Int { DispatchQueue.main.sync { 1 } }

@concurrent private func checkOffMainQueue() async { dispatchPrecondition(condition: .notOnQueue(.main)) }

private func assumeMainActor() { MainActor.assumeIsolated {} }

private func waitForDetachedTask() {
  let semaphore = DispatchSemaphore(value: 0)
  Task.detached { semaphore.signal() }
  semaphore.wait()
}

private actor Worker {
  private var count = 0

  func work() { count += 1 }
}

@MainActor private final class Model {
  func work(_ count: Int, _ worker: Worker) async {
    for _ in 0..<count { await worker.work() }
  }
}

@MainActor private final class Door {
  private var waiting: CheckedContinuation<Void, Never>?

  func knock() {
    Task {
      waiting?.resume()
      waiting = nil
    }
  }

  func opened() async {
    await withCheckedContinuation { waiting = $0 }
  }

  func knockAndWait() async {
    knock()
    await opened()
  }
}
