// Only here can a test case be made from a closure, and run inside another.
#if !canImport(ObjectiveC)
  package import GlobalEnvironment
  public import GlobalEnvironmentTesting
  public import XCTest

  /// A test case that runs inside another and keeps its failures to itself. Other threads may record some, even after its end.
  package protocol InnerTest: XCTestCase {
    /// `file:line: description`
    var recorded: Locked<[String]> { get }
  }

  extension InnerTest {
    /// What it has recorded so far.
    package var failures: [String] { recorded.withLock { $0 } }

    /// Runs `test` as a test of this class.
    ///
    /// - Returns: Its failures.
    package static func failures(of test: @escaping (XCTestCase) throws -> Void) -> [String] {
      let testCase = Self(name: "inner", testClosure: test)
      testCase.run()
      return testCase.failures
    }
  }

  /// One without an environment of its own.
  open class InnerTestCase: XCTestCase, InnerTest {
    package let recorded = Locked<[String]>([])

    open override var testRunClass: AnyClass? { InnerRun.self }

    open override func perform(_ run: XCTestRun) { performInside(run) }

    open override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      testRun?.keep(description, filePath, lineNumber, expected)
    }
  }

  /// One with the base class.
  open class InnerEnvironmentTestCase: EnvironmentTestCase, InnerTest {
    package let recorded = Locked<[String]>([])

    open override var testRunClass: AnyClass? { InnerRun.self }

    open override func perform(_ run: XCTestRun) { performInside(run) }
  }

  extension XCTestCase {
    /// Runs this test inside another, whose assertions still count when this one has ended: after the function that it
    /// replaces, XCTest knows of no test.
    package func performInside(_ run: XCTestRun) {
      guard let run = run as? XCTestCaseRun else { return }
      run.start()
      invokeTest()
      run.stop()
    }
  }

  extension XCTestRun {
    fileprivate func keep(_ description: String, _ filePath: String, _ line: Int, _ isExpected: Bool) {
      (self as? InnerRun)?.recordFailure(
        withDescription: description, inFile: filePath, atLine: line, expected: isExpected)
    }
  }

  /// A run that tells nobody of its failures.
  private final class InnerRun: XCTestCaseRun {
    private let counts = Locked((expected: 0, thrown: 0))

    override var failureCount: Int { counts.withLock { $0.expected } }
    override var unexpectedExceptionCount: Int { counts.withLock { $0.thrown } }

    override func recordFailure(
      withDescription description: String, inFile filePath: String?, atLine lineNumber: Int, expected: Bool
    ) {
      (test as? any InnerTest)?.recorded.withLock { $0.append("\(filePath ?? ""):\(lineNumber): \(description)") }
      counts.withLock { if expected { $0.expected += 1 } else { $0.thrown += 1 } }
    }
  }
#endif
