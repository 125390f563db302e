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

  func testChildrenThatAreMadeLateHaveTheEnvironmentOfTheirParent() async {
    let model = withEnvironment(.mock(date: .distantPast)) { Model() }
    let late = await Task.detached { withEnvironment(of: model) { Child() } }.value
    XCTAssertEqual(model.child.env.date(), .distantPast)
    XCTAssertEqual(late.env.date(), .distantPast)
  }

  func testATypeThatStoresNoEnvironmentAsksEnv() {
    final class Local: UsesEnvironment {
      let env = CapturedEnvironment()
    }
    XCTAssertEqual(Local().env.date(), mockDate)
    let forgetful = withEnvironment(.mock(date: .distantPast)) { Forgetful() }
    XCTAssertEqual(forgetful.env.date(), mockDate)
    XCTAssertEqual(Forgetful.env.date(), mockDate)
  }

  func testAReaderReadsTheWorldThatItIsGiven() async throws {
    let reader = EnvironmentReader { (world: Environment) in world.date() }.map { $0 + 60 }
    let first = try await reader.run(Env)
    let second = try await reader.run(.mock(date: .distantPast))
    XCTAssertEqual(first, mockDate + 60)
    XCTAssertEqual(second, .distantPast + 60)
  }

  func testADerivedEndpointAsksTheCapturedEnvironment() {
    let model = withEnvironment(.mock(timeZone: .gmt)) { Model() }
    XCTAssertEqual(model.env.calendar().timeZone, .gmt)
    XCTAssertNotEqual(Env.calendar().timeZone, .gmt)
  }

  func testABorderLosesABodysEnvironmentUnlessItIsCarried() {
    let borders: [(String, (@escaping @Sendable () -> Void) -> Void)] = [
      ("queue", { DispatchQueue.global().async(execute: $0) }),
      ("operation queue", { OperationQueue().addOperation($0) }),
      ("thread", { Thread.detachNewThread($0) }),
      ("detached task", { Task.detached(operation: $0) }),
    ]
    for (name, cross) in borders {
      let (lost, kept) = (expectation(description: "\(name), lost"), expectation(description: "\(name), kept"))
      withEnvironment(.mock(date: .distantPast)) {
        cross { [mockDate] in
          XCTAssertEqual(Env.date(), mockDate, "The test's own, \(name).")
          lost.fulfill()
        }
        cross(
          carryingEnvironment {
            XCTAssertEqual(Env.date(), .distantPast, name)
            kept.fulfill()
          })
      }
      wait(for: [lost, kept], timeout: 60)
    }
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
  let env = CapturedEnvironment()
  let child = Child()
}

private final class Child: UsesEnvironment, Sendable {
  let env = CapturedEnvironment()
}

private struct Forgetful: UsesEnvironment {}
