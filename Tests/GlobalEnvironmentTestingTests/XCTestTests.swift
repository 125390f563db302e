import Dispatch
import Foundation
import GlobalEnvironmentTesting
import XCTest

private let mockDate = Date(timeIntervalSince1970: 1_573_548_300)

final class EnvironmentTestCaseTests: EnvironmentTestCase {
  override func setUp() {
    // Without super.setUp(), which is easily forgotten.
    XCTAssertEqual(Env.date(), mockDate)
    Env.locale = { Locale(identifier: "ja_JP") }
  }

  override func tearDown() {
    XCTAssertEqual(Env.locale().identifier, "ja_JP")
  }

  func testEachTestHasAFreshMock() {
    XCTAssertEqual(Env.date(), mockDate)
    XCTAssertEqual(Env.locale().identifier, "ja_JP")
    Env.time.advance(by: .seconds(60))
  }

  func testEachTestHasAFreshMockAlsoAfterAnotherOne() {
    XCTAssertEqual(Env.date(), mockDate)
    Env.time.advance(by: .seconds(60))
  }

  func testAnAsynchronousTestSeesItsMock() async {
    await Task.yield()
    XCTAssertEqual(Env.date(), mockDate)
    let date = await Task { Env.date() }.value
    XCTAssertEqual(date, mockDate)
  }

  @MainActor func testATestOnTheMainActorSeesItsMock() async {
    await Task.yield()
    XCTAssertEqual(Env.date(), mockDate)
  }

  func testQueuesThreadsAndDetachedTasksSeeTheMockAndWriteToIt() async {
    let date = await Task.detached { Env.date() }.value
    XCTAssertEqual(date, mockDate)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        Env.date = { .distantPast }
        continuation.resume()
      }
    }
    XCTAssertEqual(Env.date(), .distantPast)
  }

  func testTimeMovesByItself() async throws {
    let dates = try await withVirtualTime {
      let task = Task { try await Env.sleep(for: .seconds(60)) }
      try await Env.sleep(for: .seconds(3600))
      try await task.value
      return Env.date()
    }
    XCTAssertEqual(dates, mockDate + 3600)
    XCTAssertEqual(Env.date(), mockDate)
  }

  @MainActor func testTimeMovesByItselfOnTheMainActor() async throws {
    try await Env.timeout(after: .seconds(5)) { @MainActor in
      try await withVirtualTime { @MainActor in
        try await Env.sleep(for: .seconds(3600))
        MainActor.assertIsolated()
      }
    }
  }

  func testTimeIsMovedByHand() async throws {
    let task = Task { try await Env.sleep(for: .seconds(60)) }
    while Env.time.pending.isEmpty { await Task.yield() }
    await Env.time.advance(by: .seconds(60))
    try await task.value
    XCTAssertEqual(Env.date(), mockDate + 60)
  }

  func testAStuckBodyEndsWithAnError() async {
    do {
      try await withVirtualTime(patience: .milliseconds(100)) { for await _ in AsyncStream<Int>.makeStream().stream {} }
      XCTFail("It ended.")
    } catch {
      XCTAssertTrue(error is StuckError)
    }
  }

  func testATeardownBlockSeesTheMock() {
    addTeardownBlock { XCTAssertEqual(Env.date(), mockDate) }
  }
}

final class OwnEnvironmentTests: EnvironmentTestCase {
  override var environment: Environment { .mock(date: .distantFuture) }

  func testASubclassMayChooseItsEnvironment() {
    XCTAssertEqual(Env.date(), .distantFuture)
  }

  func testUseEnvironmentReplacesIt() {
    useEnvironment(.mock(date: .distantPast))
    XCTAssertEqual(Env.date(), .distantPast)
  }
}

final class UseEnvironmentTests: XCTestCase {
  override func setUp() {
    XCTAssertNotEqual(Env.date(), mockDate, "The test before this one was not reset.")
    useEnvironment(.mock)
  }

  override func tearDown() {
    XCTAssertEqual(Env.date(), mockDate)
  }

  func testAQueueSeesTheEnvironment() async {
    let date = await Task.detached { Env.date() }.value
    XCTAssertEqual(date, mockDate)
  }

  func testTheEnvironmentIsInPlace() {
    XCTAssertEqual(Env.date(), mockDate)
  }

  func testTheEnvironmentIsInPlaceInAnAsynchronousTest() async {
    await Task.yield()
    XCTAssertEqual(Env.date(), mockDate)
  }
}
