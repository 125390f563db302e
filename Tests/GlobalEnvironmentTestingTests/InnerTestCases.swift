// Only here can a test case be made from a closure, and run inside another.
#if !canImport(ObjectiveC)
  import GlobalEnvironmentTesting
  import XCTest

  /// A test case that runs inside another and keeps its failures to itself. Other threads may record some, even after its end.
  protocol Recording: XCTestCase {
    var recorded: Locked<[String]> { get }
  }

  extension Recording {
    /// Runs `test` as a test of this class.
    ///
    /// - Returns: Its failures: `file:line: description`.
    static func failures(of test: @escaping (XCTestCase) throws -> Void) -> [String] {
      let testCase = Self(name: "inner", testClosure: test)
      testCase.run()
      return testCase.recorded.withLock { $0 }
    }
  }

  /// One without an environment of its own.
  final class InnerTestCase: XCTestCase, Recording {
    let recorded = Locked<[String]>([])

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      recorded.withLock { $0.append("\(filePath):\(lineNumber): \(description)") }
    }
  }

  /// One with the base class.
  final class InnerEnvironmentTestCase: EnvironmentTestCase, Recording {
    let recorded = Locked<[String]>([])

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      recorded.withLock { $0.append("\(filePath):\(lineNumber): \(description)") }
    }
  }
#endif
