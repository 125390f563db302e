import Foundation
import GlobalEnvironmentTesting
import Testing

/// Code as people write it, hundreds of times over: each run must come to the same.
struct ScenarioTests {

  @Test func `a retry with exponential backoff and jitter`() async throws {
    try await expectOneOutcome {
      var jitter = SystemlessGenerator(state: 7)
      var delays: [Duration] = []
      for attempt in 0..<6 {
        let delay = Duration.milliseconds(100 * (1 << attempt) + Int.random(in: 0..<100, using: &jitter))
        try await Env.sleep(for: delay)
        delays.append(Env.clock.now.offset)
      }
      return "\(delays)"
    }
  }

  @Test func `an actor that polls, with a timeout`() async throws {
    try await expectOneOutcome {
      let server = Server(readyAfter: .seconds(3))
      let poller = Poller(server)
      let first = try? await Env.timeout(after: .seconds(2)) { try await poller.wait() }
      let second = try? await Env.timeout(after: .seconds(2)) { try await poller.wait() }
      return "\(first ?? -1) \(second ?? -1) \(Env.clock.now.offset)"
    }
  }

  @Test func `a cache that expires, over a year`() async throws {
    try await expectOneOutcome(runs: 40) {
      let cache = Cache(lifetime: .seconds(30 * 24 * 3600))
      var loads = 0
      for _ in 0..<365 {
        if await cache.value() == nil {
          loads += 1
          await cache.store("\(loads)")
        }
        try await Env.sleep(for: .seconds(24 * 3600))
      }
      return "\(loads) \(Env.date())"
    }
  }

  @Test func `producers and a consumer on a stream, with pauses`() async throws {
    try await expectOneOutcome {
      let (stream, continuation) = AsyncStream<String>.makeStream()
      let producers = (1...3).map { number in
        Task {
          for round in 0..<4 {
            try await Env.sleep(for: .milliseconds(10 * number))
            continuation.yield("\(number).\(round)")
          }
        }
      }
      let closing = Task {
        for producer in producers { try await producer.value }
        continuation.finish()
      }
      var received: [String] = []
      for await item in stream { received.append(item) }
      try await closing.value
      return received.joined(separator: " ")
    }
  }

  /// Runs `body` again and again, alone and with others beside it.
  private func expectOneOutcome(
    runs: Int = 300, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () async throws -> String
  ) async throws {
    var outcomes: Set<String> = []
    for _ in 0..<(runs / 2) { outcomes.insert(try await withVirtualTime { try await body() }) }
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<(runs / 2) { group.addTask { try await withVirtualTime { try await body() } } }
      for try await outcome in group { outcomes.insert(outcome) }
    }
    #expect(outcomes.count == 1, "\(outcomes)", sourceLocation: sourceLocation)
  }
}

/// A linear congruential generator with Knuth's constants for MMIX.
private struct SystemlessGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}

private actor Server {
  private let ready: EnvironmentClock.Instant

  init(readyAfter delay: Duration) {
    ready = Env.clock.now.advanced(by: delay)
  }

  func isReady() async -> Bool {
    try? await Env.sleep(for: .milliseconds(20))
    return Env.clock.now >= ready
  }
}

private actor Poller {
  private let server: Server
  private var count = 0

  init(_ server: Server) {
    self.server = server
  }

  func wait() async throws -> Int {
    while await !server.isReady() {
      count += 1
      try await Env.sleep(for: .milliseconds(250))
    }
    return count
  }
}

private actor Cache {
  private let lifetime: Duration
  private var stored: (value: String, until: EnvironmentClock.Instant)?

  init(lifetime: Duration) {
    self.lifetime = lifetime
  }

  func value() -> String? {
    guard let stored, Env.clock.now < stored.until else { return nil }
    return stored.value
  }

  func store(_ value: String) {
    stored = (value, Env.clock.now.advanced(by: lifetime))
  }
}
