import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import NewsReader

@Suite(.environment(.mock), .virtualTime) struct FailureTests {

  @Test func `a server that is busy is asked again, after one second and then two`() async {
    let server = Env.stub(.get("/stories"), .sequence([.serverError, .status(503), .file("stories.json")]))
    #expect(await news() == .success)
    #expect(Env.output.standardError == "")
    let times = server.calls.map { $0.date.timeIntervalSince(.mockStart) }
    #expect(times.count == 3)
    #expect((1..<1.25).contains(times[1]))
    #expect((2..<2.25).contains(times[2] - times[1]))
  }

  @Test func `after four attempts it gives up`() async {
    Env.stub(.get("/stories"), .serverError).expect(calls: 4)
    #expect(await news() == .unavailable)
    #expect(
      Env.output.standardError == "news: GET https://news.example.com/stories answered with status 500\n")
    #expect(Env.output.standardOutput == "")
  }

  @Test func `a server that says when to come back is obeyed`() async {
    let server = Env.stub(.get("/stories"), .sequence([.tooManyRequests(retryAfter: 30), .json([])]))
    #expect(await news() == .success)
    #expect(server.calls.map { $0.date.timeIntervalSince(.mockStart) } == [0, 30])
  }

  @Test func `nobody waits an hour because a server says so`() async {
    Env.stub(.get("/stories"), .sequence([.tooManyRequests(retryAfter: 3_600), .json([])]))
    #expect(await news() == .success)
    #expect(Env.date().timeIntervalSince(.mockStart) == 60)
  }

  @Test(arguments: [400, 401, 403, 404, 410])
  func `a status that will not change is not asked for again`(status: Int) async {
    Env.stub(.get("/stories"), .status(status)).expect(calls: 1)
    #expect(await news() == .unavailable)
    #expect(Env.output.standardError.hasSuffix("answered with status \(status)\n"))
    #expect(Env.date() == .mockStart)
  }

  @Test func `a server that does not answer in ten seconds is asked again`() async {
    Env.stub(.get("/stories"), .sequence([.json([]).delay(.seconds(60)), .json([])]))
    #expect(await news() == .success)
    #expect((11..<11.25).contains(Env.date().timeIntervalSince(.mockStart)))
  }

  @Test func `offline, there is a message and no list`() async {
    Env.stub(.any, .offline).expect(calls: 1)
    #expect(await news() == .unavailable)
    #expect(Env.output.standardOutput == "")
    #expect(Env.output.standardError.hasPrefix("news: "))
  }

  @Test func `offline, the old list is better than none`() async throws {
    Env.stub(.get("/stories"), .file("stories.json")).once()
    _ = await news()
    try await Env.sleep(for: .seconds(3_600))
    Env.stub(.any, .offline)
    #expect(await news() == .success)
    #expect(Env.output.standardOutput.hasSuffix("As of Nov 12, 2019 at 2:45\u{202F}AM\n"))
    #expect(Env.output.standardError.hasPrefix("news: "))
  }

  @Test(arguments: ["", "[", "{}", #"[{"id": 1}]"#, #"[{"id": "one"}]"#, "<html>", "null"])
  func `an answer that is no list of stories is told on one line`(body: String) async {
    Env.stub(.get("/stories"), .text(body))
    #expect(await news() == .unavailable)
    #expect(
      Env.output.standardError.hasPrefix(
        "news: GET https://news.example.com/stories answered with a body that does not decode"))
    #expect(Env.output.standardError.count { $0 == "\n" } == 1)
  }

  @Test func `a refresh that is cancelled in a pause sends nothing more, and keeps the old list`() async throws {
    Env.stub(.get("/stories"), .file("stories.json")).once()
    _ = await news()
    let before = EditionCache.read()
    let server = Env.stub(.get("/stories"), .serverError)
    let refresh = Task { await news("refresh") }
    try await Env.sleep(for: .milliseconds(500))
    refresh.cancel()
    #expect(await refresh.value == .cancelled)
    #expect(server.calls.count == 1)
    #expect(EditionCache.read() == before)
    #expect(Env.output.standardError == "")
  }

  @Test func `a refresh that is cancelled while the server thinks ends at once`() async throws {
    Env.stub(.get("/stories"), .json([]).delay(.seconds(5)))
    let refresh = Task { await news("refresh") }
    try await Env.sleep(for: .seconds(1))
    refresh.cancel()
    #expect(await refresh.value == .cancelled)
    #expect(Env.date().timeIntervalSince(.mockStart) == 1)
  }
}

extension Date {
  /// Where the time of a mock begins.
  static let mockStart = Environment.mock.date()
}
