import Foundation
import GlobalEnvironmentTesting
import XCTest

@testable import NewsReader

final class EditionCacheTestCase: EnvironmentTestCase {
  private let file = URL(filePath: "/home/user/Library/Caches/news/edition.json")

  private func edition() throws -> Edition {
    let url = try XCTUnwrap(URL(string: "https://example.com"))
    return Edition([Story(id: 1, title: "One", url: url, published: Env.date(), comments: 2)], date: Env.date())
  }

  func testIsEmptyAtFirst() {
    XCTAssertNil(EditionCache.read())
  }

  func testKeepsAnEdition() throws {
    try EditionCache.write(edition())
    XCTAssertEqual(EditionCache.read(), try edition())
    XCTAssertTrue(Env.files().exists(file))
  }

  func testReplacesAnEdition() throws {
    try EditionCache.write(Edition([], date: .distantPast))
    try EditionCache.write(edition())
    XCTAssertEqual(EditionCache.read(), try edition())
  }

  func testACorruptFileIsNoEdition() throws {
    try EditionCache.write(edition())
    for text in ["", "{", "{}", "[]", "null", #"{"stories": 1}"#] {
      try Env.files().write(text, to: file)
      XCTAssertNil(EditionCache.read(), text)
    }
  }

  func testACorruptFileIsReplacedByTheNextList() async throws {
    try EditionCache.write(edition())
    try Env.files().write("{", to: file)
    Env.stub(.get("/stories"), .file("stories.json"))
    let status = await news()
    XCTAssertEqual(status, .success)
    XCTAssertEqual(EditionCache.read()?.stories.count, 2)
  }

  func testAFullDiskKeepsNothingAndListsTheNews() async {
    Env.inMemoryFiles.capacity = 100
    Env.stub(.get("/stories"), .file("stories.json"))
    let status = await news()
    XCTAssertEqual(status, .success)
    XCTAssertTrue(Env.output.standardOutput.contains("Clocks go back"))
    XCTAssertTrue(Env.output.standardError.contains("the disk is full"), Env.output.standardError)
    XCTAssertNil(EditionCache.read())
  }

  func testAFolderThatMayNotBeWrittenIsTold() async throws {
    try Env.inMemoryFiles.setAccess(.readOnly, of: Env.files().folder(.caches))
    Env.stub(.get("/stories"), .json([]))
    let status = await news()
    XCTAssertEqual(status, .success)
    XCTAssertTrue(Env.output.standardError.contains("no permission"), Env.output.standardError)
  }
}
