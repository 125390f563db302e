import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import NewsReader

@Suite(.environment(.mock)) struct CultureTests {

  @Test(arguments: Culture.extremes)
  func `a story is opened by its number as the list writes it`(culture: Culture) async throws {
    Env.culture = culture
    Env.stub(.get("/stories"), .file("stories.json"))
    _ = await news()
    let line = try #require(Env.output.text.split(separator: "\n").last { $0.hasPrefix("*") })
    let number = line.dropFirst(2).prefix { $0 != "." }
    #expect(await news("open", String(number)) == .success)
    #expect(Env.openedURLs == [URL(string: "https://example.com/clocks")])
  }

  @Test(arguments: Culture.extremes)
  func `a story is opened by its number in European digits, too`(culture: Culture) async throws {
    Env.culture = culture
    Env.stub(.get("/stories"), .file("stories.json"))
    _ = await news()
    #expect(await news("open", "2") == .success)
  }

  @Test(arguments: Culture.all)
  func `the cache does not depend on who reads it`(culture: Culture) async throws {
    Env.culture = culture
    Env.stub(.get("/stories"), .file("stories.json")).expect(calls: 1)
    _ = await news()
    Env.culture = .unitedStates
    #expect(await news() == .success)
    #expect(Env.output.standardOutput.contains("Swift 6.3 is out (2 hours ago, comments: 1,204)"))
  }

  @Test func `Germans see their dates and numbers`() async {
    Env.culture = .germany
    Env.stub(.get("/stories"), .file("stories.json"))
    _ = await news()
    #expect(Env.output.text.contains("(vor 2 Stunden, comments: 1.204)"))
    #expect(Env.output.text.hasSuffix("As of 12. Nov. 2019, 9:45\n"))
  }

  @Test func `Egyptians see their digits`() async {
    Env.culture = .egypt
    Env.stub(.get("/stories"), .file("stories.json"))
    _ = await news()
    #expect(Env.output.text.hasPrefix("* ١. Swift 6.3 is out (قبل ساعتين, comments: ١٬٢٠٤)\n"))
  }
}
