import Foundation
import Testing

@testable import GlobalEnvironment

/// The lines of a body, which are those of Foundation's `AsyncLineSequence`.
struct LinesTests {

  private func lines(_ chunks: [Data]) async throws -> [String] {
    let (stream, feed) = AsyncStream<Data>.makeStream()
    for chunk in chunks { feed.yield(chunk) }
    feed.finish()
    return try await EnvironmentBytes(stream).lines.reduce(into: []) { $0.append($1) }
  }

  private func lines(_ text: String) async throws -> [String] { try await lines([Data(text.utf8)]) }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"])
  func `each of these ends a line`(end: String) async throws {
    #expect(try await lines("a\(end)b\(end)") == ["a", "b"])
    #expect(try await lines("a\(end)b") == ["a", "b"])
  }

  @Test func `empty lines are left out`() async throws {
    #expect(try await lines("\n\na\n\n\r\n\r\rb\n\n") == ["a", "b"])
  }

  @Test func `wherever a body is cut, its lines are the same`() async throws {
    let text = "Grüße\r\n\u{1F469}\u{200D}\u{1F4BB}\u{2028}é\u{85}\u{E2}\u{80}end\r\nlast"
    let bytes = Data(text.utf8)
    let whole = try await lines(text)
    #expect(whole == ["Grüße", "\u{1F469}\u{200D}\u{1F4BB}", "é", "\u{E2}\u{80}end", "last"])
    for cut in 0...bytes.count {
      #expect(try await lines([bytes[..<cut], bytes[cut...]]) == whole)
    }
    #expect(try await lines(bytes.map { Data([$0]) }) == whole)
  }

  @Test func `a line that breaks off is lost`() async throws {
    let (stream, feed) = AsyncThrowingStream<Data, any Error>.makeStream()
    feed.yield(Data("whole\nhalf".utf8))
    feed.finish(throwing: URLError(.networkConnectionLost))
    var lines = EnvironmentBytes(stream).lines.makeAsyncIterator()
    #expect(try await lines.next() == "whole")
    await #expect(throws: URLError.self) { try await lines.next() }
    #expect(try await lines.next() == nil)
  }

  @Test func `what is not UTF-8 becomes U+FFFD`() async throws {
    #expect(try await lines([Data([0x61, 0xFF, 0x0A, 0xE2, 0x80, 0x0A, 0x62])]) == ["a\u{FFFD}", "\u{FFFD}", "b"])
  }

  @Test func `a line is there as soon as its end has come, also one with CR`() async throws {
    for end in ["\n", "\r"] {
      let (stream, feed) = AsyncStream<Data>.makeStream()
      var lines = EnvironmentBytes(stream).lines.makeAsyncIterator()
      feed.yield(Data("a\(end)".utf8))
      #expect(try await lines.next() == "a")
      feed.yield(Data("\nb".utf8))
      feed.finish()
      #expect(try await lines.next() == "b")
      #expect(try await lines.next() == nil)
      #expect(try await lines.next() == nil)
    }
  }
}
