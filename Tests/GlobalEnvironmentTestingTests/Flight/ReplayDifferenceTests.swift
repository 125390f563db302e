import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@Suite(.hidesKnownIssues) struct ReplayDifferenceTests {

  /// Runs `body` where one issue is expected, and returns its text.
  private func issue(_ body: () async throws -> Void) async throws -> String {
    let text = Locked("")
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      text.withLock { $0 += issue.comments.map(\.rawValue).joined() + "\n" }
      return true
    }
    return text.withLock { $0 }
  }

  @Test("Another request is an issue with what is asked, what the flight has next, and when") func request()
    async throws
  {
    let world = try await RecordedWorld {
      _ = try await fetch("/a")
      _ = try await fetch("/b")
    }
    let text = try await issue {
      try await world.replay {
        _ = try await fetch("/a")
        _ = try await fetch("/other")
      }
    }
    #expect(text.contains("No stub matches GET https://example.com/other"))
    #expect(
      text.contains(#/At \d+\.\d{3} s\. Next in saved.flight is, at \d+\.\d{3} s: GET https://example.com/b\n/#),
      "\(text)")
  }

  @Test("Another body is an issue, and is answered as the request was") func body() async throws {
    let world = try await RecordedWorld(http: { try answer($0, "then") }) {
      _ = try await fetch("/a", method: "POST", body: #"{"a":1,"b":2}"#)
      _ = try await fetch("/b")
    }
    try await world.replay {
      // The same, in another order.
      let same = try await fetch("/a", method: "POST", body: #"{"b":2,"a":1}"#)
      #expect(same == "then")
    }
    let text = try await issue {
      try await world.replay {
        let other = try await fetch("/a", method: "POST", body: #"{"a":3}"#)
        #expect(other == "then")
      }
    }
    #expect(text.contains("sends another body with POST https://example.com/a"), "\(text)")
  }

  @Test("A file, a default or output that the flight does not know is an issue; a mock answers") func others()
    async throws
  {
    let world = try await RecordedWorld { _ = try await fetch("/never asked") }
    let texts: [@Sendable () async throws -> Void] = [
      { _ = try? Env.files().read(URL(filePath: "/none")) },
      { try Env.files().write("x", to: URL(filePath: "/tmp/none")) },
      { _ = Env.defaults().value(for: "none") },
      { Env.defaults().set(1, for: "none") },
      { Env.standardOutput("hello") },
      { _ = Env.uuid() },
      { _ = Env.randomBits() },
      { _ = await Env.openURL(URL(filePath: "/")) },
    ]
    for ask in texts {
      let text = try await issue { try await world.replay { try await ask() } }
      #expect(
        text.contains(
          #/^At \d+\.\d{3} s, the program .* which it did not in saved.flight\. Next in saved.flight is, at/#),
        "\(text)")
      try await world.replay(differences: .ignored) { try await ask() }
    }
  }

  @Test("Other bytes, values and output than then are issues") func otherValues() async throws {
    let file = URL(filePath: "/tmp/flight-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let world = try await RecordedWorld {
      try Env.files().write("then", to: file)
      Env.defaults().set("then", for: "name")
      Env.standardOutput("then")
      _ = try await fetch("/last")
    }
    let changes: [(String, @Sendable () throws -> Void)] = [
      ("asks to write other bytes", { try Env.files().write("now", to: file) }),
      (#"sets the default "name" to another value"#, { Env.defaults().set("now", for: "name") }),
      (#"writes "now" in place of "then""#, { Env.standardOutput("now") }),
    ]
    for (words, change) in changes {
      let text = try await issue { try await world.replay { try change() } }
      #expect(text.contains(words), "\(text)")
    }
  }

  @Test("Other bytes that are no text are an issue") func otherBinary() async throws {
    let file = URL(filePath: "/tmp/flight-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let world = try await RecordedWorld {
      try Env.files().write(Data([0xFF]), to: file)
      _ = try await fetch("/last")
    }
    let text = try await issue { try await world.replay { try Env.files().write(Data([0xFE]), to: file) } }
    #expect(text.contains("asks to write other bytes"))
  }

  @Test("JSON whose names come in another order is the same file") func otherOrder() async throws {
    let file = URL(filePath: "/tmp/flight-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let world = try await RecordedWorld {
      try Env.files().write(#"{"title":"Milk","token":"s3cr3t-1","pin":"s3cr3t-2"}"#, to: file)
      _ = try await fetch("/last")
    }
    try await world.replay { try Env.files().write(#"{"pin":"s3cr3t-2","token":"s3cr3t-1","title":"Milk"}"#, to: file) }
  }

  @Test("A file that is too long for a flight may have its names in another order") func longOrder() async throws {
    let file = URL(filePath: "/tmp/flight-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let items = (0..<20_000).map { #""name\#($0)":1"# }
    let world = try await RecordedWorld {
      try Env.files().write("{\(items.joined(separator: ","))}", to: file)
      _ = try await fetch("/last")
    }
    try await world.replay { try Env.files().write("{\(items.reversed().joined(separator: ","))}", to: file) }
  }

  @Test func `a file of megabytes that is hidden is read and written as then`() async throws {
    let file = URL(filePath: "/tmp/flight-\(UUID())/notes.db")
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let program: @Sendable () async throws -> Void = {
      try Env.files().createFolder(file.deletingLastPathComponent())
      try Env.files().write(Data(count: 2_000_000), to: file)
      _ = try Env.files().read(file)
    }
    let world = try await RecordedWorld(hiding: [.file("notes.db")]) {
      try await program()
      _ = try await fetch("/last")
    }
    try await world.replay { try await program() }
  }

  @Test func `a file of megabytes with a secret is the same when it is written again`() async throws {
    let file = URL(filePath: "/tmp/flight-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let program: @Sendable () async throws -> Void = {
      let text = #"{"token":"aBc-123-dEf"}"# + String(repeating: " ", count: 2_000_000)
      try Env.files().write(text, to: file)
    }
    let world = try await RecordedWorld {
      try await program()
      _ = try await fetch("/last")
    }
    try await world.replay { try await program() }
  }

  @Test("A default that the flight has only the beginning of is an issue; a long output is none") func cut()
    async throws
  {
    let long = String(repeating: "long ", count: 20_000)
    let world = try await RecordedWorld {
      Env.defaults().set(.string(long), for: "name")
      _ = Env.defaults().value(for: "name")
      Env.standardOutput(long)
    }
    let text = try await issue {
      try await world.replay {
        Env.defaults().set(.string(long), for: "name")
        #expect(Env.defaults().value(for: "name") == .string(long))
        Env.standardOutput(long)
      }
    }
    #expect(text.contains(#"bytes of the default "name". Record with a greater limit."#))
    #expect(!text.contains("writes"), "\(text)")
  }

  @Test("A body that was too long for the flight is the same when it begins so") func longBody() async throws {
    let body = String(repeating: "a", count: 100_000)
    let world = try await RecordedWorld { _ = try await fetch("/a", method: "POST", body: body) }
    try await world.replay(asksAll: true) { _ = try await fetch("/a", method: "POST", body: body) }
  }

  @Test("A text with a secret in its middle is the same when it is written again") func aroundSecrets() async throws {
    let program: @Sendable () async throws -> Void = {
      let text = try await fetch("/login")
      let token = text.split(separator: "\"")[3]
      Env.standardOutput("GET /items?token=\(token)&x=5\n")
      _ = try await fetch("/session", method: "POST", body: #"{"session_token":"\#(token):device"}"#)
    }
    let world = try await RecordedWorld(http: { try answer($0, #"{"token":"aBc-123-dEf"}"#) }) { try await program() }
    try await world.replay(asksAll: true) { try await program() }
  }

  @Test("A text that the recorder hid is the same for a program that has it again, where the test names it")
  func hiddenTexts() async throws {
    let texts: [Secret] = [.text("acme", named: "customer"), .text("4711", named: "number")]
    let world = try await RecordedWorld(hiding: texts) {
      _ = try await fetch("/acme/4711", method: "POST", body: #"{"customer":"acme"}"#)
      Env.standardOutput("acme has 4711")
    }
    try await world.replay(asksAll: true, hiding: texts) {
      _ = try await fetch("/acme/4711", method: "POST", body: #"{"customer":"acme"}"#)
      Env.standardOutput("acme has 4711")
    }
    let text = try await issue {
      try await world.replay { _ = try await fetch("/acme/4711") }
    }
    #expect(text.contains("Next in saved.flight is"), "\(text)")
  }

  @Test("A file whose contents are hidden may have any") func hiddenFile() async throws {
    let file = URL(filePath: "/tmp/diary-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let world = try await RecordedWorld(hiding: [.file(file.lastPathComponent)]) {
      try Env.files().write("Dear diary", to: file)
      #expect(try Env.files().readText(file) == "Dear diary")
      _ = try await fetch("/last")
    }
    try await world.replay(asksAll: true) {
      try Env.files().write("Dear nobody", to: file)
      _ = try Env.files().readText(file)
      _ = try await fetch("/last")
    }
  }

  @Test("No message shows what the test hides, or what its name says is secret") func secrets() async throws {
    let long = String(repeating: "long ", count: 20_000)
    let world = try await RecordedWorld(http: { try answer($0, long) }) {
      _ = try await fetch("/a?token=s3cr3t-1")
      _ = try await fetch("/last")
    }
    let text = try await issue {
      try await world.replay(hiding: [.query("ticket"), .text("acme", named: "customer")]) {
        _ = try await fetch("/a?token=s3cr3t-1")
        _ = try await fetch("/acme?ticket=s3cr3t-2")
      }
    }
    #expect(text.contains("bytes of the answer to https://example.com/a?token=hidden.token."), "\(text)")
    #expect(text.contains("No stub matches GET https://example.com/hidden.customer."))
    #expect(!text.contains("s3cr3t") && !text.contains("acme"), "\(text)")
  }

  @Test("Where differences are ignored, a request that the flight does not know is none") func ignored() async throws {
    let world = try await RecordedWorld { _ = try await fetch("/a") }
    try await world.replay(differences: .ignored) { _ = try await fetch("/other") }
  }

  @Test("A stub that no request has used is an issue") func unusedStub() async throws {
    let world = try await RecordedWorld { _ = try await fetch("/a") }
    let text = try await issue { try await world.replay { _ = Env.stub(.get("/never"), .ok) } }
    #expect(text.contains("/never"), "\(text)")
  }

  @Test("Behind the end of the flight a mock answers, without an issue") func end() async throws {
    let world = try await RecordedWorld(http: { try answer($0, "then") }) { _ = try await fetch("/a") }
    try await world.replay {
      #expect(try await fetch("/a") == "then")
      Env.stub(.get("/b"), .text("stubbed"))
      #expect(try await fetch("/b") == "stubbed")
      try Env.files().write("new", to: URL(filePath: "/tmp/new"))
      #expect(try Env.files().readText(URL(filePath: "/tmp/new")) == "new")
      _ = (Env.uuid(), Env.randomBits(), Env.defaults().value(for: "none"))
    }
  }

  @Test("What was never asked is an issue on request") func unasked() async throws {
    let world = try await RecordedWorld {
      _ = try await fetch("/a")
      _ = try await fetch("/b")
    }
    let text = try await issue { try await world.replay(asksAll: true) { _ = try await fetch("/a") } }
    #expect(
      text.contains(#/has not asked what it asked in saved.flight:\n- at \d+\.\d{3} s: GET https://example.com/b\n$/#),
      "\(text)")
    try await world.replay { _ = try await fetch("/a") }
  }

  @Test("A flight that cannot be read is the error of the test") func unreadable() async throws {
    let missing = await #expect(throws: FlightError.self) { try await withFlight("no-such.flight") {} }
    #expect(missing?.reason == "there is no such file. Record one with a FlightRecorder, or correct its name.")
    let file = FileManager.default.temporaryDirectory.appending(component: "broken-\(UUID()).flight")
    try Data("ENVFLGHT".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let error = await #expect(throws: FlightError.self) { try await withFlight(file.path) {} }
    #expect(error?.offset == 8)
  }
}
