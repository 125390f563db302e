import GlobalEnvironmentTesting
import Testing

/// Time waits for tasks that the same test has made outside of its run.
@Suite(.serialized)
struct FixtureTests {
  @Suite(WorkerTrait(), .serialized) struct Around {
    @Test(.environment(.mock), .virtualTime, arguments: 0..<20)
    func `of a trait around virtual time`(number: Int) async throws {
      let worker = try #require(JobWorker.ofTest)
      let answer = try await Env.timeout(after: .seconds(30)) { await worker.next(after: number) }
      #expect(answer == number + 1)
      #expect(milliseconds == 0)
    }
  }

  @Suite(.environment(.mock), WorkerTrait(), .serialized) struct Between {
    @Test(.virtualTime, arguments: 0..<20)
    func `of a trait between the environment and virtual time`(number: Int) async throws {
      let worker = try #require(JobWorker.ofTest)
      let answer = try await Env.timeout(after: .seconds(30)) { await worker.next(after: number) }
      #expect(answer == number + 1)
      #expect(milliseconds == 0)
    }
  }

  @Suite(.environment(.mock), .virtualTime, WorkerTrait(), .serialized) struct Inside {
    @Test(arguments: 0..<20) func `of a trait inside virtual time`(number: Int) async throws {
      let worker = try #require(JobWorker.ofTest)
      let answer = try await Env.timeout(after: .seconds(30)) { await worker.next(after: number) }
      #expect(answer == number + 1)
      #expect(milliseconds == 0)
    }
  }

  @Suite(.serialized) struct Initializer {
    private let worker = JobWorker(count: 2)

    @Test(arguments: 0..<20) func `of the suite's init`(number: Int) async throws {
      Env = .mock
      defer { worker.stop() }
      try await withVirtualTime {
        let answer = try await Env.timeout(after: .seconds(30)) { await worker.next(after: number) }
        #expect(answer == number + 1)
        #expect(milliseconds == 0)
      }
    }
  }

  @Test(arguments: 0..<20) func `of the code before the run`(number: Int) async throws {
    Env = .mock
    let worker = JobWorker()
    defer { worker.stop() }
    async let early = worker.next(after: 0)
    try await withVirtualTime {
      let answer = try await Env.timeout(after: .seconds(30)) { await worker.next(after: number) }
      #expect(answer == number + 1)
      #expect(milliseconds == 0)
    }
    #expect(await early == 1)
  }
}

extension JobWorker {
  @TaskLocal static var ofTest: JobWorker?
}

private struct WorkerTrait: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let worker = JobWorker()
    defer { worker.stop() }
    try await JobWorker.$ofTest.withValue(worker) { try await function() }
  }
}
