import Foundation
import GlobalEnvironmentTesting
import XCTest

@testable import NewsReader

final class AccountTestCase: EnvironmentTestCase {

  func testSendsNoTokenAtFirst() async {
    Env.stub(.get("/stories") && !.any.header("Authorization"), .json([]))
    let status = await news()
    XCTAssertEqual(status, .success)
  }

  func testSendsTheTokenAfterLoggingIn() async throws {
    _ = await news("login", "s3cret")
    Env.stub(.get("/stories").header("Authorization", "Bearer s3cret"), .json([]))
    let status = await news()
    XCTAssertEqual(status, .success)
    XCTAssertEqual(try Env.secrets().readText("news.token"), "s3cret")
  }

  func testForgetsTheTokenAfterLoggingOut() async throws {
    _ = await news("login", "s3cret")
    _ = await news("logout")
    XCTAssertNil(try Env.secrets().readText("news.token"))
  }

  func testTellsNoSecret() async {
    _ = await news("login", "s3cret")
    Env.stub(.any, .forbidden)
    let status = await news()
    XCTAssertEqual(status, .unavailable)
    XCTAssertFalse(Env.output.text.contains("s3cret"))
  }

  func testReadsTheTokenFromAVariableWhereThereIsNoKeychain() async {
    Env.secrets = { VariableSecrets() }
    Env.environmentVariable = { ["NEWS_TOKEN": "s3cret"][$0] }
    Env.stub(.get("/stories").header("Authorization", "Bearer s3cret"), .json([]))
    let status = await news()
    XCTAssertEqual(status, .success)
  }

  func testCannotLogInWhereThereIsNoKeychain() async {
    Env.secrets = { VariableSecrets() }
    let status = await news("login", "s3cret")
    XCTAssertEqual(status, .unavailable)
    XCTAssertTrue(Env.output.text.hasSuffix("Set the environment variable NEWS_TOKEN.\n"), Env.output.text)
    XCTAssertFalse(Env.output.text.contains("s3cret"))
  }
}
