import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// Tasks that begin on an actor, which are not shown when they are made, belong to the run of the code that made them.
@Suite(.environment(.mock))
struct ActorTaskTests {
  @Test func `a task that an actor makes leaves it for the main actor within its run`() async throws {
    try await withVirtualTime {
      let run = try #require(TimelineDriver.running)
      #expect(await Feed().taskThatLeaves(for: run).value)
    }
  }

  @Test func `child tasks of an actor leave it for the main actor within their run`() async throws {
    try await withVirtualTime {
      let run = try #require(TimelineDriver.running)
      #expect(await Feed().groupThatLeaves(for: run) == [true, true, true])
    }
  }

  @Test(.whereYieldsShow) func `a detached task that begins on an actor goes on in the run of that actor's turn`()
    async throws
  {
    try await withVirtualTime {
      let run = try #require(TimelineDriver.running)
      let body: @Shelf @Sendable () async -> [Bool] = {
        let isAtHome = TimelineDriver.running === run
        await Task.yield()
        return [isAtHome, TimelineDriver.running === run]
      }
      #expect(await Task.detached(operation: body).value == [true, true])
    }
  }

  @Test func `code of an actor that a queue resumes goes on in its run`() async throws {
    try await withVirtualTime {
      let run = try #require(TimelineDriver.running)
      for _ in 0..<50 { #expect(await Feed().isAtHome(in: run)) }
    }
  }

  @Test func `an actor sleeps in its run after a queue has resumed it`() async throws {
    try await withVirtualTime {
      let start = Env.date()
      for _ in 0..<50 { try await Feed().sleepAfterQueue() }
      #expect(Env.date() == start + 50)
    }
  }

  @Test func `time stands still until an actor's code has done what follows the real wait`() async throws {
    for _ in 0..<50 {
      try await withVirtualTime {
        let feed = Feed()
        let start = Env.date()
        Task { try await Env.sleep(for: .seconds(1)) }
        #expect(await feed.dateAfterRealWait() == start)
      }
    }
  }

  @Test func `tasks that actors make have one order, alone and many at once`() async throws {
    let alone = try await orders(count: 50, atOnce: false)
    let together = try await orders(count: 50, atOnce: true)
    #expect(alone.union(together).count == 1, "\(alone.union(together))")
  }

  private func orders(count: Int, atOnce: Bool) async throws -> Set<String> {
    try await withThrowingTaskGroup(of: String.self) { group in
      var orders: Set<String> = []
      for _ in 0..<count {
        group.addTask { try await withVirtualTime { await Newsroom().order() } }
        if !atOnce, let order = try await group.next() { orders.insert(order) }
      }
      for try await order in group { orders.insert(order) }
      return orders
    }
  }
}

/// An actor that only one test uses.
@globalActor private actor Shelf {
  static let shared = Shelf()
}

private actor Feed {
  func taskThatLeaves(for run: TimelineDriver) -> Task<Bool, Never> {
    Task { await self.leave(in: run) }
  }

  func groupThatLeaves(for run: TimelineDriver) async -> [Bool] {
    await withTaskGroup { group in
      for _ in 0..<3 { group.addTask { await self.leave(in: run) } }
      var areAtHome: [Bool] = []
      for await isAtHome in group { areAtHome.append(isAtHome) }
      return areAtHome
    }
  }

  private func leave(in run: TimelineDriver) async -> Bool {
    let isAtHome = TimelineDriver.running === run
    await MainActor.run {}
    return isAtHome && TimelineDriver.running === run
  }

  func isAtHome(in run: TimelineDriver) async -> Bool {
    await comeBackFromQueue()
    let made = Task.detached { TimelineDriver.running === run }
    let isAtHome = TimelineDriver.running === run
    return await made.value && isAtHome
  }

  func sleepAfterQueue() async throws {
    await comeBackFromQueue()
    try await Env.sleep(for: .seconds(1))
  }

  func dateAfterRealWait() async -> Date {
    await Env.time.standingStill { await comeBackFromQueue() }
    return Env.date()
  }

  private func comeBackFromQueue() async {
    await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
  }
}

/// Reporters that make tasks, which visit the main actor and sleep.
private actor Newsroom {
  private var log = ""

  func order() async -> String {
    var tasks: [Task<Void, Never>] = []
    for name in ["a", "b", "c"] {
      tasks.append(
        Task {
          for day in 0..<3 {
            await MainActor.run {}
            log += "\(name)\(day) "
            try? await Env.sleep(for: .milliseconds(10 * (day % 2)))
          }
        })
    }
    for task in tasks { await task.value }
    return log
  }
}
