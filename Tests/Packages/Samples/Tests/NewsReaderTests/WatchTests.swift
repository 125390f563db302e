import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import NewsReader

@Suite(.environment(.mock), .virtualTime) struct WatchTests {

  private func story(_ id: Int) -> JSONValue {
    [
      "id": .init(id), "title": "Story \(id)", "url": "https://example.com/\(id)",
      "published": "2019-11-12T0\(id):00:00Z", "comments": 0,
    ]
  }

  /// What was written since the last time.
  private func titles() -> [String] {
    Env.output.standardOutput.matches(of: /Story \d+/).map { String($0.output) }
  }

  /// Watches for so many minutes.
  private func watch(_ arguments: String..., minutes: Int) async throws -> ExitCode {
    Env.arguments = { ["news", "watch"] + arguments }
    let program = Task { await runNews() }
    try await Env.sleep(for: .seconds(60 * minutes + 1))
    program.cancel()
    return await program.value
  }

  @Test func `it asks every ten minutes`() async throws {
    let server = Env.stub(.get("/stories"), .json([]))
    #expect(try await watch(minutes: 60) == .cancelled)
    #expect(server.calls.map { $0.date.timeIntervalSince(.mockStart) } == (0...6).map { Double($0) * 600 })
  }

  @Test func `it asks as often as told`() async throws {
    Env.stub(.get("/stories"), .json([])).expect(calls: 13)
    #expect(try await watch("5", minutes: 60) == .cancelled)
  }

  @Test func `it lists a story once`() async throws {
    Env.stub(.get("/stories"), .sequence([.json([story(1)]), .json([story(2), story(1)])]))
    _ = try await watch(minutes: 60)
    #expect(titles() == ["Story 1", "Story 2"])
  }

  @Test func `a new story has the number by which it is opened`() async throws {
    Env.stub(.get("/stories"), .sequence([.json([story(2)]), .json([story(2), story(1)])]))
    _ = try await watch(minutes: 10)
    #expect(Env.output.text.contains("* 2. Story 1"))
    _ = await news("open", "2")
    #expect(Env.openedURLs == [URL(string: "https://example.com/1")])
  }

  @Test func `a failure is told, and the next time may succeed`() async throws {
    Env.stub(.get("/stories"), .sequence([.notFound, .json([story(1)])]))
    _ = try await watch(minutes: 10)
    #expect(Env.output.standardError.count { $0 == "\n" } == 1)
    #expect(titles() == ["Story 1"])
  }

  @Test func `pauses between attempts do not shift the schedule`() async throws {
    let server = Env.stub(.get("/stories"), .sequence([.json([]), .serverError, .json([])]))
    _ = try await watch(minutes: 20)
    let times = server.calls.map { $0.date.timeIntervalSince(.mockStart) }
    #expect(times.first == 0)
    #expect(times.last == 1_200)
    #expect(times.count == 4)
  }

  @Test func `it works through a night in which the clocks go back`() async throws {
    let night = try Date(year: 2019, month: 11, day: 3, hour: 0)
    Env = .mock(date: night)
    Env.stub(.get("/stories"), .json([])).expect(calls: 6 * 4 + 1)
    _ = try await watch(minutes: 4 * 60)
    #expect(Env.calendar().component(.hour, from: Env.date()) == 3)
  }
}
