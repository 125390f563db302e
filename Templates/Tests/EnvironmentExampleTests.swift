// This copy is yours to change. It belongs in a test target. `@testable import` names the module that contains
// Environment.swift: write the name of your module there.

import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import App

/// What tests with the pattern look like. Replace them with your own.
@Suite(.environment(.mock)) struct EnvironmentExampleTests {
  @Test func eachTestSetsWhatItIsAbout() {
    Env.timeZone = { TimeZone(secondsFromGMT: 0) ?? .current }
    #expect(Env.calendar().component(.hour, from: Env.date()) == 8)
  }

  @Test @MainActor func workThatIsDueLaterRunsWhenTheTestMovesTime() {
    var isShown = true
    Env.scheduler().schedule(after: .seconds(3)) { isShown = false }
    Env.time.advance(by: .seconds(2))
    #expect(isShown)
    Env.time.advance(by: .seconds(1))
    #expect(!isShown)
  }

  @Test func aRequestIsAnsweredAsTheTestSays() async throws {
    Env.http = { request in
      let url = try #require(request.url)
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
      return (Data("[]".utf8), try #require(response))
    }
    let url = try #require(URL(string: "https://example.com/posts"))
    #expect(try await Env.http(URLRequest(url: url)).0 == Data("[]".utf8))
  }
}
