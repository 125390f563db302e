import Foundation
import GlobalEnvironmentTesting
import XCTest

@testable import Diary

final class EntryTestCase: EnvironmentTestCase {
  override func setUp() {
    super.setUp()
    Env.timeZone = { .gmt }
  }

  func testHeadsAnEntryWithItsDate() {
    XCTAssertEqual(Entry(text: "Snow").heading, "12 November 2019")
    XCTAssertEqual(Env.calendar().component(.hour, from: Env.date()), 8)
  }
}

final class EntryTestCaseOfItsOwn: XCTestCase {
  override func setUp() {
    super.setUp()
    useEnvironment(.mock)
  }

  func testHeadsAnEntryWithItsDate() async {
    Env.date = { Date(timeIntervalSince1970: 0) }
    XCTAssertEqual(Entry(text: "Moon").heading, "31 December 1969")
  }
}

final class EntryTestCaseByHand: XCTestCase {
  override func setUp() {
    super.setUp()
    Env = .mock
  }

  override func tearDown() {
    Env.reset()
    super.tearDown()
  }

  func testHeadsAnEntryWithItsDate() {
    XCTAssertEqual(Entry(text: "Snow").heading, "12 November 2019")
  }
}
