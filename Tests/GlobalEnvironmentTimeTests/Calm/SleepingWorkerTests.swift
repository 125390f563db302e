import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// What outlives a test, and sleeps: its time has ended with the test that made it.
@Suite(.environment(.mock)) struct SleepingWorkerTests {
  @Test func `one that sleeps in the time of a run that has ended is told, and goes on`() async throws {
    try await withKnownIssue {
      let shared = Locked<JobWorker?>(nil)
      try await withVirtualTime {
        let worker = JobWorker { try? await Env.sleep(for: .milliseconds(100)) }
        shared.replace(with: worker)
        #expect(await worker.next(after: 1) == 2)
        #expect(milliseconds == 100)
      }
      let worker = try #require(shared.withLock { $0 })
      try await withVirtualTime {
        let answer = try await Env.timeout(after: .seconds(30)) { await worker.next(after: 2) }
        #expect(answer == 3)
        #expect(milliseconds == 0)
      }
      worker.stop()
    } matching: {
      "\($0)".contains("A task sleeps in the time of a run that has ended")
    }
  }

  @Test(.needsThreadStates) func `so is one that goes on elsewhere, as the job that has woken it takes long`()
    async throws
  {
    try await withKnownIssue {
      let shared = Locked<JobWorker?>(nil)
      try await withVirtualTime {
        let worker = JobWorker { try? await Env.sleep(for: .milliseconds(100)) }
        shared.replace(with: worker)
        #expect(await worker.next(after: 1) == 2)
      }
      let worker = try #require(shared.withLock { $0 })
      let isDone = Locked(false)
      try await withVirtualTime {
        worker.start { isDone.replace(with: true) }
        // One that computes: it suspends nowhere.
        let start = ContinuousClock.now
        while !isDone.withLock({ $0 }), .now - start < .seconds(20) {}
      }
      #expect(isDone.withLock { $0 })
      worker.stop()
    } matching: {
      "\($0)".contains("A task sleeps in the time of a run that has ended")
    }
  }

  @Test(.virtualTime) func `one whose sleep is its own keeps it`() async throws {
    let worker = JobWorker { try? await Env.sleep(for: .milliseconds(100)) }
    #expect(await worker.next(after: 1) == 2)
    #expect(milliseconds == 100)
    worker.stop()
  }
}

/// As singletons do: the first test makes the task, and the others wake it.
@Suite(.serialized, .environment(.mock), .virtualTime) struct SleepingSingletonTests {
  private static let worker = JobWorker { try? await Env.sleep(for: .milliseconds(100)) }

  @Test(.filterIssues { !"\($0)".contains("Env.sleep was called in the environment of") }, arguments: 0..<4)
  func `it answers each test, though only the first moves its time`(number: Int) async throws {
    let answer = try await Env.timeout(after: .seconds(30)) { await Self.worker.next(after: number) }
    #expect(answer == number + 1)
  }
}
