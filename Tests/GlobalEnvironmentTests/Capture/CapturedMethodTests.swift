import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The methods that `Env` has beside its endpoints, called on a captured environment: they ask the captured one.
@Suite(.environment(.mock))
struct CapturedMethodTests {
  @Test(.virtualTime) func `it sleeps in the captured time`() async throws {
    let clock = Clock()
    let start = Env.date()
    try await clock.env.sleep(for: .seconds(3))
    try await clock.env.sleep(until: clock.env.clock.now.advanced(by: .seconds(3)))
    for await _ in clock.env.timer(every: .seconds(4)) { break }
    #expect(Env.date() == start + 10)
    await #expect(throws: EnvironmentTimeoutError.self) {
      try await clock.env.timeout(after: .seconds(1)) { try await Env.sleep(for: .seconds(2)) }
    }
  }

  @Test func `the body of a timeout sees the captured environment`() async throws {
    let clock = withEnvironment(.mock(date: .distantPast)) { Clock() }
    #expect(try await clock.env.timeout(after: .seconds(1)) { Env.date() } == .distantPast)
  }

  @Test func `it fetches in the captured environment`() async throws {
    let url = try #require(URL(string: "https://example.com/posts"))
    let clock = withEnvironment(.mock) {
      Env.stub(.get("/posts"), .json([1, 2]))
      return Clock()
    }
    #expect(try await clock.env.json([Int].self, from: url) == [1, 2])
    #expect(try await clock.env.json([Int].self, for: URLRequest(url: url)) == [1, 2])
  }

  @Test func `it streams, uploads and downloads in the captured environment`() async throws {
    let request = URLRequest(url: try #require(URL(string: "https://example.com/posts")))
    let (source, copy) = (URL(filePath: "/source"), URL(filePath: "/copy"))
    let clock = try withEnvironment(.mock) {
      Env.stub(.path("/posts"), .response { .data($0.body.isEmpty ? Data("posts".utf8) : $0.body) })
      try Env.files().write("file", to: source)
      return Clock()
    }
    #expect(try await clock.env.bytes(for: request).0.lines.reduce("", +) == "posts")
    #expect(try await clock.env.bytes(from: #require(request.url)).1.statusCode == 200)
    #expect(try await clock.env.upload(for: request, from: Data("body".utf8)).0 == Data("body".utf8))
    #expect(try await clock.env.upload(for: request, fromFile: source).0 == Data("file".utf8))
    try await clock.env.download(for: request, to: copy)
    #expect(try clock.env.files().readText(copy) == "posts")
  }

  @Test func `it formats by the captured conventions`() {
    let clock = withEnvironment(.mock(locale: Locale(identifier: "de_DE"))) { Clock() }
    let date = clock.env.date()
    #expect(date.formatted(clock.env.dateFormat(date: .numeric)) == "12.11.2019")
    #expect((date..<date + 1).formatted(clock.env.dateIntervalFormat(date: .numeric)).contains("12.11.2019"))
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      #expect(clock.env.relativeDateFormat().format(date + 3600) == "in 1 Stunde")
    }
    #expect(1234.5.formatted(clock.env.localized(.number)) == "1.234,5")
    #expect(clock.env.numberFormatter { _ in }.string(from: 1.5) == "1,5")
    #expect(clock.env.iso8601Formatter().string(from: date) == Env.iso8601Formatter().string(from: date))
  }

  @Test func `it draws from the captured chance`() {
    let clock = withEnvironment {
      $0.randomBits = { 0 }
    } perform: {
      Clock()
    }
    #expect(clock.env.random(in: 3..<9) == 3)
    #expect(clock.env.random(in: 3...9) == 3)
    #expect(clock.env.random(in: 3.0..<9.0) == 3)
    #expect(clock.env.random(in: 3.0...9.0) == 3)
    #expect(clock.env.shuffled([1]) == [1])
    #expect(clock.env.randomElement(of: [7]) == 7)
  }

  @Test(.virtualTime) func `static methods sleep in the time of Env`() async throws {
    let start = Env.date()
    try await Clock.wait()
    #expect(Env.date() == start + 1)
  }
}

private final class Clock: UsesEnvironment {
  let env = CapturedEnvironment()
  static func wait() async throws { try await env.sleep(for: .seconds(1)) }
}
