// Only here can a test case be made from a closure, and run inside another.
#if !canImport(ObjectiveC)
  import GlobalEnvironment
  import InnerTestCases
  import XCTest

  @testable import GlobalEnvironmentTesting

  /// What a test case leaves behind, and what it reports.
  final class XCTestAfterwardsTests: XCTestCase {

    func testAThrowingTestOfEnvironmentTestCaseLeavesTheRootAlone() {
      let failures = InnerEnvironmentTestCase.failures { _ in
        XCTAssertEqual(Env.date(), Environment.mock.date())
        throw CancellationError()
      }
      XCTAssertEqual(failures.count, 1)
      XCTAssertNotEqual(Env.date(), Environment.mock.date())
    }

    func testUseEnvironmentIsResetAfterAThrowingTest() {
      let failures = InnerTestCase.failures { testCase in
        testCase.useEnvironment(.mock)
        XCTAssertEqual(Env.date(), Environment.mock.date())
        throw CancellationError()
      }
      XCTAssertEqual(failures.count, 1)
      XCTAssertNotEqual(Env.date(), Environment.mock.date())
    }

    func testTheErrorOfARequestWithoutAStubIsNoSecondFailure() {
      let failures = ReportingTestCase.failures { _ in
        // The test does not come to it.
        Env.stub(.get("/users"), .ok)
        try Self.askForPosts()
      }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("No stub matches GET https://api.example.com/") == true, "\(failures)")
    }

    func testAnErrorOfAStubIsAFailure() {
      let failures = ReportingTestCase.failures { _ in
        Env.stub(.get("/posts"), .serverError)
        try Self.askForPosts()
      }
      XCTAssertEqual(failures.count, 1)
    }

    /// Throws the error of a request that fails.
    private static func askForPosts() throws {
      let result = Locked<Result<[Int], any Error>>(.success([]))
      let done = DispatchSemaphore(value: 0)
      Task {
        defer { done.signal() }
        do {
          guard let url = URL(string: "https://api.example.com/posts") else { return }
          _ = try await Env.json([Int].self, from: url)
        } catch {
          result.replace(with: .failure(error))
        }
      }
      done.wait()
      _ = try result.withLock { $0 }.get()
    }
  }

  /// A test case that records its failures as those of users do.
  private final class ReportingTestCase: EnvironmentTestCase {
    override func perform(_ run: XCTestRun) { performInside(run) }

    static func failures(of test: @escaping (XCTestCase) throws -> Void) -> [String] {
      // What is kept is not told.
      QuietFailures.begin(isQuiet: true)
      ReportingTestCase(name: "inner", testClosure: test).run()
      return QuietFailures.end()
    }
  }

  /// What a test leaves behind for those after it.
  final class XCTestLeakTests: XCTestCase {

    func testWhatATestLeavesChangedInTheRootIsPutBackAndNamedInTheNext() {
      XCTAssertEqual(InnerTestCase.failures { _ in Env.hostName = { "left behind" } }, [])
      XCTAssertNotEqual(Env.hostName(), "left behind")
      let failures = InnerTestCase.failures { _ in }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(
        failures.first?.contains("left the process's environment changed: hostName.") == true, "\(failures)")
      XCTAssertEqual(InnerTestCase.failures { _ in }, [])
    }

    func testASpyThatWasRemovedHasLeftNothingChanged() {
      let first = InnerTestCase.failures { _ in
        let spy = Env.spy(on: \.hostName)
        _ = Env.hostName()
        spy.remove()
      }
      XCTAssertEqual([first, InnerTestCase.failures { _ in }], [[], []])
    }

    func testATestThatEndsWithAResetHasLeftNothingWhereSomethingWasSetBefore() {
      let before = Env
      Env.hostName = { "set for the class" }
      defer { Env = before }
      let first = InnerTestCase.failures { _ in
        Env.date = { .distantPast }
        Env.reset()
      }
      XCTAssertEqual(Env.hostName(), "set for the class")
      XCTAssertEqual([first, InnerTestCase.failures { _ in }], [[], []])
    }

    func testWhatATestLeavesFailsThatTestAndNotTheNext() {
      let leaving = InnerTestCase(name: "leaves") { _ in Env = .mock }
      let next = InnerTestCase(name: "next") { _ in XCTAssertNotEqual(Env.date(), Environment.mock.date()) }
      let suite = XCTestSuite(name: "leaving")
      for test in [leaving, next] { suite.addTest(test) }
      suite.run()
      XCTAssertEqual(next.failures, [])
      XCTAssertEqual(leaving.failures.count, 1)
      let part = "failed - InnerTestCase.leaves, which has ended, left the process's environment changed"
      XCTAssertTrue(leaving.failures.first?.contains(part) == true, "\(leaving.failures)")
      XCTAssertEqual(suite.testRun?.totalFailureCount, 1)
    }

    func testWhatTheLastTestLeavesFailsItToo() {
      let suite = XCTestSuite(name: "leaving")
      suite.addTest(InnerTestCase(name: "leaves") { _ in Env.hostName = { "left behind" } })
      suite.run()
      XCTAssertNotEqual(Env.hostName(), "left behind")
      XCTAssertEqual(suite.testRun?.totalFailureCount, 1)
      XCTAssertEqual(InnerTestCase.failures { _ in }, [])
    }

    func testWhatComesBetweenTwoTestsFailsTheFirst() {
      let first = InnerTestCase(name: "first") { _ in }
      let second = InnerTestCase(name: "second") { _ in }
      let suite = XCTestSuite(name: "late")
      for test in [first, BetweenTests(), second] { suite.addTest(test) }
      suite.run()
      XCTAssertEqual(second.failures, [])
      XCTAssertTrue(first.failures.first?.contains("failed - late") == true, "\(first.failures)")
    }

    func testWhatIsSetUpForAClassIsPutBackAtItsEndAndFailsItsLastTest() {
      let host = Env.hostName()
      let last = InnerTestCase(name: "last") { _ in }
      let suite = LeakingSuite(name: "leaking")
      suite.addTest(last)
      suite.run()
      XCTAssertEqual(Env.hostName(), host)
      let part = "failed - leaking, which has ended, left the process's environment changed"
      XCTAssertTrue(last.failures.first?.contains(part) == true, "\(last.failures)")
    }

    func testATestThatTakesBackAnOwnEndpointOfTheRootIsNamedInTheNext() {
      Env.leftName = "left behind"
      let first = InnerTestCase.failures { _ in
        Env.reset()
        // One that ends in the live world is left alone.
        Env.hostName = { "left behind" }
      }
      XCTAssertEqual(first, [])
      XCTAssertEqual(Env.leftName, "left behind")
      Env.reset()
      let failures = InnerTestCase.failures { _ in }
      XCTAssertTrue(failures.first?.contains("changed: hostName, endpoints of your own.") == true, "\(failures)")
    }

    func testASecondTestThatBeginsInTheSameMockIsAFailure() {
      let house = Environment.mock
      XCTAssertEqual(InnerTestCase.failures { $0.useEnvironment(house) }, [])
      let failures = InnerTestCase.failures { $0.useEnvironment(house) }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("static var house") == true, "\(failures)")
      XCTAssertEqual(InnerTestCase.failures { $0.useEnvironment(.mock) }, [])
    }

    func testAMockThatIsMadeOnceForAClassIsAFailureOfItsSecondTest() {
      XCTAssertEqual(HouseTestCase.failures { _ in }, [])
      let failures = HouseTestCase.failures { _ in }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("starts in the same mock") == true, "\(failures)")
    }

    func testAnEndpointThatAsksForItselfIsAFailure() {
      let failures = InnerEnvironmentTestCase.failures { _ in
        Env.date = { Env.date() + 60 }
        _ = Env.date()
      }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("Env.date calls itself") == true, "\(failures)")
    }

    func testATestMayPutBackOwnEndpointsOfTheRoot() {
      let failures = InnerTestCase.failures { _ in
        let (name, number) = (Env.leftName, Env.leftNumber)
        Env.leftName = "changed"
        Env.leftNumber = { 2 }
        Env.leftName = name
        Env.leftNumber = number
      }
      XCTAssertEqual(failures, [])
      XCTAssertEqual(InnerTestCase.failures { _ in }, [])
    }

    func testALateReadWhenNoTestRunsFailsTheNext() {
      // Recorded by another thread after the end of the test: by XCTest itself, that would end the process.
      let scope = Locked<EnvironmentScope?>(nil)
      XCTAssertEqual(InnerEnvironmentTestCase.failures { _ in scope.withLock { $0 = .current } }, [])
      let ended = InnerTestCase.failures { testCase in
        XCTestFailures.testEnds()
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          scope.withLock { $0 }?.run { _ = Env.date() }
          done.signal()
        }
        done.wait()
      }
      XCTAssertEqual(ended, [])
      let failures = InnerTestCase.failures { _ in }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(
        failures.first?.contains("Env.date was called in the environment of InnerEnvironmentTestCase.inner") == true,
        "\(failures)")
    }

    func testAFailureOfAnotherThreadIsTheTests() {
      for _ in 0..<50 {
        let failures = InnerTestCase.failures { _ in
          let recorded = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            XCTestFailures.record("from another thread", at: nil)
            recorded.signal()
          }
          recorded.wait()
        }
        XCTAssertEqual(failures.count, 1)
      }
    }

    func testATestEndsThoughItsThreadNeverComesBackFromAFailure() {
      // As on Apple platforms, where an exception goes on from there to the end of the test.
      let failures = CutOffTestCase.failures { _ in XCTestFailures.record("cut off", at: nil) }
      XCTAssertEqual(failures.count, 1)
    }

    func testALateCallIsOneFailureWhateverItAsksForItself() {
      let failures = lateFailures { _ = Env.calendar() }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("Env.calendar was called") == true, "\(failures)")
    }

    func testALateReadIsAFailureThatNamesItsTest() {
      let failures = lateFailures { for _ in 0..<3 { _ = Env.date() } }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(
        failures.first?.contains("Env.date was called in the environment of InnerEnvironmentTestCase.inner") == true,
        "\(failures)")
    }

    func testALateReadOfAnOwnEndpointIsAFailure() {
      let failures = lateFailures { _ = Env.leftName }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("Env.leftName, declared at") == true, "\(failures)")
    }

    func testALateWriteIsAFailure() {
      let failures = lateFailures { Env.reset() }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(
        failures.first?.contains("Env was assigned in the environment of InnerEnvironmentTestCase.inner") == true,
        "\(failures)")
    }

    func testACancelledTaskMayRunOut() {
      let late = Locked<Task<Void, Never>?>(nil)
      let (goesOn, goOn) = AsyncStream.makeStream(of: Void.self)
      let failures = InnerEnvironmentTestCase.failures { _ in
        let task = Task {
          // A task that is not cancelled waits for it.
          await Task { for await _ in goesOn {} }.value
          _ = (Env.date(), Env.uuid())
          Env.hostName = { "" }
        }
        late.withLock { $0 = task }
        task.cancel()
      }
      let next = InnerTestCase.failures { _ in
        goOn.finish()
        let done = DispatchSemaphore(value: 0)
        Task {
          await late.withLock { $0 }?.value
          done.signal()
        }
        done.wait()
      }
      XCTAssertEqual(failures + next, [])
      XCTAssertEqual(InnerTestCase.failures { _ in }, [])
    }

    func testLateUseAfterUseEnvironmentIsAFailure() {
      let failures = lateFailures(of: InnerTestCase.self, { $0.useEnvironment(.mock) }) { _ = Env.date() }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(
        failures.first?.contains("Env.date was called in the environment of InnerTestCase.inner") == true, "\(failures)"
      )
    }

    func testLateUseOfAnEnvironmentThatWasMadeInTheTestIsAFailure() {
      let scope = Locked<EnvironmentScope?>(nil)
      let inner = InnerEnvironmentTestCase.failures { _ in
        withEnvironment(.mock) { scope.withLock { $0 = .current } }
      }
      XCTAssertEqual(inner, [])
      let failures = InnerTestCase.failures { _ in scope.withLock { $0 }?.run { _ = Env.uuid() } }
      XCTAssertEqual(failures.count, 1)
    }

    /// Runs `body` in the environment of a test that has ended.
    private func lateFailures(
      of testClass: any InnerTest.Type = InnerEnvironmentTestCase.self,
      _ prepare: @escaping (XCTestCase) -> Void = { _ in }, _ body: @escaping @Sendable () -> Void
    ) -> [String] {
      let scope = Locked<EnvironmentScope?>(nil)
      let failures = testClass.failures { testCase in
        prepare(testCase)
        scope.withLock { $0 = .current }
      }
      XCTAssertEqual(failures, [])
      return InnerTestCase.failures { _ in scope.withLock { $0 }?.run(body) }
    }
  }

  /// What misuse looks like to XCTest.
  final class XCTestMisuseTests: XCTestCase {
    private var recorded: [String] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      recorded.append("\(filePath):\(lineNumber): \(description)")
    }

    override func tearDown() {
      // What a test did not expect still fails it.
      for failure in recorded {
        super.recordFailure(withDescription: failure, inFile: #filePath, atLine: #line, expected: true)
      }
    }

    func testMisuseFailsTheRunningTestAtTheUsersLine() {
      Env = .mock
      defer { Env.reset() }
      let line = #line + 1
      Env.time.advance(by: .seconds(-1))
      let failures = recorded
      recorded = []
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("it only moves forward") == true, "\(failures)")
      XCTAssertTrue(failures.first?.hasPrefix("\(#filePath):\(line): ") == true, "\(failures)")
    }
  }

  extension EnvironmentEndpoints {
    fileprivate var leftName: EnvironmentEndpoint<String> { EnvironmentEndpoint(live: "live", mock: "mock") }
    fileprivate var leftNumber: EnvironmentEndpoint<@Sendable () -> Int> {
      EnvironmentEndpoint(live: { 1 }, mock: { 0 })
    }
  }

  /// Stands for a moment between two tests.
  private final class BetweenTests: XCTestSuite {
    init() { super.init(name: "between") }

    override func setUp() { XCTestFailures.recordLate("late") }
  }

  /// As `class func setUp` of a class, which no other function takes back.
  private final class LeakingSuite: XCTestSuite {
    override func setUp() { Env.hostName = { "left behind" } }
  }

  /// Its tests share a mock by mistake.
  private final class HouseTestCase: InnerEnvironmentTestCase {
    private static let house = Environment.mock

    override var environment: Environment { Self.house }
  }

  /// Ends its test at the first failure.
  private final class CutOffTestCase: InnerTestCase {
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      XCTestFailures.testEnds()
    }
  }
#endif
