import Foundation
import GlobalEnvironmentTesting
import Testing

/// Hundreds of tests at once use the same things, and time passes none of them.
@Suite(.environment(.mock), .virtualTime)
struct SharedThingsTests {
  private static let deadline = Duration.seconds(30)

  @Test(.whereYieldsShow, arguments: 0..<300)
  func `an asynchronous mutex`(_: Int) async throws {
    try await Env.timeout(after: Self.deadline) {
      await Gate.shared.enter()
      await Task.yield()
      await Gate.shared.leave()
    }
  }

  @Test(arguments: 0..<300)
  func `a load in flight that callers share`(_: Int) async throws {
    #expect(try await Env.timeout(after: Self.deadline) { try await Images.shared.load("a") } == 7)
  }

  @Test(.whereYieldsShow, arguments: 0..<300)
  func `an actor that collects requests`(number: Int) async throws {
    #expect(try await Env.timeout(after: Self.deadline) { await Batcher.shared.load(number) } > 0)
    #expect(milliseconds == 0)
  }

  @Test(arguments: 0..<300)
  func `the main actor collecting requests`(number: Int) async throws {
    #expect(try await Env.timeout(after: Self.deadline) { await MainBatcher.shared.load(number) } > 0)
    #expect(milliseconds == 0)
  }

  @Test(.whereYieldsShow, arguments: 0..<300)
  func `a store that calls out`(number: Int) async throws {
    #expect(try await Env.timeout(after: Self.deadline) { await Store.shared.value(of: number) } == number)
    #expect(milliseconds == 0)
  }

  @Test(arguments: 0..<100) func `an actor that computes`(_: Int) async throws {
    try await Env.timeout(after: Self.deadline) { await Database.shared.query(for: .milliseconds(5)) }
    #expect(milliseconds == 0)
  }

  @Test(arguments: 0..<100) func `a bus on which each hears all`(number: Int) async throws {
    let events = Bus.shared.subscribe(number)
    let heard = Task {
      for await event in events where event == number { return milliseconds }
      return -1
    }
    try await Env.sleep(for: .seconds(1))
    Bus.shared.publish(number)
    #expect(await heard.value == 1_000)
  }

  @Test(arguments: 0..<20) func `a stream of which each takes one element`(number: Int) async throws {
    Tickets.shared.put(number)
    #expect(try await Env.timeout(after: Self.deadline) { await Tickets.shared.take() } >= 0)
    #expect(milliseconds == 0)
  }
}

/// A lock that one test holds while it sleeps, as another waits for it.
///
/// Each has a time of its own. The times go on in step: the test that is due first goes first. So one that waits for 10 s times
/// out if the other holds the lock for 30 s, and not if that holds it for 3 s. Its own time stands at zero until it moves.
@Suite(.environment(.mock)) struct LockAcrossSleepTests {
  @Test(.whereYieldsShow, arguments: [(held: 3, isTimedOut: false), (held: 30, isTimedOut: true)])
  func `one that another test holds while it sleeps`(held: Int, isTimedOut: Bool) async throws {
    let gate = Gate()
    let (isHeld, hold) = AsyncStream.makeStream(of: Void.self)
    // The first run takes the lock after the second one has begun. Among thousands of tests, that can take seconds.
    let (isBegun, begin) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await withVirtualTime {
          await Env.time.standingStill { for await _ in isBegun {} }
          await gate.enter()
          hold.finish()
          try await Env.sleep(for: .seconds(held))
          await gate.leave()
        }
      }
      group.addTask {
        try await withVirtualTime {
          begin.finish()
          await Env.time.standingStill { for await _ in isHeld {} }
          let polls = Task { while true { try await Env.sleep(for: .seconds(1)) } }
          let isIn = try? await Env.timeout(after: .seconds(10)) {
            await gate.enter()
            return true
          }
          polls.cancel()
          #expect((isIn == nil) == isTimedOut)
        }
      }
      try await group.waitForAll()
    }
  }
}

actor Gate {
  static let shared = Gate()
  private var isHeld = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    if isHeld { await withCheckedContinuation { waiting.append($0) } } else { isHeld = true }
  }

  func leave() {
    if waiting.isEmpty { isHeld = false } else { waiting.removeFirst().resume() }
  }
}

private actor Images {
  static let shared = Images()
  private var loading: [String: Task<Int, any Error>] = [:]

  func load(_ name: String) async throws -> Int {
    if let task = loading[name] { return try await task.value }
    let task = Task {
      try await Env.sleep(for: .milliseconds(100))
      return 7
    }
    loading[name] = task
    defer { loading[name] = nil }
    return try await task.value
  }
}

private actor Batcher {
  static let shared = Batcher()
  private var waiting: [CheckedContinuation<Int, Never>] = []
  private var isScheduled = false

  func load(_ number: Int) async -> Int {
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      if isScheduled { return }
      isScheduled = true
      Task { await flush() }
    }
  }

  private func flush() async {
    await Task.yield()
    for continuation in waiting { continuation.resume(returning: waiting.count) }
    (waiting, isScheduled) = ([], false)
  }
}

@MainActor private final class MainBatcher {
  static let shared = MainBatcher()
  private var waiting: [CheckedContinuation<Int, Never>] = []
  private var isScheduled = false

  func load(_ number: Int) async -> Int {
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      if isScheduled { return }
      isScheduled = true
      Task { flush() }
    }
  }

  private func flush() {
    for continuation in waiting { continuation.resume(returning: waiting.count) }
    (waiting, isScheduled) = ([], false)
  }
}

private actor Store {
  static let shared = Store()
  private let counter = Counter()
  private var values: [Int: Int] = [:]

  func value(of number: Int) async -> Int {
    if let value = values[number] { return value }
    _ = await counter.count()
    await Task.yield()
    values[number] = number
    return number
  }

  private actor Counter {
    private var calls = 0

    func count() -> Int {
      calls += 1
      return calls
    }
  }
}

private actor Database {
  static let shared = Database()
  private var queries = 0

  func query(for duration: Duration) {
    queries += 1
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
  }
}

private final class Bus: Sendable {
  static let shared = Bus()
  private let subscribers = Locked<[Int: AsyncStream<Int>.Continuation]>([:])

  func subscribe(_ id: Int) -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    subscribers.withLock { $0[id] = continuation }
    return stream
  }

  func publish(_ event: Int) {
    for subscriber in subscribers.withLock({ $0.values.map { $0 } }) { subscriber.yield(event) }
  }
}

/// A stream has one reader at a time.
private final class Tickets: Sendable {
  static let shared = Tickets()
  private let gate = Gate()
  private let stream = AsyncStream.makeStream(of: Int.self)

  func put(_ number: Int) { stream.continuation.yield(number) }

  func take() async -> Int {
    await gate.enter()
    var first = -1
    for await number in stream.stream {
      first = number
      break
    }
    await gate.leave()
    return first
  }
}
