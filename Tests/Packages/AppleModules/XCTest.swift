// XCTest as Apple's platforms have it, with its own annotations; the parts that this package uses. Written from the public
// documentation.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported public import AppleFoundation

open class XCTest: NSObject {
  open var name: String { fatalError() }
  open var testRun: XCTestRun? { fatalError() }
  open func setUp() {}
  open func setUp() async throws {}
  open func setUpWithError() throws {}
  open func tearDown() {}
  open func tearDown() async throws {}
  open func tearDownWithError() throws {}
  open func run() {}
}

/// Neither `Sendable` nor of the main actor.
open class XCTestCase: XCTest {
  public override init() {}
  public init(selector: Int) {}

  open var continueAfterFailure: Bool {
    get { fatalError() }
    set {}
  }
  open func invokeTest() {}
  open func record(_ issue: XCTIssue) {}
  open func expectation(description: String) -> XCTestExpectation { fatalError() }
  open func wait(for expectations: [XCTestExpectation], timeout seconds: TimeInterval) {}

  @preconcurrency open func addTeardownBlock(_ block: @escaping @MainActor @Sendable () throws -> Void) {}
  @preconcurrency open func addTeardownBlock(_ block: @escaping @Sendable () async throws -> Void) {}
}

open class XCTestSuite: XCTest {}

open class XCTestExpectation: NSObject, @unchecked Sendable {
  public init(description: String) {}
  open func fulfill() {}
}

open class XCTWaiter: NSObject {
  public enum Result: Int {
    case completed = 1
    case timedOut, incorrectOrder, invertedFulfillment, interrupted
  }

  open class func wait(for expectations: [XCTestExpectation], timeout seconds: TimeInterval) -> Result { .completed }
}

open class XCTestRun: NSObject {
  open var unexpectedExceptionCount: Int { fatalError() }
  open var failureCount: Int { fatalError() }
  open var totalFailureCount: Int { fatalError() }
  open var hasBeenSkipped: Bool { fatalError() }
  open var hasSucceeded: Bool { fatalError() }
}

open class XCTestCaseRun: XCTestRun {}

public struct XCTIssue {
  public enum IssueType: Int, Sendable { case assertionFailure, thrownError, uncaughtException }

  public var type: IssueType
  public var compactDescription: String
  public init(type: IssueType, compactDescription: String) {
    (self.type, self.compactDescription) = (type, compactDescription)
  }
}

public protocol XCTestObservation: NSObjectProtocol {
  func testBundleWillStart(_ testBundle: Bundle)
  func testBundleDidFinish(_ testBundle: Bundle)
  func testSuiteWillStart(_ testSuite: XCTestSuite)
  func testSuiteDidFinish(_ testSuite: XCTestSuite)
  func testCaseWillStart(_ testCase: XCTestCase)
  func testCaseDidFinish(_ testCase: XCTestCase)
}

extension XCTestObservation {
  public func testBundleWillStart(_ testBundle: Bundle) {}
  public func testBundleDidFinish(_ testBundle: Bundle) {}
  public func testSuiteWillStart(_ testSuite: XCTestSuite) {}
  public func testSuiteDidFinish(_ testSuite: XCTestSuite) {}
  public func testCaseWillStart(_ testCase: XCTestCase) {}
  public func testCaseDidFinish(_ testCase: XCTestCase) {}
}

open class XCTestObservationCenter: NSObject {
  open class var shared: XCTestObservationCenter { fatalError() }
  open func addTestObserver(_ testObserver: any XCTestObservation) {}
  open func removeTestObserver(_ testObserver: any XCTestObservation) {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}

public func XCTExpectFailure(_ failureReason: String? = nil) {}

public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertFalse(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertNil(
  _ expression: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertNotNil(
  _ expression: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertEqual<T: Equatable>(
  _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertNotEqual<T: Equatable>(
  _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertGreaterThan<T: Comparable>(
  _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertLessThan<T: Comparable>(
  _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertThrowsError<T>(
  _ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line, _ errorHandler: (_ error: any Error) -> Void = { _ in }
) {}

public func XCTUnwrap<T>(
  _ expression: @autoclosure () throws -> T?, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) throws -> T { fatalError() }

public struct XCTSkip: Error {
  public init(_ message: @autoclosure () -> String? = nil, file: StaticString = #filePath, line: UInt = #line) {}
}
