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

  @Test @MainActor func `work runs at its time, in the order of the times, when a test moves time`() {
    let start = Env.date()
    var seen: [TimeInterval] = []
    for seconds in [3, 1, 2, 1] {
      Env.scheduler().schedule(after: .seconds(seconds)) { seen.append(Env.date().timeIntervalSince(start)) }
    }
    Env.scheduler().schedule(after: .seconds(-1)) { seen.append(Env.date().timeIntervalSince(start)) }
    #expect(seen.isEmpty)
    Env.time.advance(by: .zero)
    #expect(seen == [0])
    Env.time.advance(by: .milliseconds(2_500))
    #expect(seen == [0, 1, 1, 2])
    #expect(Env.date() == start + 2.5)
    Env.time.advance(by: .seconds(1))
    #expect(seen == [0, 1, 1, 2, 3])
  }

  @Test @MainActor func `work may schedule more, cancel, and move time`() {
    var seen: [Int] = []
    let cancelled = Env.scheduler().schedule(after: .seconds(2)) { seen.append(-1) }
    Env.scheduler().schedule(after: .seconds(1)) {
      cancelled.cancel()
      Env.scheduler().schedule(after: .seconds(1)) { seen.append(2) }
      Env.time.advance(by: .seconds(5))
      seen.append(1)
    }
    let start = Env.date()
    Env.time.advance(by: .seconds(1))
    cancelled.cancel()
    #expect(seen == [2, 1])
    #expect(Env.date() == start + 6)
  }

  @Test @MainActor func `many works run in order, but those that were cancelled`() {
    var seen: [Int] = []
    var works: [ScheduledWork] = []
    // 7 and 100 have no common factor, so each delay comes three times, in a mixed order.
    for number in 0..<300 {
      works.append(Env.scheduler().schedule(after: .seconds(number * 7 % 100)) { seen.append(number) })
    }
    for number in stride(from: 0, to: 300, by: 2) { works[number].cancel() }
    works[0].cancel()
    Env.time.advance(by: .seconds(100))
    let expected = (0..<300).filter { $0 % 2 == 1 }.sorted { ($0 * 7 % 100, $0) < ($1 * 7 % 100, $1) }
    #expect(seen == expected)
  }

  @Test @MainActor func `each mock has its own time`() {
    let other = Environment.mock
    Env.time.advance(by: .seconds(1))
    #expect(Env.date() == other.date() + 1)
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
