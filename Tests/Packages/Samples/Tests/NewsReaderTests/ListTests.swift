import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import NewsReader

@Suite(.environment(.mock)) struct ListTests {

  @Test func `the newest story comes first, with its age and its comments`() async {
    Env.stub(.get("https://news.example.com/stories"), .file("stories.json"))
    #expect(await news() == .success)
    #expect(
      Env.output.standardOutput == """
        * 1. Swift 6.3 is out (2 hours ago, comments: 1,204)
        * 2. Clocks go back (21 hours ago, comments: 7)
        As of Nov 12, 2019 at 2:45\u{202F}AM

        """)
    #expect(Env.output.standardError == "")
  }

  @Test func `a server without stories has no news`() async {
    Env.stub(.get("/stories"), .json([]))
    #expect(await news() == .success)
    #expect(Env.output.text == "No news.\n")
  }

  @Test func `a title cannot take over the terminal`() async {
    Env.stub(
      .get("/stories"),
      .json([
        [
          "id": 1, "title": "\u{1B}[2JOne\nline", "url": "https://example.com", "published": "2019-11-12T08:45:00Z",
          "comments": 0,
        ]
      ]))
    #expect(await news() == .success)
    #expect(Env.output.text.hasPrefix("* 1. [2JOneline (now, comments: 0)\n"))
  }

  @Test func `a list is fresh for a quarter of an hour`() async {
    let server = Env.stub(.get("/stories"), .file("stories.json"))
    _ = await news()
    await Env.time.advance(by: .seconds(15 * 60 - 1))
    #expect(await news() == .success)
    #expect(server.calls.count == 1)
    await Env.time.advance(by: .seconds(1))
    #expect(await news() == .success)
    #expect(server.calls.count == 2)
  }

  @Test func `a list from the future is not fresh`() async {
    Env.stub(.get("/stories"), .file("stories.json")).expect(calls: 2)
    _ = await news()
    Env.date = { .distantPast }
    #expect(await news() == .success)
  }

  @Test func `refreshing asks the server, however fresh the list is`() async {
    Env.stub(.get("/stories"), .file("stories.json")).expect(calls: 2)
    _ = await news()
    #expect(await news("refresh") == .success)
  }

  @Test func `another server may be chosen`() async {
    Env.environmentVariable = { ["NEWS_SERVER": "http://localhost:8080/v2"][$0] }
    Env.stub(.get("http://localhost:8080/v2/stories"), .json([]))
    #expect(await news() == .success)
  }

  @Test(arguments: ["", "localhost", "file:///etc", "https://", "ftp://example.com"])
  func `what is no address of a server is a mistake, and nothing is sent`(address: String) async {
    Env.environmentVariable = { ["NEWS_SERVER": address][$0] }
    #expect(await news() == .usage)
    #expect(Env.output.standardError.contains("NEWS_SERVER=\"\(address)\" is not an address"))
    #expect(Env.requests.isEmpty)
  }

  @Test func `an old list does not hide that the server's address is wrong`() async {
    Env.stub(.get("/stories"), .json([]))
    _ = await news()
    Env.environmentVariable = { ["NEWS_SERVER": "localhost"][$0] }
    #expect(await news("refresh") == .usage)
  }
}
