// The examples of the article “From a crash to a test”, each as it stands there.

import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

struct FlightExamples {

  @Test(.flight("Fixtures/crash.flight")) func reproduces() async throws {
    let visits = VisitCounter()
    try await visits.refresh()
    #expect(visits.title == "Milk")
  }

  @Test func replaysByAFunction() async throws {
    try await withFlight("Fixtures/crash.flight") {
      try await VisitCounter().refresh()
    }
  }

  @Test(.environment(.mock)) func records() async throws {
    let report = FileManager.default.temporaryDirectory.appending(component: "report-\(UUID()).flight")
    defer { try? FileManager.default.removeItem(at: report) }
    try withEnvironment(.mock) {
      recordsAtLaunch()
      Env.mark("tapped Refresh")
      // In memory there is no such folder for a recorder.
      #expect(Env.flight.size == 0)
      Env = .mock.recorded(by: FlightRecorder(at: report.appendingPathExtension("live"), limit: 20_000))
      try saves(to: report)
    }
    try FileManager.default.removeItem(at: report.appendingPathExtension("live"))
    #expect(FileManager.default.fileExists(atPath: report.path))
  }

  private func recordsAtLaunch() {
    let before = Env
    Env.files = { InMemoryFiles() }
    let file = Env.files().folder(.caches).appending(component: "news.flight")
    let recorder = FlightRecorder(at: file, lasting: .seconds(300), limit: 8_000_000, hiding: [.field("pin")])
    Env = .live.recorded(by: recorder)
    Env = before
  }

  private func saves(to report: URL) throws {
    let flight = Env.flight
    print(flight.size, flight.contents.map(\.words))  // to be shown before it is sent
    try flight.save(to: report)
  }
}

/// A small part of an app.
private final class VisitCounter {
  private(set) var title = ""

  func refresh() async throws {
    struct Post: Decodable { var title: String }
    guard let url = URL(string: "https://example.com/posts") else { return }
    title = try await Env.json([Post].self, from: url).first?.title ?? ""
    let visits = DefaultsKey("visits", default: 0)
    Env.defaults()[visits] += 1
  }
}

/// Makes the fixture again: `ENV_CRASH_FIXTURE=/path swift test --filter CrashFixture`.
@Suite struct CrashFixture {
  @Test(.enabled(if: Environment.live.environmentVariable("ENV_CRASH_FIXTURE") != nil), .environment(.mock))
  func makes() async throws {
    let path = try #require(Environment.live.environmentVariable("ENV_CRASH_FIXTURE"))
    let live = FileManager.default.temporaryDirectory.appending(component: "crash-\(UUID()).flight")
    defer { try? FileManager.default.removeItem(at: live) }
    Env.stub(.get("/posts"), .json([["title": "Milk"]]))
    Env = Env.recorded(by: FlightRecorder(at: live, limit: 20_000))
    Env.mark("tapped Refresh")
    try await VisitCounter().refresh()
    try Env.flight.save(to: URL(filePath: path))
  }
}
