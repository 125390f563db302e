import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// What a run does is one order, whatever goes on beside it.
@Suite(.whereYieldsShow)
struct OneOrderTests {

  @Test func `a run has one order, alone and many at once`() async throws {
    var orders: Set<[String]> = []
    for _ in 0..<100 { orders.insert(try await order()) }
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<100 { group.addTask { try await order() } }
      for try await order in group { orders.insert(order) }
    }
    #expect(orders.count == 1)
  }

  @Test func `a run has one order beside tasks that use the main actor again and again`() async throws {
    let expected = try await order()
    try await besideBusyMainActor {
      for _ in 0..<30 {
        let order = try await order()
        #expect(order == expected)
      }
    }
  }

  @Test func `each seed is one order, beside others and many at once`() async throws {
    try await besideBusyMainActor {
      for seed in 0..<20 as Range<Int> {
        let expected = try await order(seed: seed)
        try await withThrowingTaskGroup(of: [String].self) { group in
          for _ in 0..<5 { group.addTask { try await order(seed: seed) } }
          for try await order in group { #expect(order == expected, "seed \(seed)") }
        }
      }
    }
  }

  @Test func `several seeded runs go on at once`() async throws {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let (started, begun) = AsyncStream<Void>.makeStream()
    let first = Task {
      defer { begun.finish() }
      try await withVirtualTime(seed: 1) {
        begun.yield()
        await Env.time.standingStill { for await _ in gate { break } }
      }
    }
    for await _ in started { break }
    try await withVirtualTime(seed: 2) { try await Env.sleep(for: .seconds(1)) }
    opened.yield()
    try await first.value
  }

  @Test func `a seed never reorders tasks of the main actor`() async throws {
    for seed in 0..<20 as Range<Int> {
      let order = try await withVirtualTime(seed: seed) {
        let order = Locked<[Int]>([])
        let tasks = (0..<5).map { number in Task { @MainActor in order.withLock { $0.append(number) } } }
        for task in tasks { await task.value }
        return order.withLock { $0 }
      }
      #expect(order == Array(0..<5))
    }
  }

  @Test func `a race whose parts lie twenty steps apart is found by several of a hundred seeds`() async throws {
    var found = 0
    for seed in 0..<100 as Range<Int> {
      if try await overdraws(seed: seed, apart: 20) { found += 1 }
    }
    #expect(found >= 3, "\(found)")
  }

  /// Whether two tasks both see a balance that only one may take; the second begins some steps later.
  private func overdraws(seed: Int, apart: Int) async throws -> Bool {
    try await withVirtualTime(seed: seed) {
      let account = Account()
      let first = Task { await account.withdraw() }
      let second = Task { await account.withdraw(after: apart) }
      return [await first.value, await second.value] == [true, true]
    }
  }

  /// Runs `body` while tasks outside of virtual time use the main actor.
  private func besideBusyMainActor(_ body: () async throws -> Void) async throws {
    let others = (0..<2).map { _ in Task.detached { await keepMainActorBusy() } }
    defer { for other in others { other.cancel() } }
    try await body()
  }

  /// Tasks of all kinds that tell in which order they come.
  private func order(seed: Int? = nil) async throws -> [String] {
    try await withVirtualTime(seed: seed) {
      let log = Locked<[String]>([])
      @Sendable func note(_ text: String) {
        let time = Env.clock.now.offset
        log.withLock { $0.append("\(time) \(text)") }
      }
      let worker = Worker()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for child in 0..<4 {
          group.addTask {
            for round in 0..<3 {
              try await Env.sleep(for: .seconds(child + round))
              note("child \(child).\(round) \(await worker.work())")
            }
          }
        }
        group.addTask { try await onMainActor(worker, note) }
        group.addTask {
          for round in 0..<5 {
            await Task { @MainActor in
              note("main task \(round)")
              Task.detached { note("detached \(round)") }
            }.value
            try await Env.sleep(for: .seconds(1))
          }
        }
        group.addTask {
          for _ in 0..<20 { await Task.yield() }
          note("yielded")
        }
        try await group.waitForAll()
      }
      try await Env.sleep(for: .seconds(3))
      return log.withLock { $0 }
    }
  }
}

@MainActor private func keepMainActorBusy() async {
  let worker = Worker()
  while !Task.isCancelled {
    for _ in 0..<50 {
      _ = await worker.work()
      await Task.yield()
    }
    // Without a pause, all tests beside this one would be late.
    try? await Task.sleep(for: .milliseconds(5))
  }
}

@MainActor private func onMainActor(_ worker: Worker, _ note: @Sendable (String) -> Void) async throws {
  for round in 0..<3 {
    note("main \(round)")
    try await Env.sleep(for: .seconds(1))
    await Task.yield()
    note("main \(round) \(await worker.work())")
  }
}

private actor Worker {
  private var count = 0

  func work() -> Int {
    count += 1
    return count
  }
}

/// An account with the classic mistake: what it has read may be old when it writes.
private actor Account {
  private var balance = 50

  nonisolated func withdraw(after yields: Int) async -> Bool {
    for _ in 0..<yields { await Task.yield() }
    return await withdraw()
  }

  func withdraw() async -> Bool {
    guard balance >= 50 else { return false }
    await authorize()
    balance -= 50
    return true
  }

  private nonisolated func authorize() async {
    await Task.yield()
  }
}
