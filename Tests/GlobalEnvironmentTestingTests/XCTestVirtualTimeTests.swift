import GlobalEnvironmentTesting
import XCTest

/// A whole class of XCTest in virtual time.
final class XCTestVirtualTimeTests: EnvironmentTestCase {
  override var isInVirtualTime: Bool { true }

  private let start = Date(timeIntervalSince1970: 1_573_548_300)

  func testAnAsynchronousTestTakesNoRealTime() async throws {
    try await Env.sleep(for: .seconds(3_600))
    XCTAssertEqual(Env.date(), start + 3_600)
  }

  @MainActor func testAMainActorModelDebounces() async throws {
    let model = SearchModel()
    model.type("s")
    try await Env.sleep(for: .milliseconds(299))
    XCTAssertEqual(model.results, [])
    try await Env.sleep(for: .milliseconds(1))
    XCTAssertEqual(model.results, ["s"])
  }

  func testBlocksThatPutBlocksOnTheMainQueueComeBeforeTimeMoves() async throws {
    for count in [1, 31, 32, 33, 1_000] { try await waitForBlocks(count) }
    XCTAssertEqual(Env.date(), start)
  }

  func testSoTheyDoInManyRunsAtOnce() async throws {
    try await withThrowingTaskGroup { group in
      for number in 1...50 {
        group.addTask {
          try await withVirtualTime {
            for _ in 0..<5 {
              try await waitForBlocks(number)
              await MainActor.run {}
              try await Env.sleep(for: .seconds(2))
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  func testBlocksThatNeverStopPuttingBlocksThereDoNotKeepTimeFromMoving() async throws {
    let mayStop = Locked(false)
    @Sendable func spin() {
      DispatchQueue.main.async { if !mayStop.withLock({ $0 }) { spin() } }
    }
    spin()
    for _ in 0..<50 { try await Env.sleep(for: .seconds(1)) }
    mayStop.withLock { $0 = true }
  }

  func testASynchronousTestMayBeginATaskAtOnce() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let expectation = expectation(description: "the task has slept")
    Task.immediate { @MainActor in
      try await Env.sleep(for: .seconds(5))
      expectation.fulfill()
    }
    wait(for: [expectation], timeout: 10)
  }

  func testASynchronousTestWaitsForAnExpectation() {
    let expectation = expectation(description: "the work has run")
    Env.scheduler().schedule(after: .seconds(60)) { expectation.fulfill() }
    XCTAssertEqual(Env.date(), start)
    wait(for: [expectation], timeout: 10)
    XCTAssertEqual(Env.date(), start + 60)
  }

  func testATaskOfASynchronousTestSleepsInVirtualTime() {
    let expectation = expectation(description: "the task has ended")
    Task.detached {
      try await Env.sleep(for: .seconds(60))
      expectation.fulfill()
    }
    wait(for: [expectation], timeout: 10)
    XCTAssertEqual(Env.date(), start + 60)
  }

  func testASynchronousTestMayBlockTheMainThreadUntilATaskHasRun() {
    let semaphore = DispatchSemaphore(value: 0)
    for _ in 0..<3 { Task.detached { semaphore.signal() } }
    Task { @MainActor in }
    for _ in 0..<3 { XCTAssertEqual(semaphore.wait(timeout: .now() + 60), .success) }
    XCTAssertEqual(Env.date(), start)
  }

  func testASynchronousTestMayBlockTheMainThreadUntilATaskHasSlept() {
    let semaphore = DispatchSemaphore(value: 0)
    Task.detached {
      try await Env.sleep(for: .seconds(60))
      semaphore.signal()
    }
    XCTAssertEqual(semaphore.wait(timeout: .now() + 60), .success)
    XCTAssertEqual(Env.date(), start + 60)
  }

  func testTimeStandsStillWhileASynchronousTestWaitsForSomethingReal() {
    let (semaphore, hasMoved) = (DispatchSemaphore(value: 0), Locked(false))
    Env.scheduler().schedule(after: .seconds(1)) { hasMoved.withLock { $0 = true } }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { semaphore.signal() }
    semaphore.wait()
    XCTAssertEqual(Env.date(), start)
    XCTAssertFalse(hasMoved.withLock { $0 })
  }

  func testTimeStandsStillWhileASynchronousTestRuns() {
    let hasMoved = Locked(false)
    Env.scheduler().schedule(after: .seconds(1)) { hasMoved.withLock { $0 = true } }
    for _ in 0..<1_000 { XCTAssertEqual(Env.date(), start) }
    // Not later: XCTest may wait while it tears the test down.
    XCTAssertFalse(hasMoved.withLock { $0 })
  }

  func testWhatIsLeftIsCancelled() {
    Task { try await Env.sleep(for: .seconds(60)) }
    Env.scheduler().schedule(every: .seconds(1)) {}
  }

  func testEachTestHasATimeOfItsOwn() async throws {
    XCTAssertEqual(Env.date(), start)
    try await Env.sleep(for: .seconds(1))
  }
}

/// Waits until `count` blocks have run on the main queue, where each puts the next one.
private func waitForBlocks(_ count: Int) async throws {
  try await Env.timeout(after: .seconds(1)) {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      @Sendable func put(_ count: Int) {
        DispatchQueue.main.async { count == 0 ? continuation.resume() : put(count - 1) }
      }
      put(count)
    }
  }
}

@MainActor private final class SearchModel {
  private var task: Task<Void, Never>?
  private(set) var results: [String] = []

  func type(_ text: String) {
    task?.cancel()
    task = Task {
      guard (try? await Env.sleep(for: .milliseconds(300))) != nil else { return }
      results.append(text)
    }
  }
}

/// Tests of XCTest that share a worker which outlives each of them.
final class XCTestSharedWorkerTests: EnvironmentTestCase {
  private static let worker = Worker()
  override var isInVirtualTime: Bool { true }

  func testAnAnswerComesBeforeATimeout() async throws { try await ask(of: 1) }
  func testSoItDoesInTheNextTest() async throws { try await ask(of: 2) }
  func testAndInAThird() async throws { try await ask(of: 3) }

  private func ask(of number: Int) async throws {
    for offset in 0..<20 {
      let answer = try await Env.timeout(after: .seconds(30)) { await Self.worker.next(after: number + offset) }
      XCTAssertEqual(answer, number + offset + 1)
    }
    XCTAssertEqual(Env.clock.now.offset, .zero)
  }
}

/// Answers in a task of its own.
private final class Worker: Sendable {
  private let jobs: AsyncStream<@Sendable () -> Void>.Continuation

  init() {
    let (stream, jobs) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    self.jobs = jobs
    Task { for await job in stream { job() } }
  }

  func next(after number: Int) async -> Int {
    await withCheckedContinuation { continuation in jobs.yield { continuation.resume(returning: number + 1) } }
  }
}
