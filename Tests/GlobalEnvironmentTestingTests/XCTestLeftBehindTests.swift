// Only here can a test case be made from a closure, and run inside another.
#if !canImport(ObjectiveC)
  import Foundation
  import GlobalEnvironmentMocks
  import XCTest

  @testable import GlobalEnvironmentTesting

  /// Work on queues and threads that a test has left behind, when a test without an environment runs.
  final class XCTestLeftBehindTests: XCTestCase {
    private let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)

    override func tearDown() {
      try? FileManager.default.removeItem(at: file)
    }

    /// Leaves work on a queue and on a thread in `first`, lets it continue in `second`, and returns the failures of `second`.
    private func failures(
      of second: @escaping (XCTestCase) -> Void = { _ in },
      after first: any Recording.Type, _ prepare: @escaping (XCTestCase) -> Void = { _ in },
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
        "Env.files was called by ", "while InnerTestCase.inner ran", "inner and others had environments of their own",
        "useEnvironment(.live)", #"CodeOutsideTests.mayUse(\.files)"#,
      ]
      for part in parts { XCTAssertTrue(failures.first?.contains(part) == true, "\(part): \(failures)", line: line) }
      XCTAssertFalse(FileManager.default.fileExists(atPath: file.path), line: line)
    }

    func testThatOfEnvironmentTestCaseReachesNoDisk() {
      let file = file
      expectRefusal(failures(after: InnerEnvironmentTestCase.self) { write(to: file) })
    }

    func testThatOfATestWithUseEnvironmentReachesNoDisk() {
      let file = file
      expectRefusal(failures(after: InnerTestCase.self, { $0.useEnvironment(.mock) }) { write(to: file) })
    }

    func testThatOfATestThatAssignsAMockReachesNoDisk() {
      let file = file
      expectRefusal(failures(after: MockingTestCase.self) { write(to: file) })
    }

    func testWhatItReadsOfTheRestIsTheProcessesAndNoFailure() {
      let failures = failures(after: InnerEnvironmentTestCase.self) {
        XCTAssertNotEqual(Env.hostName(), Environment.mock.hostName())
      }
      XCTAssertEqual(failures, [])
    }

    func testATestThatAsksForTheLiveWorldHasItOnItsThreads() {
      let file = file
      let failures = failures(of: { $0.useEnvironment(.live) }, after: InnerEnvironmentTestCase.self) {
        write(to: file)
      }
      XCTAssertEqual(failures, [])
      XCTAssertTrue(FileManager.default.fileExists(atPath: file.path))
    }

    func testTasksOfATestWithoutAnEnvironmentReachTheDisk() {
      XCTAssertEqual(InnerEnvironmentTestCase.failures { _ in }, [])
      let (file, done) = (file, DispatchSemaphore(value: 0))
      let failures = InnerTestCase.failures { _ in
        Task {
          write(to: file)
          await Task.detached { write(to: file) }.value
          done.signal()
        }
        done.wait()
      }
      XCTAssertEqual(failures, [])
      XCTAssertTrue(FileManager.default.fileExists(atPath: file.path))
    }

    func testAMockThatATestAssignsIsThatOfItsThreads() {
      let file = file
      let failures = failures(of: { _ in Env = .mock }, after: InnerEnvironmentTestCase.self) {
        XCTAssertEqual(Env.hostName(), Environment.mock.hostName())
        write(to: file)
      }
      XCTAssertEqual(failures, [])
      XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
      // What it leaves changed is not what is tested here.
      _ = InnerTestCase.failures { _ in }
    }
  }

  @Sendable private func write(to file: URL) {
    try? Env.files().write(Data("out".utf8), to: file)
  }

  /// Puts a mock into the process's environment for each test.
  private final class MockingTestCase: XCTestCase, Recording {
    let recorded = Locked<[String]>([])

    override func setUp() { Env = .mock }
    override func tearDown() { Env.reset() }

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      recorded.withLock { $0.append(description) }
    }
  }
#endif
