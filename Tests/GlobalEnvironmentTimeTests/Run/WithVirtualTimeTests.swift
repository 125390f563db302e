import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock), .whereYieldsShow)
struct WithVirtualTimeTests {
  private let start = Date(timeIntervalSince1970: 1_573_548_300)

  @Test func `a sleep takes no real time and exactly its virtual one`() async throws {
    let elapsed = try await withVirtualTime {
      let before = Env.date()
      try await Env.sleep(for: .seconds(3600))
      return Env.date().timeIntervalSince(before)
    }
    #expect(elapsed == 3600)
  }

  @Test func `whatever a body starts shares one time and one order`() async throws {
    #expect(try await scenario() == (try await scenario()))
  }

  @Test func `many runs at once have one outcome`() async throws {
    let expected = try await scenario()
    let outcomes = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<200 { group.addTask { try await scenario() } }
      return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
    }
    #expect(outcomes == [expected])
  }

  @Test func `hundreds of runs have one outcome`() async throws {
    var outcomes: Set<[String]> = []
    for _ in 0..<300 { outcomes.insert(try await scenario()) }
    #expect(outcomes.count == 1)
  }
}

/// Tasks of all kinds, actors, the main actor and blocks.
private func scenario() async throws -> [String] {
  try await withVirtualTime {
    let log = Locked<[String]>([])
    @Sendable func note(_ text: String) {
      let time = Env.clock.now.offset
      log.withLock { $0.append("\(time) \(text)") }
    }
    let model = await Model(note: note)
    let counter = Counter()
    let detached = Task.detached { [scope = EnvironmentScope.current] in
      await scope.run {
        for number in 0..<3 {
          try? await Env.sleep(for: .milliseconds(70))
          note("detached \(number) \(await counter.next())")
        }
      }
    }
    let plain = Task {
      try? await Env.sleep(for: .milliseconds(100))
      note("plain \(await counter.next())")
      await Task {
        try? await Env.sleep(for: .milliseconds(5))
        note("nested \(await counter.next())")
      }.value
    }
    await model.type("s")
    try await Env.sleep(for: .milliseconds(200))
    await model.type("sw")
    Env.scheduler().schedule(after: .milliseconds(70)) { note("block") }
    let timer = Env.scheduler().schedule(every: .milliseconds(30)) { note("timer") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for child in 0..<5 {
        group.addTask {
          for round in 0..<3 {
            try await Env.sleep(for: .milliseconds(10 * (child + 1)))
            await Task.yield()
            note("child \(child) \(round) \(await counter.next())")
          }
        }
      }
      try await group.waitForAll()
    }
    async let first = counter.slow()
    async let second = counter.slow()
    note("slow \(try await first + second)")
    timer.cancel()
    try await Env.sleep(for: .milliseconds(300))
    await detached.value
    await plain.value
    note("done \(await model.results)")
    return log.withLock { $0 }
  }
}

private actor Counter {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }

  func slow() async throws -> Int {
    try await Env.sleep(for: .milliseconds(15))
    return next()
  }
}

@MainActor private final class Model {
  private let note: @Sendable (String) -> Void
  private var task: Task<Void, Never>?
  private(set) var results: [String] = []

  init(note: @escaping @Sendable (String) -> Void) {
    self.note = note
  }

  func type(_ text: String) {
    task?.cancel()
    task = Task {
      do {
        try await Env.sleep(for: .milliseconds(300))
        results.append(text)
        note("searched \(text)")
      } catch {
        note("cancelled \(text)")
      }
    }
  }
}
