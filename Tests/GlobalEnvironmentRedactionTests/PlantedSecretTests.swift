import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight
import GlobalEnvironmentRedaction
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets at the places where programs have them.
@Suite struct PlantedSecretTests {
  /// Those that the file of a flight shows, in which a program does this.
  private func told(_ planted: [Planted], _ body: (Planted) async throws -> Void) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(component: "planted-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var told: [String] = []
    // Each in a flight of its own, so that none is found because another one was learnt.
    for (number, planted) in planted.enumerated() {
      let file = folder.appending(component: "\(number)")
      var environment = Environment.mock
      environment.http = { request in
        let url = try #require(request.url)
        let headers = ["Content-Type": planted.type]
        let answer = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: headers)
        return (request.httpBody ?? Data(), try #require(answer))
      }
      environment.environmentVariable = { _ in planted.secret }
      try await withEnvironment(environment.recorded(by: FlightRecorder(at: file, limit: 65_536))) {
        try await body(planted)
      }
      let bytes = try Data(contentsOf: file)
      #expect(try Env.flightCount(of: file) > 0)
      if bytes.range(of: Data(planted.secret.utf8)) != nil { told.append(planted.text) }
    }
    return told
  }

  private func send(_ url: String = "https://example.com/", _ headers: [String: String] = [:], _ body: String? = nil)
    async throws
  {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = body == nil ? "GET" : "POST"
    request.allHTTPHeaderFields = headers
    request.httpBody = body.map { Data($0.utf8) }
    _ = try await Env.http(request)
  }

  @Test func `no body of a flight shows one`() async throws {
    let told = try await told(Planted.json + Planted.forms + Planted.markup + Planted.shapes) {
      try await send("https://example.com/", ["Content-Type": $0.type], $0.text)
    }
    #expect(told == [])
  }

  @Test func `no address and no header of a flight shows one`() async throws {
    #expect(try await told(Planted.queries) { try await send("https://example.com/a?\($0.text)&b=1") } == [])
    #expect(try await told(Planted.paths) { try await send("https://example.com/\($0.text)") } == [])
    let headers = try await told(Planted.headers) {
      let field = $0.text.split(separator: ": ").map(String.init)
      try await send("https://example.com/", [field[0]: field[1]])
    }
    #expect(headers == [])
  }

  @Test func `no file, output and mark of a flight shows one`() async throws {
    let texts = Planted.lines + Planted.markup + Planted.json + Planted.shapes
    #expect(try await told(texts) { try Env.files().write($0.text, to: URL(filePath: "/tmp/a")) } == [])
    #expect(try await told(texts) { Env.standardOutput("\($0.text)\n") } == [])
    #expect(try await told(texts) { Env.mark($0.text) } == [])
  }

  @Test(arguments: [
    ["-u", "ann:§"], ["--user", "ann:§"], ["--password", "§"], ["--pin", "§"], ["-H", "Authorization: Bearer §"],
    ["--env=API_TOKEN=§"], ["--build-arg", "TOKEN=§"], ["DB_PASS=§"], ["postgres://ann:§@db/x"],
  ])
  func `no argument of a program shows one`(arguments: [String]) {
    let secret = "x7Q9pl4ntZw9"
    let shown = Hider(HiddenNames(hiding: [])).arguments(arguments.map { $0.replacing("§", with: secret) })
    #expect(!shown.contains { $0.contains(secret) })
  }

  @Test func `no default and no variable of a flight shows one`() async throws {
    let names = [
      "userPIN", "session", "deviceKey", "authBlob token", "sessionId", "DB_PASS", "GITHUB_PAT", "STRIPE_KEY",
    ]
    for name in names {
      let secret = [Planted(text: name, secret: "pl4nt-\(name.count)-Zw9x7Q")]
      #expect(try await told(secret) { Env.defaults().set(.string($0.secret), for: name) } == [])
      if name.contains("_") { #expect(try await told(secret) { _ in _ = Env.environmentVariable(name) } == []) }
    }
  }
}

extension Environment {
  /// How many records a flight has.
  fileprivate func flightCount(of file: URL) throws -> Int { try Flight(contentsOf: file).events.count }
}
