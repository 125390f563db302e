import Foundation
@testable import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RecordingTests {

  @Test("What came before somebody set the clock stays in the flight", arguments: [3_600, -3_600, 1e12])
  func clock(_ change: Double) async throws {
    var environment = Environment.mock
    environment.date = { Date(timeIntervalSinceNow: change) }
    let flight = try await flight(of: environment) {
      Env.mark("before")
      _ = Env.date()
    }
    #expect(flight.events.map(\.kind) == [.mark, .date])
    #expect(flight.end <= .seconds(301))
  }

  @Test("A date, chance and identifiers are kept bit by bit") func chance() async throws {
    var (date, bits, uuid) = (Date.distantPast, UInt64(0), UUID())
    let flight = try await flight(of: .mock(date: Date(timeIntervalSince1970: 1_700_000_000.123_456))) {
      (date, bits, uuid) = (Env.date(), Env.randomBits(), Env.uuid())
    }
    #expect(flight.told == ["date date(\(date))", "randomBits bits(\(bits))", "uuid uuid(\(uuid))"])
    guard case .date(let kept)? = flight.events.first?.content else { return }
    #expect(kept == date)
  }

  @Test("A request and its answer are kept with headers and bodies") func request() async throws {
    let flight = try await flight {
      Env.stub(.post("/posts"), .json(["id": 7], status: 201))
      var request = URLRequest(url: try #require(URL(string: "https://example.com/posts?page=2")))
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(#"{"title":"Milk"}"#.utf8)
      _ = try await Env.http(request)
    }
    guard case .request(let id, let request) = try #require(flight.events.first).content,
      case .answer(let answered, let answer) = try #require(flight.events.last).content
    else { return #expect(Bool(false), "\(flight.told)") }
    #expect(id == answered)
    #expect(request.method == "POST" && request.url == "https://example.com/posts?page=2")
    #expect(request.headers == [FlightField(name: "Content-Type", value: "application/json")])
    #expect(request.body == FlightBody(Data(#"{"title":"Milk"}"#.utf8)))
    #expect(answer.status == 201 && answer.body == FlightBody(Data(#"{"id":7}"#.utf8)))
  }

  @Test("A body that is read as it comes is kept when it has ended") func stream() async throws {
    let flight = try await flight {
      Env.stub(.get("/"), .text("abc").pace(bytes: 1, every: .zero))
      let (bytes, _) = try await Env.bytes(from: try #require(URL(string: "https://example.com/")))
      for try await _ in bytes {}
    }
    guard case .request(let id, _)? = flight.events.first?.content,
      case .answer(let answered, let answer)? = flight.events.last?.content
    else { return #expect(Bool(false), "\(flight.told)") }
    #expect(id == answered && answer.body == FlightBody(Data("abc".utf8)))
  }

  @Test("A body that is let go of is kept as far as it was read") func droppedStream() async throws {
    let flight = try await flight {
      Env.stub(.get("/"), .text("abc").pace(bytes: 1, every: .zero))
      let url = try #require(URL(string: "https://example.com/"))
      func readFirst() async throws {
        for try await _ in try await Env.bytes(from: url).0 { return }
      }
      try await readFirst()
    }
    guard case .answer(_, let answer)? = flight.events.last?.content else { return #expect(Bool(false)) }
    #expect(answer.body == FlightBody(Data("a".utf8)))
  }

  @Test("Of a body of more than a megabyte that is read as it comes, the length is kept") func longStream() async throws
  {
    let flight = try await flight {
      Env.stub(.get("/"), .data(Data(count: 3_000_000)))
      let (bytes, _) = try await Env.bytes(from: try #require(URL(string: "https://example.com/")))
      _ = try await bytes.whole()
    }
    guard case .answer(_, let answer)? = flight.events.last?.content else { return #expect(Bool(false)) }
    #expect(answer.body == FlightBody(Data(), count: 3_000_000))
  }

  @Test func `of a body of more than a megabyte, which no flight has room for, the length is kept`() async throws {
    let flight = try await flight {
      Env.stub(.any, .data(Data(count: 1_100_000)))
      var request = URLRequest(url: try #require(URL(string: "https://example.com/")))
      request.httpMethod = "POST"
      request.httpBody = Data(count: 1_200_000)
      _ = try await Env.http(request)
      try Env.files().write(Data(count: 1_300_000), to: URL(filePath: "/tmp/a"))
    }
    let bodies = flight.events.compactMap { event -> FlightBody? in
      switch event.content {
      case .request(_, let request): request.body
      case .answer(_, let answer): answer.body
      case .file(let call): call.written
      default: nil
      }
    }
    #expect(bodies == [1_200_000, 1_100_000, 1_300_000].map { FlightBody(Data(), count: $0) })
  }

  @Test("A request without an answer is kept with its error") func failedRequest() async throws {
    let flight = try await flight {
      Env.stub(.get("/"), .error(.timedOut))
      _ = try? await Env.http(URLRequest(url: try #require(URL(string: "https://example.com/"))))
    }
    guard case .noAnswer(_, let failure)? = flight.events.last?.content else { return #expect(Bool(false)) }
    #expect(failure.domain == "NSURLErrorDomain" && failure.code == URLError.Code.timedOut.rawValue)
  }

  @Test func `what was read of a body that broke off is kept, and why`() async throws {
    let flight = try await flight {
      Env.stub(.get("/"), .text("abc").failing(with: .networkConnectionLost))
      let (bytes, _) = try await Env.bytes(from: try #require(URL(string: "https://example.com/")))
      await #expect(throws: URLError.self) { for try await _ in bytes {} }
    }
    guard case .request(let id, _)? = flight.events.first?.content,
      case .answer(id, let answer)? = flight.events.dropLast().last?.content,
      case .noAnswer(id, let failure)? = flight.events.last?.content
    else { return #expect(Bool(false), "\(flight.told)") }
    #expect(answer.status == 200 && answer.body == FlightBody(Data("abc".utf8)))
    #expect(failure.code == URLError.Code.networkConnectionLost.rawValue)
  }

  @Test("Calls of files are kept with what they found and threw") func files() async throws {
    let flight = try await flight {
      let file = Env.files().folder(.documents).appending(component: "note.txt")
      _ = try? Env.files().read(file)
      try Env.files().write("Milk", to: file)
      try Env.files().append("!", to: file)
      _ = try Env.files().read(file)
      _ = try Env.files().attributes(of: file)
      _ = try Env.files().list(Env.files().folder(.documents))
      try Env.files().remove(file)
    }
    let calls = flight.events.compactMap { event -> FlightFileCall? in
      if case .file(let call) = event.content { call } else { nil }
    }
    #expect(calls.map(\.verb) == [.read, .write, .append, .read, .attributes, .list, .remove])
    guard case .failed(let failure) = calls[0].outcome, case .bytes(let text) = calls[3].outcome,
      case .attributes(_, let size, _) = calls[4].outcome, case .names(let names) = calls[5].outcome
    else { return #expect(Bool(false), "\(calls)") }
    #expect(failure.domain == "NSCocoaErrorDomain" && failure.reason == ENOENT)
    #expect(calls[1].written?.bytes == Data("Milk".utf8))
    #expect(text.bytes == Data("Milk!".utf8) && size == 5 && names == ["note.txt"])
  }

  @Test("Defaults are kept as the values that they are") func defaults() async throws {
    let value: PropertyListValue = ["a": [1, 2.5, true, .date(.init(timeIntervalSince1970: 1)), .data(Data([0]))]]
    let flight = try await flight {
      Env.defaults().set(value, for: "list")
      _ = Env.defaults().value(for: "list")
      _ = try Env.defaults().suite("group").value(for: "none")
    }
    let settings = flight.events.map { event -> String in
      guard case .setting(let suite, let name, let body) = event.content else { return "" }
      return "\(suite)/\(name) \(body.map { PropertyListValue(flight: $0) == value } == true)"
    }
    #expect(settings == ["/list true", "/list true", "group/none false"])
  }

  @Test("Place, process and output are kept") func process() async throws {
    let flight = try await flight {
      _ = (Env.locale(), Env.timeZone(), Env.preferredLanguages())
      _ = (Env.arguments(), Env.environmentVariable("HOME"), Env.hostName(), Env.uptime(), Env.processIdentifier())
      Env.standardOutput("out")
      Env.standardError("err")
      _ = await Env.openURL(URL(filePath: "/"))
    }
    #expect(
      flight.events.map(\.kind) == [
        .locale, .timeZone, .locale, .languages, .arguments, .variable, .hostName, .uptime, .processIdentifier, .output,
        .errorOutput, .opened,
      ])
  }

  @Test("Own endpoints whose values are Codable are kept, others are left out") func own() async throws {
    let flight = try await flight {
      #expect(Env.flags == ["beta": true])
      _ = Env.closure()
    }
    #expect(flight.events.count == 1)
    guard case .own(let name, let json)? = flight.events.first?.content else { return #expect(Bool(false)) }
    #expect(name == "flags" && String(decoding: json.bytes, as: UTF8.self) == #"[{"beta":true}]"#)
  }

  @Test("A mark says what happened and where") func mark() async throws {
    let flight = try await flight { Env.mark("tapped Refresh") }
    guard case .mark("tapped Refresh", let place)? = flight.events.first?.content else { return #expect(Bool(false)) }
    #expect(place.hasPrefix("GlobalEnvironmentFlightTests/RecordingTests.swift:"))
  }

  @Test("Without a recorder a mark does nothing, and there is no flight to save") func unrecorded() throws {
    Env = .mock
    Env.mark("nobody hears")
    #expect(Env.flight.size == 0 && Env.flight.contents.isEmpty)
    #expect(throws: FlightError.self) { try Env.flight.save(to: URL(filePath: "/nowhere")) }
  }

  @Test("A body that is too long for the ring keeps its beginning") func longBody() async throws {
    let flight = try await flight(limit: 16_384) {
      try Env.files().write(Data(repeating: 7, count: 100_000), to: URL(filePath: "/tmp/long"))
    }
    let event = flight.events.first { $0.kind == .file }
    guard case .file(let call)? = event?.content, let written = call.written else {
      return #expect(Bool(false), "\(flight.told)")
    }
    #expect(written.isCut && written.count == 100_000 && written.bytes.count == 1_536)
  }

  @Test("A saved flight is no smaller for a long body, and is not saved over its recorder's file") func saved() throws {
    let folder = try FlightFolder()
    let saved = folder.url.appending(component: "saved.flight")
    try withEnvironment(Environment.mock.recorded(by: FlightRecorder(at: folder.file))) {
      Env.mark("one")
      try Env.flight.save(to: saved)
      for file in [folder.file, folder.file.appending(path: "", directoryHint: .isDirectory)] {
        #expect(throws: FlightError.self) { try Env.flight.save(to: file) }
      }
    }
    #expect(try Flight(contentsOf: saved).bodyLimit == Flight(contentsOf: folder.file).bodyLimit)
  }
}

extension EnvironmentEndpoints {
  var flags: EnvironmentEndpoint<[String: Bool]> { EnvironmentEndpoint(live: [:], mock: ["beta": true]) }
  var closure: EnvironmentEndpoint<@Sendable () -> Int> { EnvironmentEndpoint(live: { 1 }, mock: { 2 }) }
}
