import Foundation
import Testing

@testable import GlobalEnvironment

/// Server-sent events, as the HTML standard reads them (section 9.2).
struct EventsTests {
  private typealias Event = EnvironmentBytes.Event

  private func events(_ chunks: [Data]) async throws -> [Event] {
    let (stream, feed) = AsyncStream<Data>.makeStream()
    for chunk in chunks { feed.yield(chunk) }
    feed.finish()
    return try await EnvironmentBytes(stream).events.reduce(into: []) { $0.append($1) }
  }

  private func events(_ text: String) async throws -> [Event] { try await events([Data(text.utf8)]) }

  // The examples of the standard.

  @Test func `lines of data are joined by LF`() async throws {
    #expect(try await events("data: YHOO\ndata: +2\ndata: 10\n\n") == [Event(data: "YHOO\n+2\n10")])
  }

  @Test func `an ID stays until another comes, and an incomplete event is dropped`() async throws {
    let text = ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event"
    #expect(try await events(text) == [Event(id: "1", data: "first event"), Event(data: "second event")])
    #expect(
      try await events("id: 1\ndata: a\n\ndata: b\n\n") == [Event(id: "1", data: "a"), Event(id: "1", data: "b")])
  }

  @Test func `a field without a value is empty data, and an event without data is none`() async throws {
    #expect(try await events("data\n\ndata\ndata\n\ndata:") == [Event(data: ""), Event(data: "\n")])
    #expect(try await events("event: ping\n\ndata: a\n\n") == [Event(data: "a")])
  }

  @Test func `one space behind the colon is left out`() async throws {
    #expect(try await events("data:test\n\ndata: test\n\ndata:  test\n\n").map(\.data) == ["test", "test", " test"])
  }

  // The rules.

  @Test func `an event has its kind, which the next one has not`() async throws {
    #expect(
      try await events("event: add\ndata: 1\n\ndata: 2\n\n") == [Event(event: "add", data: "1"), Event(data: "2")])
  }

  @Test func `an ID counts even without data, and one with NUL is ignored`() async throws {
    #expect(try await events("id: 7\n\nid: 8\0\ndata: a\n\n") == [Event(id: "7", data: "a")])
  }

  @Test func `a time to wait is of ASCII digits, and stays`() async throws {
    let text = "retry: 1500\n\ndata\n\nretry: 2s\nretry: -1\nretry:\nretry: ٣\ndata\n\n"
    let retries = try await events(text).map(\.retry)
    #expect(retries == [.milliseconds(1500), .milliseconds(1500)])
    #expect(try await events("retry: 99999999999999999999\ndata\n\n").map(\.retry) == [nil])
  }

  @Test func `comments, unknown fields and names in capitals are ignored`() async throws {
    #expect(try await events(":data: a\nDATA: b\n data: c\nfoo: d\nfoo\ndata: e\n\n") == [Event(data: "e")])
  }

  @Test func `a colon with a combining character behind it is one`() async throws {
    #expect(try await events("data:\u{301}\n\n") == [Event(data: "\u{301}")])
  }

  @Test func `a byte order mark at the beginning is ignored, and one that comes later is not`() async throws {
    #expect(try await events("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n") == [Event(data: "a")])
    #expect(try await events("\u{FEFF}\n\ndata: b\n\n") == [Event(data: "b")])
  }

  @Test func `other ends of lines belong to the data`() async throws {
    #expect(try await events("data: a\u{B}\u{C}\u{85}\u{2028}b\n\n") == [Event(data: "a\u{B}\u{C}\u{85}\u{2028}b")])
  }

  @Test func `what is not UTF-8 becomes U+FFFD`() async throws {
    #expect(try await events([Data("data: ".utf8), Data([0xFF, 0x0A, 0x0A])]) == [Event(data: "\u{FFFD}")])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `wherever a stream is cut, its events are the same`(end: String) async throws {
    let text = [
      "\u{FEFF}: hello", "event: grüße", "id: ä1", "retry: 10", "data: \u{1F469}\u{200D}\u{1F4BB}", "data:b", "", "",
      "data: last", "", "data: incomplete",
    ].joined(separator: end)
    let bytes = Data(text.utf8)
    let whole = [
      Event(id: "ä1", event: "grüße", data: "\u{1F469}\u{200D}\u{1F4BB}\nb", retry: .milliseconds(10)),
      Event(id: "ä1", data: "last", retry: .milliseconds(10)),
    ]
    for cut in 0...bytes.count {
      #expect(try await events([bytes[..<cut], bytes[cut...]]) == whole)
    }
    #expect(try await events(bytes.map { Data([$0]) }) == whole)
  }

  @Test func `an event is there as soon as its empty line has come, also with CR`() async throws {
    for end in ["\n\n", "\r\r", "\r\n\r"] {
      let (stream, feed) = AsyncStream<Data>.makeStream()
      var events = EnvironmentBytes(stream).events.makeAsyncIterator()
      feed.yield(Data("data: a\(end)".utf8))
      #expect(try await events.next() == Event(data: "a"))
      feed.finish()
      #expect(try await events.next() == nil)
    }
  }
}
