public import GlobalEnvironment
import GlobalEnvironmentMocks
public import XCTest

/// An XCTest case whose tests each run in a mock environment of their own.
///
/// ```swift
/// final class GreeterTests: EnvironmentTestCase {
///   func testGreets() { XCTAssertEqual(greeting(), "Good night!") }
/// }
/// ```
///
/// The environment is in place before `setUp` and until after `tearDown` and the teardown blocks, and ends with the test
/// even when that throws. A subclass need not call `super.setUp()` for it.
nonisolated open class EnvironmentTestCase: XCTestCase {

  /// The environment that each test begins with; `.mock` unless overridden. Asked once for each test.
  open var environment: Environment { .mock }

  /// Runs the test in a scope of its own.
  open override func invokeTest() {
    withEnvironment(environment) { super.invokeTest() }
  }
}

extension XCTestCase {

  /// Assigns `environment` to `Env` now, and brings back the live world when the running test has ended.
  ///
  /// For test cases that do not inherit from ``EnvironmentTestCase``; call it in `setUp` or in a test. Outside any scope it
  /// writes the process's root, which is sound as XCTest runs one test at a time.
  public func useEnvironment(_ environment: Environment) {
    let scope = EnvironmentScope.current
    scope.run { Env = environment }
    addTeardownBlock { scope.run { Env.reset() } }
  }
}
