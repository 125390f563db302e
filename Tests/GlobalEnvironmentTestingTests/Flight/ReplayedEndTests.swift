import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a replay does where the records of a flight come to their end.
@Suite struct ReplayedEndTests {

  @Test(arguments: [false, true])
  func `a request under way at the crash stays open in the replay`(isStream: Bool) async throws {
    let program: @Sendable (_ whenSent: () async throws -> Void) async throws -> Void = { whenSent in
      Task {
        if isStream {
          _ = try? await Env.bytes(from: try #require(URL(string: "https://example.com/slow")))
        } else {
          _ = try? await fetch("/slow")
        }
        Env.standardOutput("answered\n")
      }
      try await whenSent()
      _ = try await fetch("/fast")
      _ = Env.uuid()
    }
    // Those under way, which are answered when the flight has been saved.
    let (waiting, isSaved) = (Locked(0), Locked(false))
    let wait: @Sendable () async throws -> Void = {
      waiting.withLock { $0 += 1 }
      while !isSaved.withLock({ $0 }) { try await ContinuousClock().sleep(for: .milliseconds(5)) }
    }
    let mock = Environment.mock
    mock.stub(.any, .text("late"))
    let world = try await RecordedWorld {
      $0.httpBytes = { [before = mock.httpBytes] in
        try await wait()
        return try await before($0, $1)
      }
    } http: { request in
      if request.url?.path == "/slow" { try await wait() }
      return try answer(request, "{}")
    } _: {
      try await program {
        while waiting.withLock({ $0 }) == 0 { try await ContinuousClock().sleep(for: .milliseconds(5)) }
      }
    }
    isSaved.replace(with: true)
    #expect(waiting.withLock { $0 } == 1)
    try await world.replay(asksAll: true) { try await program { try await Env.sleep(for: .milliseconds(20)) } }
  }

  @Test func `a request under way at the crash ends a second behind the flight, without an issue`() async throws {
    let (isSent, isSaved) = (Locked(false), Locked(false))
    let world = try await RecordedWorld(http: { request in
      isSent.replace(with: true)
      while !isSaved.withLock({ $0 }) { try await ContinuousClock().sleep(for: .milliseconds(5)) }
      return try answer(request, "{}")
    }) {
      let task = Task { _ = try? await fetch("/slow") }
      while !isSent.withLock({ $0 }) { try await ContinuousClock().sleep(for: .milliseconds(5)) }
      Env.mark("crash")
      _ = task
    }
    isSaved.replace(with: true)
    try await world.replay {
      let error = await #expect(throws: URLError.self) { try await fetch("/slow") }
      #expect(error?.code == .networkConnectionLost)
    }
    try await world.replay {
      let task = Task { try await fetch("/slow") }
      try await Env.sleep(for: .milliseconds(1))
      task.cancel()
      await #expect(throws: (any Error).self) { try await task.value }
    }
  }

  @Test func `the uptime moves on after its last record`() async throws {
    let world = try await RecordedWorld { world in
      world.uptime = { .seconds(99) }
    } _: {
      _ = Env.uptime()
    }
    try await world.replay {
      #expect(Env.uptime() == .seconds(99))
      try await Env.sleep(for: .seconds(7))
      #expect(Env.uptime() == .seconds(106))
    }
  }

  @Test(arguments: [-3_600.0, 3_600, -200_000_000])
  func `the date moves on from its last record, whatever the recorder's date was`(difference: Double) async throws {
    let date = Date.now.addingTimeInterval(difference)
    let world = try await RecordedWorld { world in
      world.date = { date }
    } _: {
      _ = Env.date()
    }
    try await world.replay {
      #expect(Env.date() == date)
      #expect(abs(Env.date().timeIntervalSince(date)) < 1)
      try await Env.sleep(for: .seconds(50))
      #expect(abs(Env.date().timeIntervalSince(date) - 50) < 1)
    }
  }

  @Test func `own values that are no numbers come again`() async throws {
    let world = try await RecordedWorld { world in
      world.levels = [.nan, 1, .infinity]
    } _: {
      _ = Env.levels
    }
    let levels = try await world.replay { Env.levels }
    #expect(levels.count == 3 && levels[0].isNaN && levels.dropFirst() == [1, .infinity], "\(levels)")
  }

  @Test func `a program reads a secret again that is JSON, or has white space around it`() async throws {
    struct Session: Codable { var access: String; var expires: Double; var isNew: Bool }
    let program: @Sendable () async throws -> Void = {
      let session = try JSONDecoder().decode(
        Session.self, from: try #require(try Env.secrets().read("session")))
      _ = try await fetch("/feed", headers: ["Authorization": "Bearer \(session.access)"])
      let key = try #require(try Env.secrets().readText("key")).trimmingCharacters(in: .whitespacesAndNewlines)
      _ = try await fetch("/bot\(key)/send")
      Env.standardOutput("\(session.access), \(key)")
    }
    let store = InMemorySecrets()
    try store.write(Data(#"{"access":"tok-1234-abcd","expires":799999999.5,"isNew":true}"#.utf8), for: "session")
    try store.write(Data("key-5678-efgh\n".utf8), for: "key")
    let world = try await RecordedWorld({ $0.secrets = { store } }, program)
    let bytes = try Data(contentsOf: world.file)
    for secret in ["tok-1234-abcd", "key-5678-efgh", "799999999"] {
      #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
    }
    try await world.replay(asksAll: true) { try await program() }
  }
}

extension EnvironmentEndpoints {
  fileprivate var levels: EnvironmentEndpoint<[Double]> { EnvironmentEndpoint(live: [], mock: [-1]) }
}
