import GlobalEnvironmentTesting
import Testing

/// Time waits for the tasks of what outlives a test.
@Suite(.serialized, .environment(.mock), .virtualTime)
struct SingletonTests {
  private static let worker = JobWorker()
  private static let pool = JobWorker(count: 3)

  @Test(arguments: 0..<20) func `an answer of a singleton's task comes before a timeout`(number: Int) async throws {
    let answer = try await Env.timeout(after: .seconds(30)) { await Self.worker.next(after: number) }
    #expect(answer == number + 1)
    #expect(milliseconds == 0)
  }

  @Test(arguments: 0..<20) func `one poll is enough for an answer that takes no time`(number: Int) async throws {
    let answer = Locked<Int?>(nil)
    Task { answer.replace(with: await Self.worker.next(after: number)) }
    var polls = 0
    while answer.withLock({ $0 }) == nil {
      try await Env.sleep(for: .seconds(60))
      polls += 1
    }
    #expect(polls == 1)
  }

  @Test(arguments: 0..<20) func `a clock does not tick while an answer comes`(number: Int) async throws {
    let ticks = Task {
      var count = 0
      for await _ in Env.timer(every: .seconds(1)) { count += 1 }
      return count
    }
    #expect(await Self.worker.next(after: number) == number + 1)
    ticks.cancel()
    #expect(await ticks.value == 0)
  }

  @Test(arguments: 0..<20) func `answers of a pool come before a timeout`(number: Int) async throws {
    let answers = try await Env.timeout(after: .seconds(30)) {
      await withTaskGroup { group in
        for offset in 0..<5 { group.addTask { await Self.pool.next(after: number + offset) } }
        return await group.reduce(0, +)
      }
    }
    #expect(answers == 5 * number + 15)
    #expect(milliseconds == 0)
  }

  @Test(.whereYieldsShow, arguments: 0..<20)
  func `what a singleton does in tasks of its own comes before a timeout`(_: Int) async throws {
    #expect(try await Env.timeout(after: .seconds(30)) { await Self.worker.sum(upTo: 10) } == 55)
    #expect(milliseconds == 0)
  }
}

@Suite(.environment(.mock)) struct SeededSingletonTests {
  private static let worker = JobWorker()

  @Test(.virtualTime(seeds: 0..<20)) func `no seed lets time pass an answer`() async throws {
    #expect(try await Env.timeout(after: .seconds(30)) { await Self.worker.next(after: 1) } == 2)
  }
}
