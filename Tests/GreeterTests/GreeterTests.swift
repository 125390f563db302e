import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import greeter

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The program from its command line to its output, in this process.
@Suite(.environment(.mock))
struct GreeterTests {

  private func greet(_ arguments: String...) async -> Int32 {
    Env.arguments = { ["greeter"] + arguments }
    return await Greeter.greet()
  }

  private func answer(_ body: String) {
    Env.http = { request in
      guard
        let url = request.url,
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
      else { throw URLError(.badURL) }
      return (Data(body.utf8), response)
    }
  }

  @Test func `it greets on its standard output, in the words and by the clock of the place`() async throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    Env = .mock(locale: Locale(identifier: "ja_JP"), timeZone: tokyo, calendar: .japanese)
    #expect(await greet() == 0)
    #expect(Env.output.standardOutput == "こんばんは。 令和元年11月12日 火曜日 17:45 (Asia/Tokyo, ja_JP)\n")
    #expect(Env.output.standardError == "")
  }

  @Test func `titles follow the greeting, a line each`() async {
    answer(#"[{"title": "First"}, {"title": "Second"}]"#)
    #expect(await greet("--posts", "https://example.com/posts") == 0)
    #expect(Env.output.standardOutput.hasPrefix("Good night! Tuesday, November 12, 2019"))
    #expect(Env.output.standardOutput.hasSuffix("(America/Chicago, en_US)\n- First\n- Second\n"))
  }

  @Test func `a complaint goes to the standard error, and the status tells`() async {
    #expect(await greet("--hello") == 1)
    #expect(Env.output.text == Env.output.standardError)
    #expect(Env.output.text == "greeter: unknown argument \"--hello\". Usage: greeter [--posts URL]\n")
  }

  @Test func `posts that cannot be decoded are a complaint, behind the greeting`() async {
    Env.decoder = { .failing(with: CocoaError(.coderReadCorrupt)) }
    answer("[]")
    #expect(await greet("--posts", "https://example.com/posts") == 1)
    #expect(Env.output.pieces.map(\.stream) == [.standardOutput, .standardError])
  }
}
