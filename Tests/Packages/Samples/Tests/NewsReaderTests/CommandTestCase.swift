import Foundation
import GlobalEnvironmentTesting
import XCTest

@testable import NewsReader

/// Without the base class, one line does the same.
final class CommandTestCase: XCTestCase {

  override func setUp() {
    useEnvironment(.mock)
  }

  func testReadsCommands() throws {
    XCTAssertEqual(try Command([]), .list(isRefreshing: false))
    XCTAssertEqual(try Command(["refresh"]), .list(isRefreshing: true))
    XCTAssertEqual(try Command(["open", "12"]), .open(number: 12))
    XCTAssertEqual(try Command(["watch"]), .watch(interval: .seconds(600)))
    XCTAssertEqual(try Command(["watch", "1"]), .watch(interval: .seconds(60)))
    XCTAssertEqual(try Command(["login", "--token"]), .logIn(token: "--token"))
    XCTAssertEqual(try Command(["logout"]), .logOut)
  }

  func testRefusesWhatIsNoNumber() {
    for text in ["", "0", "-1", "1.5", "one", "1001", "99999999999999999999", "1e400", "NaN", "2nd"] {
      XCTAssertThrowsError(try Command(["open", text]), text) {
        XCTAssertEqual($0.localizedDescription, "\(text.debugDescription) is no whole number from 1 to 1000.")
      }
    }
  }

  func testShowsTheUsageForAnythingElse() async {
    for arguments in [["help"], ["open"], ["open", "1", "2"], ["refresh", "now"], ["login"], [""]] {
      Env.arguments = { ["news"] + arguments }
      let status = await runNews()
      XCTAssertEqual(status, .usage, "\(arguments)")
    }
    XCTAssertTrue(Env.output.standardError.hasPrefix("news: Usage: news "))
    XCTAssertEqual(Env.output.standardOutput, "")
  }
}
