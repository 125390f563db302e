import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import App

@Suite(.environment(.mock)) struct MockEnvironmentTests {
  @Test func `it is a quarter to three in Chicago, on 12 November 2019`() {
    let calendar = Env.calendar()
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: Env.date())

    #expect([parts.year, parts.month, parts.day] == [2019, 11, 12])
    #expect([parts.hour, parts.minute, parts.second] == [2, 45, 0])
    #expect(calendar.identifier == .gregorian)
    #expect(Env.timeZone().identifier == "America/Chicago")
    #expect(Env.locale().identifier == "en_US")
  }

  @Test func `time stands still`() {
    #expect(Env.date() == Env.date())
  }

  @Test func `its calendar follows the locale and the time zone that are set later`() {
    Env.locale = { Locale(identifier: "fr_FR") }
    Env.timeZone = { TimeZone(secondsFromGMT: 0) ?? .current }

    #expect(Env.calendar().locale == Locale(identifier: "fr_FR"))
    #expect(Env.calendar().component(.hour, from: Env.date()) == 8)
  }

  @Test func `it has no network`() async throws {
    let request = URLRequest(url: try #require(URL(string: "https://example.com/")))
    await #expect(throws: URLError.self) { try await Env.http(request) }
  }
}
