import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct ReplayTests {

  @Test("Dates, chance and identifiers come again, in their order") func chance() async throws {
    let told = Locked<[String]>([])
    let ask: @Sendable () -> [String] = {
      (0..<5).map { _ in "\(Env.date().timeIntervalSince1970) \(Env.uuid()) \(Env.randomBits())" }
    }
    let world = try await RecordedWorld { told.replace(with: ask()) }
    #expect(try await world.replay { ask() } == told.withLock { $0 })
  }

  @Test("Dates come again behind requests and files, which ask for dates of their own in a mock") func dates()
    async throws
  {
    let file = URL(filePath: "/tmp/flight-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let dates = Locked<[Date]>([])
    let program: @Sendable () async throws -> Void = {
      for page in 0..<3 {
        _ = try await fetch("/\(page)")
        dates.withLock { $0.append(Env.date()) }
        try Env.files().append("x", to: file)
        dates.withLock { $0.append(Env.date()) }
      }
    }
    let world = try await RecordedWorld(http: { try answer($0, "{}", headers: ["Set-Cookie": "a=1; Max-Age=60"]) }) {
      try await program()
    }
    let then = dates.replace(with: [])
    try await world.replay { try await program() }
    #expect(dates.replace(with: []) == then)
  }

  @Test func `a flight has no dates that files in memory ask for themselves`() async throws {
    let (files, dates) = (InMemoryFiles(), Locked<[Date]>([]))
    let program: @Sendable () throws -> [Date] = {
      try (0..<3).map { number in
        try Env.files().write("\(number)", to: URL(filePath: "/tmp/count"))
        return Env.date()
      }
    }
    let world = try await RecordedWorld({ $0.files = { files } }) { dates.replace(with: try program()) }
    #expect(try await world.replay { try program() } == dates.withLock { $0 })
  }

  @Test("Answers come again to the requests that they were to, in their order") func answers() async throws {
    let count = Locked(0)
    let world = try await RecordedWorld(http: { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return try answer(request, "\(request.url?.path ?? "") \(number)", status: number == 3 ? 500 : 200)
    }) {
      for path in ["/a", "/b", "/a"] { _ = try await fetch(path) }
    }
    let texts = try await world.replay {
      // In another order of the addresses: each has its own answers.
      [try await fetch("/b"), try await fetch("/a"), try await fetch("/a")]
    }
    #expect(texts == ["/b 2", "/a 1", "/a 3"])
  }

  @Test("Another body gets the first answer to its address that no request has got") func otherBodies() async throws {
    let world = try await RecordedWorld(http: { request in
      try answer(request, String(decoding: request.httpBody ?? Data(), as: UTF8.self))
    }) {
      for body in ["first", "second", "third"] { _ = try await fetch("/a", method: "POST", body: body) }
    }
    let texts = try await world.replay(differences: .ignored) {
      var texts: [String] = []
      for body in ["second", "other", "another"] { texts.append(try await fetch("/a", method: "POST", body: body)) }
      return texts
    }
    #expect(texts == ["second", "first", "third"])
  }

  @Test("A request that failed fails again, with the same error") func errors() async throws {
    let world = try await RecordedWorld(http: { _ in throw URLError(.networkConnectionLost) }) {
      _ = try? await fetch("/")
    }
    try await world.replay {
      let error = await #expect(throws: URLError.self) { try await fetch("/") }
      #expect(error?.code == .networkConnectionLost && error?.failingURL?.absoluteString == "https://example.com/")
    }
  }

  @Test func `errors of cancellation and of the system keep their types`() async throws {
    let world = try await RecordedWorld(http: { request in
      let error: any Error = request.url?.path == "/a" ? CancellationError() : POSIXError(.ECONNREFUSED)
      throw error
    }) {
      for path in ["/a", "/b"] { _ = try? await fetch(path) }
    }
    try await world.replay {
      await #expect(throws: CancellationError.self) { try await fetch("/a") }
      let error = await #expect(throws: POSIXError.self) { try await fetch("/b") }
      #expect(error?.code == .ECONNREFUSED)
    }
  }

  @Test func `a body that broke off breaks off again, behind what came of it`() async throws {
    let read: @Sendable () async throws -> String = {
      let (bytes, response) = try await Env.bytes(from: try #require(URL(string: "https://example.com/")))
      var text = "\(response.statusCode) "
      do {
        for try await chunk in bytes.chunks { text += String(decoding: chunk, as: UTF8.self) }
      } catch let error as URLError {
        text += " \(error.code.rawValue)"
      }
      return text
    }
    let told = Locked("")
    let mock = Environment.mock
    mock.stub(.get("/"), .text("abc", status: 206).failing(with: .networkConnectionLost))
    let world = try await RecordedWorld {
      $0.httpBytes = mock.httpBytes
    } _: {
      told.replace(with: try await read())
    }
    #expect(told.withLock { $0 } == "206 abc -1005")
    #expect(try await world.replay { try await read() } == "206 abc -1005")
  }

  @Test("Of two requests under way, the answers come in the order in which they came") func order() async throws {
    let told = Locked<[String]>([])
    let ask: @Sendable () async -> [String] = {
      await withTaskGroup(of: String.self) { group in
        for path in ["/slow", "/fast"] { group.addTask { (try? await fetch(path)) ?? "" } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    let world = try await RecordedWorld(http: { request in
      // Real time, in which the flight is recorded.
      if request.url?.path == "/slow" { try await ContinuousClock().sleep(for: .milliseconds(60)) }
      return try answer(request, request.url?.path ?? "")
    }) { told.replace(with: await ask()) }
    #expect(told.withLock { $0 } == ["/fast", "/slow"])
    #expect(try await world.replay { await ask() } == ["/fast", "/slow"])
  }

  @Test("Files are found as they were, and change as the program changes them") func files() async throws {
    let world = try await RecordedWorld {
      let file = Env.files().folder(.temporary).appending(component: "flight-\(Env.uuid()).txt")
      try Env.files().write("found", to: file)
      let unrecorded = Environment.live
      _ = try Env.files().readText(file)
      try Env.files().append("!", to: file)
      // Another program changes it.
      try unrecorded.files().write("changed elsewhere", to: file)
      _ = try Env.files().readText(file)
      try Env.files().remove(file)
      _ = try? Env.files().read(file)
    }
    try await world.replay {
      let file = Env.files().folder(.temporary).appending(component: "flight-\(Env.uuid()).txt")
      try Env.files().write("found", to: file)
      #expect(try Env.files().readText(file) == "found")
      try Env.files().append("!", to: file)
      #expect(try Env.files().readText(file) == "changed elsewhere")
      // Not asked in the flight: it is as the program knows it.
      #expect(try Env.files().readText(file) == "changed elsewhere")
      try Env.files().remove(file)
      let error = #expect(throws: CocoaError.self) { try Env.files().read(file) }
      #expect(error?.code == .fileReadNoSuchFile)
      #expect((error?.userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code == .ENOENT)
    }
  }

  @Test("Defaults are found as they were, and change as the program changes them") func defaults() async throws {
    let world = try await RecordedWorld { world in
      world.defaults().set(["a": 1], for: "list")
    } _: {
      _ = Env.defaults().value(for: "list")
      Env.defaults().set("new", for: "list")
    }
    try await world.replay {
      #expect(Env.defaults().value(for: "list") == ["a": 1])
      Env.defaults().set("new", for: "list")
      #expect(Env.defaults().value(for: "list") == "new")
    }
  }

  @Test("Place, process and own endpoints are as they were") func place() async throws {
    let ask: @Sendable () -> String = {
      """
      \(Env.locale().identifier) \(Env.timeZone().identifier) \(Env.calendar().identifier) \(Env.preferredLanguages()) \
      \(Env.arguments()) \(Env.environmentVariable("A") ?? "none") \(Env.hostName()) \(Env.processIdentifier()) \
      \(Env.uptime()) \(Env.outdoors)
      """
    }
    let told = Locked("")
    let world = try await RecordedWorld { world in
      world.locale = { Locale(identifier: "th_TH") }
      world.timeZone = { TimeZone(identifier: "Asia/Bangkok") ?? .gmt }
      world.calendar = { Calendar(identifier: .buddhist) }
      world.preferredLanguages = { ["th"] }
      world.arguments = { ["app", "-x"] }
      world.environmentVariable = { "value of \($0)" }
      world.hostName = { "phone" }
      world.processIdentifier = { 4711 }
      world.uptime = { .seconds(99) }
      world.outdoors = Outdoors(degrees: 31)
    } _: {
      told.replace(with: ask())
    }
    #expect(try await world.replay { ask() } == told.withLock { $0 })
    #expect(told.withLock { $0 }.contains("th_TH") && told.withLock { $0 }.contains("31"))
  }

  @Test("Every calendar is as it was", arguments: ["dangi", "ethioaa", "islamic-umalqura", "roc"])
  func calendar(name: String) async throws {
    let identifier = Locale(identifier: "en@calendar=\(name)").calendar.identifier
    let world = try await RecordedWorld { world in
      world.calendar = { Calendar(identifier: identifier) }
    } _: {
      _ = Env.calendar()
    }
    #expect(try await world.replay { Env.calendar().identifier } == identifier)
  }

  @Test("A replay of minutes takes none of them, and its time is the flight's") func time() async throws {
    let (began, ended) = (Locked(Date.distantPast), Locked(Date.distantPast))
    let world = try await RecordedWorld(http: { request in
      try await ContinuousClock().sleep(for: .milliseconds(50))
      return try answer(request, "")
    }) {
      began.replace(with: Env.date())
      _ = try await fetch("/")
      ended.replace(with: Env.date())
    }
    try await world.replay {
      let start = Env.clock.now
      #expect(Env.date() == began.withLock { $0 })
      _ = try await fetch("/")
      #expect(start.duration(to: Env.clock.now) >= .milliseconds(49))
      #expect(Env.date() == ended.withLock { $0 })
      try await Env.sleep(for: .seconds(3_600))
      // Behind the end of the flight, time goes on.
      #expect(Env.date() > ended.withLock { $0 } + 3_599)
    }
  }
}

struct Outdoors: Codable, Hashable, Sendable {
  var degrees: Int
}

extension EnvironmentEndpoints {
  var outdoors: EnvironmentEndpoint<Outdoors> {
    EnvironmentEndpoint(live: Outdoors(degrees: 0), mock: Outdoors(degrees: 1))
  }
}
