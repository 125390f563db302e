import Dispatch
import Foundation
import GlobalEnvironmentTesting
import XCTest

/// The same under XCTest, where code that no scope reaches belongs to the running test.
final class CapturedTestCase: EnvironmentTestCase {
  private let mockDate = Date(timeIntervalSince1970: 1_573_548_300)

  func testAnObjectReadsTheEnvironmentInWhichItWasMade() {
    let model = withEnvironment(.mock(date: .distantPast)) { Model() }
    XCTAssertEqual(model.env.date(), .distantPast)
    XCTAssertEqual(Env.date(), mockDate)
  }

  func testAnObjectThatATestMakesFollowsTheTest() {
    let model = Model()
    Env.date = { .distantFuture }
    XCTAssertEqual(model.env.date(), .distantFuture)
  }

  func testAnObjectThatAThreadMakesBelongsToTheTest() async {
    let model = await Task.detached { Model() }.value
    XCTAssertEqual(model.env.date(), mockDate)
  }

  func testChangingAnObject() {
    let model = Model()
    model.using(.mock(date: .distantPast))
    XCTAssertEqual(model.env.date(), .distantPast)
    XCTAssertEqual(model.child.env.date(), .distantPast)
  }

  func testADerivedEndpointAsksTheCapturedEnvironment() {
    let model = withEnvironment(.mock(timeZone: .gmt)) { Model() }
    XCTAssertEqual(model.env.calendar().timeZone, .gmt)
    XCTAssertNotEqual(Env.calendar().timeZone, .gmt)
  }

  func testAQueueKeepsABodysEnvironmentOnlyWhenItIsCarried() {
    let (lost, kept) = (expectation(description: "lost"), expectation(description: "kept"))
    withEnvironment(.mock(date: .distantPast)) {
      DispatchQueue.global().async { [mockDate] in
        XCTAssertEqual(Env.date(), mockDate, "The test's own.")
        lost.fulfill()
      }
      DispatchQueue.global().async(
        execute: carryingEnvironment {
          XCTAssertEqual(Env.date(), .distantPast)
          kept.fulfill()
        })
    }
    wait(for: [lost, kept], timeout: 60)
  }
}

/// Outside any scope.
final class CapturedRootTestCase: XCTestCase {
  override func tearDown() {
    Env.reset()
  }

  func testAnObjectThatIsMadeOutsideAnyScopeFollowsTheRoot() {
    let model = Model()
    Env.date = { .distantPast }
    XCTAssertEqual(model.env.date(), .distantPast)
    Env.date = { .distantFuture }
    XCTAssertEqual(model.env.date(), .distantFuture)
    withEnvironment(.mock) { XCTAssertEqual(model.env.date(), .distantFuture) }
  }

  func testADerivedEndpointOfTheRootAsksTheRootAlsoFromInsideAScope() {
    let model = Model()
    Env.timeZone = { .gmt }
    withEnvironment(.mock) { XCTAssertEqual(model.env.calendar().timeZone, .gmt) }
  }
}

private final class Model: UsesEnvironment, Sendable {
  let env = Captured()
  let child = Child()
}

private final class Child: UsesEnvironment, Sendable {
  let env = Captured()
}
