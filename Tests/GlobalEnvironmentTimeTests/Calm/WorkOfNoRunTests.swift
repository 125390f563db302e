import Dispatch
import GlobalEnvironmentTesting
import Testing

/// Time waits for workers that go on after the test that has woken them last.
@Suite(.environment(.mock), .virtualTime) struct WorkOfNoRunTests {
  private static let front = Front()
  private static let behindMainQueue = JobWorker()

  @Test(arguments: 0..<100)
  func `an answer of a worker that asks others comes before a timeout`(number: Int) async throws {
    #expect(try await Env.timeout(after: .seconds(30)) { await Self.front.third(after: number) } == number + 3)
    #expect(milliseconds == 0)
  }

  @Test(.whereYieldsShow, arguments: 0..<100)
  func `an answer of a worker on the main actor comes before a timeout`(number: Int) async throws {
    #expect(try await Env.timeout(after: .seconds(30)) { await MainWorker.shared.next(after: number) } == number + 1)
    #expect(milliseconds == 0)
  }

  @Test(arguments: 0..<100)
  func `an answer of a worker that a block of the main queue wakes comes before a timeout`(number: Int) async throws {
    let worker = Self.behindMainQueue
    let answer = try await Env.timeout(after: .seconds(30)) {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { worker.start { continuation.resume(returning: number + 1) } }
      }
    }
    #expect(answer == number + 1)
    #expect(milliseconds == 0)
  }
}

/// Asks others, on the way over the main actor.
private struct Front: Sendable {
  private let back = JobWorker(count: 2)
  private let worker = JobWorker()

  func third(after number: Int) async -> Int {
    await withCheckedContinuation { continuation in
      worker.start {
        let first = await back.next(after: number)
        let second = await MainActor.run { first + 1 }
        continuation.resume(returning: await back.next(after: second))
      }
    }
  }
}

@MainActor private final class MainWorker {
  static let shared = MainWorker()
  private let jobs: AsyncStream<@MainActor () -> Void>.Continuation

  init() {
    let (stream, jobs) = AsyncStream.makeStream(of: (@MainActor () -> Void).self)
    self.jobs = jobs
    Task {
      for await job in stream {
        await Task.yield()
        job()
      }
    }
  }

  func next(after number: Int) async -> Int {
    await withCheckedContinuation { continuation in jobs.yield { continuation.resume(returning: number + 1) } }
  }
}
