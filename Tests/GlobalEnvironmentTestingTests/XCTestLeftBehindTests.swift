// Only here can a test case be made from a closure, and run inside another.
#if !canImport(ObjectiveC)
  import Foundation
  import GlobalEnvironmentMocks
  import InnerTestCases
  import XCTest

  @testable import GlobalEnvironmentTesting

  /// Work on queues and threads that a test has left behind, when a test without an environment runs.
  final class XCTestLeftBehindTests: XCTestCase {
    // Not files: another target of this process allows those to all.
    private let key = UUID().uuidString

    override func tearDown() {
      UserDefaults.standard.removeObject(forKey: key)
    }

    private var isWritten: Bool { UserDefaults.standard.object(forKey: key) != nil }

    /// Leaves work on a queue and on a thread in `first`, lets it continue in `second`, and returns the failures of `second`.
    private func failures(
      of second: @escaping (XCTestCase) -> Void = { _ in },
      after first: any InnerTest.Type, _ prepare: @escaping (XCTestCase) -> Void = { _ in },
      _ work: @escaping @Sendable () -> Void
    ) -> [String] {
      let (goOn, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let left: @Sendable () -> Void = {
        goOn.wait()
        work()
        done.signal()
      }
      let early = first.failures { testCase in
        prepare(testCase)
        DispatchQueue(label: "left behind").async(execute: left)
        Thread.detachNewThread(left)
      }
      XCTAssertEqual(early, [])
      return InnerTestCase.failures { testCase in
        second(testCase)
        for _ in 0..<2 { goOn.signal() }
        for _ in 0..<2 { done.wait() }
      }
    }

    private func expectRefusal(_ failures: [String], line: UInt = #line) {
      XCTAssertEqual(failures.count, 1, "\(failures)", line: line)
      let parts = [
        "Env.defaults was called by ", "while InnerTestCase.inner ran",
        "inner and others had environments of their own",
        "useEnvironment(.live)", #"CodeOutsideTests.mayUse(\.defaults)"#,
      ]
      for part in parts { XCTAssertTrue(failures.first?.contains(part) == true, "\(part): \(failures)", line: line) }
      XCTAssertFalse(isWritten, line: line)
    }

    func testThatOfEnvironmentTestCaseReachesNoSettings() {
      let key = key
      expectRefusal(failures(after: InnerEnvironmentTestCase.self) { write(key) })
    }

    func testThatOfATestWithUseEnvironmentReachesNoSettings() {
      let key = key
      expectRefusal(failures(after: InnerTestCase.self, { $0.useEnvironment(.mock) }) { write(key) })
    }

    func testThatOfATestThatAssignsAMockReachesNoSettings() {
      let key = key
      expectRefusal(failures(after: MockingTestCase.self) { write(key) })
    }

    func testWhatItReadsOfTheRestIsTheProcessesAndNoFailure() {
      let failures = failures(after: InnerEnvironmentTestCase.self) {
        XCTAssertNotEqual(Env.hostName(), Environment.mock.hostName())
      }
      XCTAssertEqual(failures, [])
    }

    func testATestThatAsksForTheLiveWorldHasItOnItsThreads() {
      let key = key
      let failures = failures(of: { $0.useEnvironment(.live) }, after: InnerEnvironmentTestCase.self) {
        write(key)
      }
      XCTAssertEqual(failures, [])
      XCTAssertTrue(isWritten)
    }

    func testATaskOfATestThatAssignsAMockReachesNoSettings() {
      let (key, done) = (key, DispatchSemaphore(value: 0))
      let (goesOn, goOn) = AsyncStream.makeStream(of: Void.self)
      let early = MockingTestCase.failures { _ in
        for priority in [TaskPriority.high, .low] {
          Task.detached(priority: priority) {
            for await _ in goesOn {}
            write(key)
            done.signal()
          }
        }
      }
      XCTAssertEqual(early, [])
      let failures = InnerTestCase.failures { _ in
        goOn.finish()
        for _ in 0..<2 { done.wait() }
      }
      XCTAssertFalse(isWritten)
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("in a task that was made earlier, while ") == true, "\(failures)")
    }

    func testATestWithTheLiveWorldHasNoEnvironmentOfItsOwn() {
      XCTAssertEqual(InnerEnvironmentTestCase.failures { _ in }, [])
      XCTAssertEqual(InnerTestCase.failures { $0.useEnvironment(.live) }, [])
      XCTAssertEqual(OutsideWatch.shared.last, "InnerEnvironmentTestCase.inner")
    }

    func testTasksOfATestWithoutAnEnvironmentReachTheSettingsAndThatIsOneFailure() {
      XCTAssertEqual(InnerEnvironmentTestCase.failures { _ in }, [])
      let (key, done) = (key, DispatchSemaphore(value: 0))
      let failures = InnerTestCase.failures { _ in
        Task {
          write(key)
          await Task.detached { write(key) }.value
          done.signal()
        }
        done.wait()
      }
      XCTAssertEqual(failures.count, 1, "\(failures)")
      XCTAssertTrue(failures.first?.contains("Env.defaults() reaches the real world") == true, "\(failures)")
      XCTAssertTrue(isWritten)
    }

    func testAMockThatATestAssignsIsThatOfItsThreads() {
      let key = key
      let failures = failures(of: { _ in Env = .mock }, after: InnerEnvironmentTestCase.self) {
        XCTAssertEqual(Env.hostName(), Environment.mock.hostName())
        write(key)
      }
      XCTAssertEqual(failures, [])
      XCTAssertFalse(isWritten)
      // What it leaves changed is not what is tested here.
      _ = InnerTestCase.failures { _ in }
    }
  }

  @Sendable private func write(_ key: String) {
    Env.defaults().set("out", for: key)
  }

  /// Puts a mock into the process's environment for each test.
  private final class MockingTestCase: InnerTestCase {
    override func setUp() { Env = .mock }
    override func tearDown() { Env.reset() }
  }
#endif
