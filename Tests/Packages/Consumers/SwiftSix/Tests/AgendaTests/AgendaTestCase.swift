import Foundation
import GlobalEnvironmentTesting
import XCTest

@testable import Agenda

final class AgendaTestCase: EnvironmentTestCase {
  func testListsTodaysMeetings() async {
    let agenda = Agenda()
    await agenda.add()
    let meetings = await agenda.today
    XCTAssertEqual(meetings, [Date(timeIntervalSince1970: 1_573_548_300)])
  }

  @MainActor func testRunsOnTheMainActor() {
    Env.date = { Date(timeIntervalSince1970: 0) }
    XCTAssertEqual(Env.calendar().component(.year, from: Env.date()), 1969)
  }
}
