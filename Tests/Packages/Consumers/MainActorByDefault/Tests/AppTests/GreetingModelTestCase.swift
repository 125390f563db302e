import Foundation
import GlobalEnvironmentTesting
import XCTest

@testable import App

final class GreetingModelTestCase: EnvironmentTestCase {
  override func setUp() {
    super.setUp()
    Env.timeZone = { .gmt }
  }

  @MainActor func testGreetsAtDay() {
    let model = GreetingModel()
    model.refresh()
    XCTAssertEqual(model.greeting, "Good day!")
  }

  @MainActor func testGreetsAtNight() async {
    Env.date = { Date(timeIntervalSince1970: 0) }
    let model = GreetingModel()
    await model.refreshInBackground()
    XCTAssertEqual(model.greeting, "Good night!")
  }
}

// XCTestCase is not of the main actor, so a class that inherits from it directly must say that it is not, either. Its test
// is async because XCTest on Linux cannot call a class whose tests are all synchronous and of the main actor.
nonisolated final class GreetingModelTestCaseOfItsOwn: XCTestCase {
  override func setUp() {
    super.setUp()
    useEnvironment(.mock)
  }

  @MainActor func testGreetsAtNight() async {
    let model = GreetingModel()
    model.refresh()
    XCTAssertEqual(model.greeting, "Good night!")
  }
}
