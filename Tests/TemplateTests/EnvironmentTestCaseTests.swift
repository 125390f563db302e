import Foundation
import XCTest

@testable import App

final class EnvironmentTestCaseTests: EnvironmentTestCase {
  // Neither calls super: the mock must not depend on it.
  override func setUpWithError() throws {
    XCTAssertEqual(Env.date(), Environment.mock.date())
    Env.locale = { Locale(identifier: "ja_JP") }
  }

  override func tearDown() {
    XCTAssertEqual(Env.locale().identifier, "ja_JP")
  }

  override func invokeTest() {
    super.invokeTest()
    XCTAssertGreaterThan(Env.date(), Environment.mock.date(), "The live environment is not back after \(name).")
  }

  func testTheMockIsThere() {
    XCTAssertEqual(Env.date(), Environment.mock.date())
  }

  func testAChangeInSetUpIsSeenInATest() {
    XCTAssertEqual(Env.calendar().locale?.identifier, "ja_JP")
  }

  func testTheMockIsThereInAnAsyncTest() async {
    await Task.yield()
    XCTAssertEqual(Env.date(), Environment.mock.date())
    XCTAssertEqual(Env.locale().identifier, "ja_JP")
  }

  func testTheLiveEnvironmentIsBackAfterATestThatSetADate() {
    Env.date = { Date(timeIntervalSince1970: 0) }
  }
}

final class ThrowingEnvironmentTestCaseTests: EnvironmentTestCase {
  private struct Oops: Error {}

  override func invokeTest() {
    super.invokeTest()
    XCTAssertGreaterThan(Env.date(), Environment.mock.date(), "The live environment is not back after \(name).")
  }

  // The thrown error is what these tests are about; a failed assertion still counts.
  #if canImport(ObjectiveC)
    override func record(_ issue: XCTIssue) {
      if issue.type != .thrownError { super.record(issue) }
    }
  #else
    override func recordFailure(
      withDescription description: String,
      inFile filePath: String,
      atLine lineNumber: Int,
      expected: Bool
    ) {
      guard !description.contains("Oops") else { return }
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
  #endif

  func testTheLiveEnvironmentIsBackAfterATestThatThrows() throws {
    Env.date = { Date(timeIntervalSince1970: 0) }
    throw Oops()
  }

  func testTheLiveEnvironmentIsBackAfterAnAsyncTestThatThrows() async throws {
    Env.date = { Date(timeIntervalSince1970: 0) }
    throw Oops()
  }
}
