import GlobalEnvironmentMocks
import GlobalEnvironmentTesting
import Testing

/// What the process has only once, taken by many tests at once.
struct ExclusiveAccessTests {

  @Test(arguments: [false, true])
  func `tests that take the same things in different orders all end`(isSeeded: Bool) async throws {
    let test = try #require(Test.current)
    let time: EnvironmentTrait = isSeeded ? .virtualTime(seeds: 0..<2) : .virtualTime
    let traits: [any TestScoping & Sendable] = [
      EnvironmentTrait.environment(.exclusive), EnvironmentTrait.interceptsSharedSession, time,
    ]
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map { $0.map { traits[$0] } }
    let inside = Locked((now: 0, most: 0, all: 0))
    let innermost: @Sendable () async throws -> Void = {
      inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
      for _ in 0..<5 { await Task.yield() }
      inside.withLock { $0.now -= 1 }
    }
    // In the process's scope: a task made in that of this test would join the virtual time that began last.
    try await EnvironmentScope.root.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<60 {
          let order = orders[number % orders.count]
          group.addTask { try await order.provideScopes(for: test, performing: innermost) }
        }
        try await group.waitForAll()
      }
    }
    let (_, most, all) = inside.withLock { $0 }
    #expect(most == 1)
    #expect(all == (isSeeded ? 120 : 60))
  }

  @Test func `a run waits for the turn without its time being stuck, and seeded runs need no turn`() async throws {
    let order = Locked<[String]>([])
    let waits = try await ExclusiveAccess.run {
      // Detached: it must not know whose turn it is.
      let waits = Task.detached {
        try await withVirtualTime(seed: 1) {
          order.withLock { $0.append("waits") }
          try await ExclusiveAccess.run { order.withLock { $0.append("has the turn") } }
        }
      }
      while order.withLock({ $0.isEmpty }) { await Task.yield() }
      try await Task.detached {
        try await withVirtualTime(seed: 1) { order.withLock { $0.append("seeded") } }
      }.value
      return waits
    }
    try await waits.value
    #expect(order.withLock { $0 } == ["waits", "seeded", "has the turn"])
  }

  @Test func `a test that is cancelled while it waits stops waiting`() async throws {
    let waiting: [@Sendable () async throws -> Void] = [
      { try await ExclusiveAccess.run {} },
      { try await withVirtualTime { try await ExclusiveAccess.run {} } },
      { try await withVirtualTime(seed: 1) { try await ExclusiveAccess.run {} } },
    ]
    try await ExclusiveAccess.run {
      for wait in waiting {
        for turnsBefore in [0, 100] {
          // Detached: it must not know whose turn it is.
          let waits = Task.detached { try await wait() }
          for _ in 0..<turnsBefore { await Task.yield() }
          waits.cancel()
          await #expect(throws: CancellationError.self) { try await waits.value }
        }
      }
    }
    // Nothing of them is left behind.
    try await ExclusiveAccess.run {}
  }
}

extension Array where Element == any TestScoping & Sendable {
  /// Runs `function` inside the scopes of all, the first being the outermost.
  fileprivate func provideScopes(
    for test: Test, performing function: @escaping @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard let first else { return try await function() }
    let rest = Array(dropFirst())
    try await first.provideScope(for: test, testCase: nil) {
      try await rest.provideScopes(for: test, performing: function)
    }
  }
}
