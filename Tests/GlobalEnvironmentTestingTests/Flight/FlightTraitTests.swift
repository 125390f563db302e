import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing
import XCTest

// The fixture was recorded by version 1 of the format: it must be read by all versions.

@Suite(.flight("Fixtures/version1.flight", asksAll: true)) struct FlightTraitTests {

  @Test("A test with the trait runs in the world of the flight") func replays() async throws {
    try await expectVersion1()
    #expect(Env.locale().identifier == "de_DE")
  }

  @Test("Each test of a suite begins with the flight's beginning", arguments: 1...3) func again(_ number: Int)
    async throws
  {
    try await expectVersion1()
    #expect(number > 0)
  }
}

final class FlightTestCase: XCTestCase {
  func testReplays() async throws {
    try await withFlight("Fixtures/version1.flight", asksAll: true) {
      try await expectVersion1()
    }
  }
}

/// What the program of the fixture asked.
private func expectVersion1() async throws {
  _ = Env.date()
  let token = try Env.secrets().readText("token") ?? ""
  let text = try await fetch("/posts?page=1", headers: ["Authorization": "Bearer \(token)"])
  #expect(text == #"[{"title":"Milk"}]"#)
  let file = Env.files().folder(.documents).appending(component: "posts.json")
  try Env.files().write(text, to: file)
  #expect(try Env.files().readText(file) == text)
  Env.defaults().set(.integer(1), for: "visits")
  #expect(Env.uuid().uuidString == "00000000-0000-0000-0000-000000000000")
  Env.standardOutput("1 post\n")
}

/// Makes the fixture again: `ENV_FLIGHT_FIXTURE=/path swift test --filter FlightFixture`.
@Suite struct FlightFixture {
  @Test(.enabled(if: Environment.live.environmentVariable("ENV_FLIGHT_FIXTURE") != nil)) func makes() async throws {
    let path = try #require(Environment.live.environmentVariable("ENV_FLIGHT_FIXTURE"))
    try await withEnvironment(.mock(locale: Locale(identifier: "de_DE"))) {
      Env.stub(.get("/posts"), .json([["title": "Milk"]]))
      try Env.secrets().write("s3cr3t-t0k3n", for: "token")
      let file = FileManager.default.temporaryDirectory.appending(component: "fixture-\(UUID()).flight")
      defer { try? FileManager.default.removeItem(at: file) }
      Env = Env.recorded(by: FlightRecorder(at: file, limit: 65_536))
      Env.mark("tapped Refresh")
      #expect(Env.locale().identifier == "de_DE")
      try await expectVersion1()
      try Env.flight.save(to: URL(filePath: path))
    }
  }
}
