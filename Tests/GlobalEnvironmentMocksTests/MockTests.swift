import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.environment(.mock))
struct MockTests {

  @Test func `a mock is 12 November 2019 02:45 in Chicago, in American English`() {
    let parts = Env.calendar().dateComponents([.year, .month, .day, .hour, .minute, .second], from: Env.date())
    #expect(parts == DateComponents(year: 2019, month: 11, day: 12, hour: 2, minute: 45, second: 0))
    #expect(Env.date().timeIntervalSince1970 == 1_573_548_300)
    #expect(Env.locale().identifier == "en_US")
    #expect(Env.timeZone().identifier == "America/Chicago")
    #expect(Env.calendar().identifier == .gregorian)
  }

  @Test func `each part of a mock can be chosen`() throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    Env = .mock(
      date: .distantPast, locale: Locale(identifier: "ja_JP"), timeZone: tokyo, calendar: .japanese)
    #expect(Env.date() == .distantPast)
    #expect(Env.locale().identifier == "ja_JP")
    #expect(Env.timeZone() == tokyo)
    #expect(Env.calendar().identifier == .japanese)
  }

  @Test func `the calendar follows the locale and the time zone`() throws {
    let kathmandu = try #require(TimeZone(identifier: "Asia/Kathmandu"))
    #expect(Env.calendar().firstWeekday == 1)
    Env.locale = { Locale(identifier: "de_DE") }
    Env.timeZone = { kathmandu }
    #expect(Env.calendar().locale?.identifier == "de_DE")
    #expect(Env.calendar().timeZone == kathmandu)
    #expect(Env.calendar().firstWeekday == 2)
  }

  @Test func `two mocks share no state`() {
    let first = Environment.mock
    let second = Environment.mock
    first.time.advance(by: .seconds(60))
    #expect(first.date() == second.date() + 60)
  }

  @Test func `a request is answered with status 500 and a body that says why`() async throws {
    let url = try #require(URL(string: "https://example.com/posts"))
    Env.unmatched(.respond500)
    let (data, response) = try await Env.http(URLRequest(url: url))
    #expect(response.statusCode == 500)
    #expect(response.url == url)
    #expect(String(decoding: data, as: UTF8.self) == #"{"error":"No stub matches this request."}"#)
  }
}
