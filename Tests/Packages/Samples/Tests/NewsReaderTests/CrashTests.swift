import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Synchronization
import Testing

@testable import NewsReader

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// From a crash to a green test.
///
/// The news reader once trusted the number of a story. Somebody had that release when the list became shorter, and it
/// crashed. `crash.flight` is what it had recorded: 200 refreshes in five minutes, and the crash.
@Suite struct CrashTests {

  @Test func `the release that crashed crashes again in its flight`() async {
    await #expect(processExitsWith: .failure) {
      // Nothing but the crash ends this with a failure.
      try? await withFlight("Fixtures/crash.flight") { try await refresh(200, then: openAsReleased) }
    }
  }

  @Test func `the fixed reader asks the same up to there, and says what is wrong`() async throws {
    try await reproduce("Fixtures/crash.flight", refreshes: 200)
  }

  @Test func `all replays ask the same in the same order, and show the same`() async throws {
    var shown: Set<String> = []
    for _ in 0..<(Environment.live.environmentVariable("END_TO_END") == nil ? 10 : 100) {
      shown.insert(
        try await withFlight("Fixtures/crash.flight", asksAll: true) {
          try? await refresh(200, then: open)
          return Env.output.text
        })
    }
    #expect(shown.count == 1)
    #expect(shown.first?.split(separator: "As of").count == 201)
  }

  /// To make `crash.flight` anew, run it with `NEWS_CRASH` set to its path. That takes five minutes.
  @Test func `what a reader has recorded before it crashed reproduces the crash`() async throws {
    let crash = Crash(ofProcess: getpid())
    try FileManager.default.createDirectory(at: crash.folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: crash.folder) }

    await #expect(processExitsWith: .failure) {
      let crash = Crash(ofProcess: getppid())
      let count = crash.refreshes
      // Where the caches are: on Linux, and on Apple's platforms.
      setenv("XDG_CACHE_HOME", crash.folder.path, 1)
      setenv("CFFIXED_USER_HOME", crash.folder.path, 1)
      let mock = Environment.mock
      Env = Environment { $0.defaults = mock.defaults }
      Env.secrets = { VariableSecrets() }
      Env.analytics = { _ in }
      Env.standardOutput = { _ in }
      Env.http = server(thatShrinksAfter: count)
      Env = Env.recorded(by: FlightRecorder(at: URL(filePath: crash.file), lasting: .seconds(600), limit: 700_000))
      try? await refresh(count, pausing: .milliseconds(count == 3 ? 15 : 1_500), then: openAsReleased)
    }

    try await reproduce(crash.file, refreshes: crash.refreshes)
  }
}

/// What the process that crashes records, which knows the number of the process that runs the test.
private struct Crash {
  let folder: URL
  let file: String
  let refreshes: Int

  init(ofProcess process: pid_t) {
    let wanted = ProcessInfo.processInfo.environment["NEWS_CRASH"]
    folder = FileManager.default.temporaryDirectory.appending(component: "news-crash-of-\(process)")
    file = wanted ?? folder.appending(component: "crash.flight").path
    refreshes = wanted == nil ? 3 : 200
  }
}

private func reproduce(_ flight: String, refreshes count: Int) async throws {
  try await withFlight(flight, asksAll: true) {
    _ = await #expect(throws: UsageError("The list has no story 2. It ends with 1.")) {
      try await refresh(count, then: open)
    }
  }
}

/// What somebody did: he refreshed the list again and again, and opened a story that he had seen.
private func refresh(
  _ count: Int, pausing pause: Duration = .milliseconds(1_500),
  then open: @Sendable (_ number: Int) async throws -> Void
) async throws {
  for _ in 0..<count {
    try await perform(.list(isRefreshing: true))
    try await Env.sleep(for: pause)
  }
  Env.mark("opens story 2")
  try await open(2)
}

private func open(_ number: Int) async throws {
  try await perform(.open(number: number))
}

/// The same in the release that crashed.
private func openAsReleased(_ number: Int) async throws {
  guard let stories = try EditionCache.stored()?.stories else { return }
  let story = stories[number - 1]
  _ = await Env.openURL(story.url)
  Reading.markAsRead(story)
}

/// A server whose list has two stories, and one in the answer of that number.
private func server(thatShrinksAfter count: Int) -> @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse) {
  let requests = Mutex(0)
  return { request in
    // A server takes its time.
    try await Task.sleep(for: .milliseconds(5))
    let number = requests.withLock { count in
      count += 1
      return count
    }
    let stories = (1...(number < count ? 2 : 1)).map { id in
      #"{"id":\#(id),"title":"Story \#(id)","url":"https://example.com/\#(id)","published":"2026-11-0\#(id)T08:00:00Z","comments":\#(number)}"#
    }
    guard let url = request.url,
      let head = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])
    else { throw URLError(.badURL) }
    return (Data("[\(stories.joined(separator: ","))]".utf8), head)
  }
}
