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
    #expect(
      Env.output.text == "greeter: unknown argument \"--hello\". Usage: greeter [--posts URL]; --help says more\n")
  }

  @Test(arguments: ["--help", "-h"])
  func `help goes to the standard output, and is no failure`(argument: String) async {
    #expect(await greet(argument) == 0)
    #expect(Env.output.text == Env.output.standardOutput)
    #expect(Env.output.text.contains("usage: greeter [--posts URL]\n"))
  }

  @Test func `help names variables with values that can be read`() throws {
    let variables = Options.help.matches(of: /(ENV_[A-Z_]+)=(\S+)/).map { (String($0.output.1), String($0.output.2)) }
    #expect(variables.count == 8)
    let world = try Env.overridden(by: Dictionary(uniqueKeysWithValues: variables))
    #expect(world.locale().identifier == "de_DE")
    #expect(Env.output.standardError == "")
  }

  @Test func `posts that cannot be decoded are a complaint, behind the greeting`() async {
    Env.decoder = { .failing(with: CocoaError(.coderReadCorrupt)) }
    answer("[]")
    #expect(await greet("--posts", "https://example.com/posts") == 1)
    #expect(Env.output.pieces.map(\.stream) == [.standardOutput, .standardError])
  }
}
