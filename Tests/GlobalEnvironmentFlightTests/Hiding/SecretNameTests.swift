import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension EnvironmentEndpoints {
  fileprivate var hasToken: EnvironmentEndpoint<Bool> { EnvironmentEndpoint(live: true, mock: true) }
  fileprivate var apiToken: EnvironmentEndpoint<String> {
    EnvironmentEndpoint(live: SecretNameTests.secret, mock: SecretNameTests.secret)
  }
}

/// Secrets that are known by a name beside them, in each form in which one can stand there.
@Suite struct SecretNameTests {
  static let secret = "q9Zx-77ab.Kd_02"

  struct Leak: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable () async throws -> Void

    init(_ description: String, _ run: @escaping @Sendable () async throws -> Void) {
      (testDescription, self.run) = (description, run)
    }

    /// A request with this body.
    static func body(_ name: String, _ type: String?, _ body: String) -> Leak {
      Leak(name) { try await send(headers: type.map { ["Content-Type": $0] } ?? [:], body: body) }
    }

    /// A file with these contents.
    static func file(_ name: String, _ contents: String) -> Leak {
      Leak(name) { try Env.files().write(contents, to: URL(filePath: "/tmp/a")) }
    }

    /// A request with this header.
    static func header(_ name: String, _ value: String) -> Leak {
      Leak("header \(name)") { try await send(headers: [name: value]) }
    }

    /// A request to this address.
    static func url(_ url: String) -> Leak { Leak(url) { try await send(url) } }

    /// A default.
    static func setting(_ name: String, _ value: PropertyListValue) -> Leak {
      Leak("default \(name)") { Env.defaults().set(value, for: name) }
    }

    /// What the secret store holds, and where it occurs then.
    static func stored(_ stored: String, _ shown: String) -> Leak {
      Leak("stored \(stored), shown as \(shown)") {
        try Env.secrets().write(Data(stored.utf8), for: "k")
        Env.mark("shows \(shown)")
      }
    }
  }

  static let leaks: [Leak] = [
    .setting("session", .data(Data(#"{"token":"\#(secret)"}"#.utf8))),
    .setting("account", .dictionary(["password": .string(secret)])),
    .setting("accounts", .array([.dictionary(["a": .dictionary(["accessToken": .string(secret)])])])),
    .setting("a", .string(#"{"token":"\#(secret)"}"#)),
    .setting("page", .string("https://a.b/?token=\(secret)")),
    .setting("newPassword", .string(secret)),
    Leak("a default that holds a stored secret") {
      try Env.secrets().write(Data(secret.utf8), for: "k")
      Env.defaults().set(.data(Data(secret.utf8)), for: "cache")
    },
    .stored(#"{"at":"\#(secret)"}"#, secret),
    .stored(secret, Data(secret.utf8).map { String(format: "%02X", $0) }.joined()),
    .stored("a+b/\(secret)", "a%2bb%2f\(secret)"),
    .body("JSON in a part", "multipart/related; boundary=b", part("Content-Type: application/json", json)),
    .body("lines without carriage returns", "multipart/form-data; boundary=b", part(password, secret, line: "\n")),
    .body(
      "an extended name", "multipart/form-data; boundary=b",
      part("Content-Disposition: form-data; name*=UTF-8''password", secret)),
    .body(
      "a part in a part", "multipart/mixed; boundary=o",
      "--o\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n\(part(password, secret))\r\n--o--\r\n"),
    .body("a form with brackets", form, "user%5Bpassword%5D=\(secret)"),
    .body("a form without a type", nil, "user=1&newPassword=\(secret)"),
    .body("JSON after a byte order mark", "application/json", "\u{FEFF}\(json)"),
    .body("JSON in a text of JSON", "application/json", #"{"body":"{\"token\":\"\#(secret)\"}"}"#),
    .body("JSON in JSON in JSON", "application/json", #"["[\"{\\\"a\\\":{\\\"token\\\":\\\"\#(secret)\\\"}}\"]"]"#),
    .body("a URL in JSON", "application/json", #"{"next":"https:\/\/a.b\/c?page=2&token=\#(secret)"}"#),
    .body("server-sent events", "text/event-stream", "event: a\ndata: \(json)\n\n"),
    .body("the user of a URL in JSON", "application/json", #"{"repo":"https://bob:\#(secret)@host/x"}"#),
    .body("a relative URL in JSON", "application/json", #"{"next":"/items?cursor=1&access_token=\#(secret)"}"#),
    .body("a URL in a text", "text/plain", "see https://a.b/?token=\(secret)\n"),
    .body("lists in a form", form, "passwords%5B0%5D=\(secret)&a[token][]=\(secret)"),
    .body("a URL in a form", form, "next=https%3A%2F%2Fa.b%2F%3Ftoken%3D\(secret)"),
    Leak("a file of variables") { try Env.files().write("A=1\nAPI_TOKEN=\(secret)\n", to: URL(filePath: "/tmp/.env")) },
    Leak("JSON in an output") { Env.standardOutput("Answer: {\"password\":\"\(secret)\"}\n") },
    Leak("a request line in an output") { Env.standardOutput("GET /items?page=1&token=\(secret)\n") },
    Leak("settings in an output") { Env.standardOutput("Server=a;Password=\(secret);Timeout=1\n") },
    .header("X-Auth-Token", secret),
    .header("Location", "/cb?token=\(secret)"),
    .header("Location", "https://a.b/?token=ab'\(secret)"),
    .header("Location", "https://bob:pa'\(secret)@h/"),
    .header("Refresh", "0;url=https://a.b/?token=\(secret)"),
    .header("X-Original-URL", "/cb?token=\(secret)"),
    .header("Link", #"<https://a.b/?page=2>; rel="next", </c?access_token=\#(secret)>; rel="last""#),
    .url("https://a.b/?X-Amz-Signature=\(secret)"),
    .url("https://a.b/?a=1;token=\(secret);b&c"),
    .url("https://a.b/?Signature=\(secret)#x"),
    .url("https://a.b/#access_token=\(secret)&state=1"),
    Leak("an opened URL") { _ = await Env.openURL(try #require(URL(string: "app://cb#access_token=\(secret)"))) },
    Leak("a mark") { Env.mark("opens https://a.b/?token=\(secret), then goes on") },
    Leak("output") { Env.standardOutput(#"{"a":[{"refreshToken":"\#(secret)"}]}"#) },
    Leak("arguments") { _ = Env.arguments() },
    Leak("a variable") { _ = Env.environmentVariable("GITHUB_TOKEN") },
    Leak("a line of a log behind a tag") { Env.standardOutput("[info] GET https://a.b/?token=\(secret)\n") },
    .file("an INI file", "[default]\naws_secret_access_key=\(secret)\n"),
    .file("an address of a database", "postgres://bob:\(secret)@db/x?sslmode=require"),
    .file("options of a connection", "Server=a;Password=\(secret)"),
    .file("a line of JSON behind one that is none", "{start}\n{\"token\":\"\(secret)\"}\nkey=1\n"),
    Leak("a path with a query") { Env.standardOutput("GET /items?token=\(secret)") },
    .body("JSON in a form", form, "payload=%7B%22token%22%3A%22\(secret)%22%7D"),
    .body("JSON that says it is a form", form, json),
    .body("a page", "text/html; charset=utf-8", "<a href=\"/cb?page=1&token=\(secret)\">"),
    .body("a script", "text/javascript", "open('/cb?token=\(secret)')"),
    .body("an image of XML", "image/svg+xml", "<image href=\"https://a.b/?token=\(secret)\"/>"),
    .body("a text as the whole of JSON", "application/json", "\"https://a.b/?token=\(secret)\""),
    .body(
      "GraphQL in JSON", "application/json",
      #"{"query":"mutation { login(user: 1, password: \"\#(secret)\") { id } }"}"#),
    .body("GraphQL", "application/graphql", "mutation { login(password:\"\(secret)\") { id } }"),
    Leak("a header of an answer whose body shows it") {
      try await send(headers: ["X-Session": secret], body: #"{"access_token":"\#(secret)"}"#)
    },
    .file("an INI file with spaces", "[default]\naws_secret_access_key = \(secret)\n"),
    .file("a URL behind another name", "url = https://a.b/?token=\(secret) next=\"https://a.b/?token=\(secret)\""),
    .file("a name behind another name", "name = password=\(secret)"),
    .file("a line of logfmt", "level=info password=\"\(secret)\" user=bob"),
    .file("a line of logfmt with a tag", "[info] password=\"\(secret) more\" {\"a\":1}"),
    Leak("a description of a dictionary") { Env.mark("Cache: [\"https://a.b/?token=\(secret)\": \"ok\"]") },
    Leak("a command with escapes that JSON has not") { Env.mark("Running: \"curl https://a.b/\\?token=\(secret)\"") },
    Leak("a query and a header of one request") {
      try await send("https://a.b/?token=\(secret)", headers: ["X-Session": secret])
    },
    Leak("what the store has after it was seen") {
      try Env.files().write(#"{"token":"\#(secret)"}"#, to: URL(filePath: "/tmp/a"))
      try Env.secrets().write(secret, for: "key")
      let tokens = (0..<4_500).map { #"{"token":"eyJhbGciOiJIUzI1NiJ9.\#($0)"}"# }
      try Env.files().write("[\(tokens.joined(separator: ","))]", to: URL(filePath: "/tmp/b"))
      Env.mark(secret)
    },
    Leak("an argument that begins with a hyphen") { _ = Env.arguments() },
    Leak("an own endpoint") { _ = Env.apiToken },
    Leak("a hidden dictionary") {
      Env.defaults().set(["pass": .string(secret), "more": [.string(secret)]], for: "credentials")
      Env.mark(secret)
    },
    Leak("a hidden list") {
      Env.defaults().set([.string(secret)], for: "token")
      Env.mark(secret)
    },
  ]

  private static let json = #"{"a": 1, "accessToken": "\#(secret)"}"#
  private static let form = "application/x-www-form-urlencoded"
  private static let password = #"Content-Disposition: form-data; name="password""#

  private static func part(_ head: String, _ value: String, line: String = "\r\n") -> String {
    ["--b", head, "", value, "--b--", ""].joined(separator: line)
  }

  private static func send(
    _ url: String = "https://a.b/", headers: [String: String] = [:], body: String? = nil
  ) async throws {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = body == nil ? "GET" : "POST"
    request.allHTTPHeaderFields = headers
    request.httpBody = body.map { Data($0.utf8) }
    _ = try await Env.http(request)
  }

  /// Answers with the headers and the body that were sent.
  private static func echo(_ request: URLRequest) throws -> (Data, HTTPURLResponse) {
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: nil, headerFields: request.allHTTPHeaderFields)
    else { throw URLError(.badURL) }
    return (request.httpBody ?? Data(), response)
  }

  @Test("A secret is hidden where a usual name says that it is one", arguments: leaks) func hidden(_ leak: Leak)
    async throws
  {
    var environment = Environment.mock
    environment.http = { try Self.echo($0) }
    environment.arguments = {
      [
        "app", "--api-key", Self.secret, "--token=\(Self.secret)", "PASSWORD=\(Self.secret)", "--token",
        "-\(Self.secret)",
      ]
    }
    environment.environmentVariable = { _ in Self.secret }
    let folder = try FlightFolder()
    try await withEnvironment(environment.recorded(by: FlightRecorder(at: folder.file))) { try await leak.run() }
    #expect(try Flight(contentsOf: folder.file).told != [])
    #expect(try Data(contentsOf: folder.file).range(of: Data(Self.secret.utf8)) == nil)
  }

  @Test("What only speaks of a secret stays as it is") func innocent() async throws {
    let body = #"""
      {"token_type":"bearer","passwordPolicy":"eight letters","secretary":"Ann Smith","total_tokens":1234,
      "authorizationStatus":"granted","url":"https:\/\/a.b\/?page=2#top","html":"<a href=\"x?y\">",
      "half":"\ud800 https://a.b/?page=1 \n"}
      """#
    let folder = try FlightFolder()
    let environment = Environment.mock.recorded(by: FlightRecorder(at: folder.file))
    try withEnvironment(environment) {
      try Env.files().write(body, to: URL(filePath: "/tmp/a.json"))
      Env.defaults().set(.integer(7), for: "tokens")
      Env.standardOutput("a = b, 1 + 1 = 2, see https://a.b/?page=1.\n")
      Env.standardOutput("PWD=/home/bob/app a={x} Unexpected token: \"}\" at 3, 5\" wide: \"a\nb\"\n")
      Env.standardOutput("if token == nil or token = \n next")
      _ = Env.environmentVariable("PWD")
    }
    let flight = try Flight(contentsOf: folder.file)
    let told = flight.told.joined()
    #expect(!told.contains("hidden."), "\(told)")
    let written = flight.events.compactMap { event -> Data? in
      if case .file(let call) = event.content { call.written?.bytes } else { nil }
    }
    #expect(written == [Data(body.utf8)])
  }

  @Test("Bytes that are no text stay as they are, whatever they begin with") func binary() throws {
    let folder = try FlightFolder()
    let bodies = ["{", "[", "a: b "].map { Data($0.utf8) + [0xFF, 0x3D, 0xFE, 0x3A, 0x20, 0xC3, 0x3D, 0x0A] }
    try withEnvironment(Environment.mock.recorded(by: FlightRecorder(at: folder.file))) {
      for body in bodies { try Env.files().write(body, to: URL(filePath: "/tmp/a")) }
    }
    let written = try Flight(contentsOf: folder.file).events.compactMap { event -> Data? in
      if case .file(let call) = event.content { call.written?.bytes } else { nil }
    }
    #expect(written == bodies)
  }

  @Test("A secret that looks like a hash is hidden") func likeHash() throws {
    let folder = try FlightFolder()
    let recorder = FlightRecorder(at: folder.file, hashing: [.field("email")])
    try withEnvironment(Environment.mock.recorded(by: recorder)) {
      let body = #"{"email":"ann@example.com","password":"hashed.email.abc1234567"}"#
      try Env.files().write(body, to: URL(filePath: "/tmp/a"))
    }
    #expect(try Data(contentsOf: folder.file).range(of: Data("abc1234567".utf8)) == nil)
  }

  @Test("A URL in a URL in a URL, tens of thousands of times, is no trap") func nestedURLs() throws {
    let folder = try FlightFolder()
    withEnvironment(Environment.mock.recorded(by: FlightRecorder(at: folder.file))) {
      Env.mark(String(repeating: "a://?a=", count: 20_000))
    }
    #expect(try Flight(contentsOf: folder.file).told.count == 1)
  }

  @Test(arguments: ["a={", "a=[", "a={\"b=", "a=\"{"])
  func `JSON in a form in JSON, tens of thousands of times, is no trap`(part: String) throws {
    let folder = try FlightFolder()
    withEnvironment(Environment.mock.recorded(by: FlightRecorder(at: folder.file))) {
      Env.mark(String(repeating: part, count: 20_000))
    }
    #expect(try Flight(contentsOf: folder.file).told.count == 1)
  }

  @Test("Everyday words of hidden lists stay elsewhere, and personal values have one hash") func lists() async throws {
    let folder = try FlightFolder()
    let recorder = FlightRecorder(at: folder.file, hiding: [.setting("profile")], hashing: [.field("email")])
    try withEnvironment(Environment.mock.recorded(by: recorder)) {
      Env.defaults().set(["theme": .string("default"), "+49 170 1234567": .string("system")], for: "profile")
      Env.mark("default and system")
      try Env.files().write(
        "[info] {\"email\":\"ann@example.com\",\"token\":\"q9Zx-77ab\"}", to: URL(filePath: "/tmp/a"))
      Env.mark("{\"email\":\"ann@example.com\"}")
      _ = Env.hasToken
    }
    let flight = try Flight(contentsOf: folder.file)
    let told = flight.told.joined()
    #expect(told.contains("default and system") && !told.contains("1234567"), "\(told)")
    let bytes = try String(decoding: Data(contentsOf: folder.file), as: UTF8.self)
    #expect(Set(bytes.matches(of: /hashed\.email\.[0-9a-f]+/).map(\.output)).count == 1)
    #expect(bytes.contains("[true]") && bytes.contains("hidden.token.1") && !bytes.contains("hidden.token.2"))
  }

  @Test("Counts with the names of secrets stay, and are looked for nowhere") func counts() async throws {
    let folder = try FlightFolder()
    var environment = Environment.mock
    environment.http = { try Self.echo($0) }
    environment.arguments = { ["app", "--max-tokens", "4096"] }
    environment.environmentVariable = { $0 == "MAX_TOKENS" ? "4096" : nil }
    try await withEnvironment(environment.recorded(by: FlightRecorder(at: folder.file))) {
      _ = (Env.arguments(), Env.environmentVariable("MAX_TOKENS"))
      try await Self.send(
        "https://a.b/?max_tokens=100000&id=149984", headers: ["X-RateLimit-Remaining-Tokens": "149984"],
        body: #"{"max_tokens":100000}"#)
    }
    let told = try Flight(contentsOf: folder.file).told.joined()
    for number in ["4096", "max_tokens=100000&id=149984"] { #expect(told.contains(number), "\(told)") }
    #expect(!told.contains("111111"), "\(told)")
  }

  @Test("Everyday words are not looked for elsewhere, even if a password is one") func words() async throws {
    let folder = try FlightFolder()
    try withEnvironment(Environment.mock.recorded(by: FlightRecorder(at: folder.file))) {
      let schema = #"{"properties":{"password":{"type":"string"},"name":{"type":"string"}}}"#
      try Env.files().write(schema, to: URL(filePath: "/tmp/schema.json"))
      Env.mark("opens postgres://postgres@localhost/postgres with a string")
    }
    let told = try Flight(contentsOf: folder.file).told.joined()
    #expect(told.contains("@localhost/postgres with a string"), "\(told)")
    #expect(told.contains("opens postgres://hidden.user."), "\(told)")
  }

  @Test("A file that is hidden is looked for nowhere when it is long") func longFile() async throws {
    let folder = try FlightFolder()
    let recorder = FlightRecorder(at: folder.file, hiding: [.file("notes.db")])
    try withEnvironment(Environment.mock.recorded(by: recorder)) {
      try Env.files().write(Data(count: 20_000), to: URL(filePath: "/tmp/notes.db"))
      try Env.files().write(Data(count: 40_000), to: URL(filePath: "/tmp/other.db"))
    }
    // A mock's files also ask for the date.
    #expect(try Flight(contentsOf: folder.file).events.filter { $0.kind == .file }.count == 2)
  }

  @Test("Thousands of secrets are all hidden, also when the oldest are forgotten") func many() async throws {
    let folder = try FlightFolder()
    let tokens = (0..<4_500).map { #"{"token":"eyJhbGciOiJIUzI1NiJ9.\#($0)"}"# }
    let environment = Environment.mock.recorded(by: FlightRecorder(at: folder.file))
    try withEnvironment(environment) {
      try Env.files().write("[\(tokens.joined(separator: ","))]", to: URL(filePath: "/tmp/a"))
      Env.mark("has eyJhbGciOiJIUzI1NiJ9.4499 and eyJhbGciOiJIUzI1NiJ9.2000")
    }
    #expect(try Data(contentsOf: folder.file).range(of: Data("eyJhbGciOiJIUzI1NiJ9".utf8)) == nil)
  }

  @Test("A text that the app names, and what the store has, are never forgotten") func kept() async throws {
    let folder = try FlightFolder()
    let tokens = (0..<4_500).map { #"{"token":"eyJhbGciOiJIUzI1NiJ9.\#($0)"}"# }
    let recorder = FlightRecorder(at: folder.file, hiding: [.text("acme-corp", named: "customer")])
    try withEnvironment(Environment.mock.recorded(by: recorder)) {
      try Env.secrets().write(Self.secret, for: "key")
      try Env.files().write("[\(tokens.joined(separator: ","))]", to: URL(filePath: "/tmp/a"))
      Env.mark("acme-corp has \(Self.secret)")
    }
    let told = try Flight(contentsOf: folder.file).told.joined()
    #expect(!told.contains("acme-corp") && !told.contains(Self.secret))
  }

  @Test("Dates and numbers that are none are hidden, too, and trap nothing") func notANumber() async throws {
    let folder = try FlightFolder()
    let recorder = FlightRecorder(at: folder.file, hiding: [.setting("a")])
    withEnvironment(Environment.mock.recorded(by: recorder)) {
      withKnownIssue {
        for name in ["a", "b"] {
          Env.defaults().set(.date(Date(timeIntervalSinceReferenceDate: .nan)), for: name)
          Env.defaults().set(.real(.nan), for: name)
        }
      }
    }
    #expect(try Flight(contentsOf: folder.file).events.allSatisfy { !$0.words.isEmpty })
  }

  @Test("Secrets that several threads learn are hidden by all") func threads() async throws {
    let folder = try FlightFolder()
    let environment = Environment.mock.recorded(by: FlightRecorder(at: folder.file))
    await withEnvironment(environment) {
      await withTaskGroup { group in
        for task in 0..<4 {
          group.addTask {
            for number in 0..<50 { Env.mark("PASSWORD=secret-\(task)-\(number) and secret-\(task)-\(number)") }
          }
        }
      }
    }
    #expect(try Data(contentsOf: folder.file).range(of: Data("secret-".utf8)) == nil)
  }
}
