import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct SecretTests {

  /// What a program does that has many secrets.
  private func leaky() async throws {
    Env.stub(.any, .text("welcome back, session-c9f0f895", status: 200))
    Env.stub(.post("/login"), .json(["access_token": "tok-8f14e45f", "user": ["password": "hunter22"], "pin": 493817]))
    try Env.secrets().write("store-45c48cce2e2d7fbd", for: "key")
    _ = try Env.secrets().read("key")
    try await send(
      "https://jane:s3cr3t-pw@example.com/login?api_key=query-6512bd43", method: "POST",
      [
        "Authorization": "Bearer head-c20ad4d7", "Cookie": "id=cook-c51ce410; theme=dark", "X-Mine": "mine-aab32389",
        "Content-Type": "application/json",
      ], #"{"name":"Jane","client-secret":"body-9bf31c7f","nested":{"Token":["deep-c74d97b0"]}}"#)
    // Known from the body, and in the address before it.
    try await send("https://example.com/first-d3d94468", method: "POST", [:], #"{"token":"first-d3d94468"}"#)
    // Learnt, and used elsewhere.
    try await send("https://example.com/posts/tok-8f14e45f", [:], "again tok-8f14e45f and hunter22")
    try await send(
      "https://example.com/form", method: "POST", ["Content-Type": "application/x-www-form-urlencoded"],
      "a=1&password=form+70efdf2e%21")
    try await send(
      "https://example.com/parts", method: "POST", ["Content-Type": "multipart/form-data; boundary=b"],
      "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\npart-6f4922f4\r\n--b--\r\n")
    try Env.files().write(#"{"refresh_token":"file-1f0e3dad"}"#, to: URL(filePath: "/tmp/state.json"))
    try Env.files().write("my diary diary-98f13708", to: URL(filePath: "/tmp/diary.txt"))
    try Env.files().write("head-c20ad4d7 store-45c48cce2e2d7fbd", to: URL(filePath: "/tmp/log"))
    try Env.files().write(Data("store-45c48cce2e2d7fbd".utf8).base64EncodedString(), to: URL(filePath: "/tmp/base64"))
    Env.defaults().set("default-3c59dc04", for: "auth_token")
    Env.defaults().set(["x": .string("in a list: head-c20ad4d7")], for: "list")
    _ = (Env.environmentVariable("API_KEY"), Env.environmentVariable("HOME"), Env.arguments())
    Env.standardOutput("printed head-c20ad4d7 form 70efdf2e!")
    Env.mark("logged in with tok-8f14e45f")
    _ = await Env.openURL(try #require(URL(string: "https://example.com/?token=open-b6d767d2")))
    _ = (Env.login, try? Env.files().read(URL(filePath: "/tmp/none-head-c20ad4d7")))
    Env.mark("the known text xy")
  }

  private func send(
    _ url: String, method: String = "GET", _ headers: [String: String], _ body: String
  ) async throws {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    request.allHTTPHeaderFields = headers
    request.httpBody = Data(body.utf8)
    _ = try await Env.http(request)
  }

  private static let secrets = [
    "tok-8f14e45f", "hunter22", "493817", "store-45c48cce2e2d7fbd", "s3cr3t-pw", "query-6512bd43", "head-c20ad4d7",
    "cook-c51ce410", "mine-aab32389", "body-9bf31c7f", "deep-c74d97b0", "70efdf2e", "part-6f4922f4", "file-1f0e3dad",
    "diary-98f13708", "c3RvcmUtNDVjNDhjY2UyZTJkN2ZiZA", "default-3c59dc04", "variable-37693cfc", "open-b6d767d2",
    "own-1ff1de77", "text xy", "first-d3d94468",
  ]

  @Test("No secret is in the file, whatever way it took") func grep() async throws {
    let folder = try FlightFolder()
    let saved = folder.url.appending(component: "saved.flight")
    let environment = Environment.mock.with {
      $0.environmentVariable = { $0 == "API_KEY" ? "variable-37693cfc" : "/home" }
      $0.arguments = { ["app", "--key", "store-45c48cce2e2d7fbd"] }
    }
    let recorder = FlightRecorder(
      at: folder.file, limit: 500_000,
      hiding: [.header("x-mine"), .field("PIN"), .file("diary.txt"), .text("text xy", named: "known")])
    try await withEnvironment(environment.recorded(by: recorder)) {
      try await leaky()
      try Env.flight.save(to: saved)
    }
    for file in [folder.file, saved] {
      let bytes = try Data(contentsOf: file)
      for secret in Self.secrets {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) is in \(file.lastPathComponent)")
      }
      // It would find something.
      for harmless in ["example.com", "Jane", "welcome back", "printed", "hidden.secret.1", "/home"] {
        #expect(bytes.range(of: Data(harmless.utf8)) != nil, "\(harmless) is not in \(file.lastPathComponent)")
      }
    }
  }

  @Test(
    "A part of a form is hidden, however its head is written",
    arguments: [
      #"Content-Disposition: form-data; name=password"#,
      #"Content-Disposition: form-data;name = password ; x=1"#,
      "Content-Disposition: form-data;\r\n name=\"password\"",
      "Content-Disposition: form-data; name=\r\n\t\"password\"",
      #"content-disposition: FORM-DATA; filename="a; b"; NAME="password""#,
      #"Content-Disposition: form-data; filename="a; name=b"; name="password""#,
    ],
    ["multipart/form-data; boundary=b", " multipart/form-data; charset=utf-8; Boundary=\"b\"", "multipart/form-data"])
  func formParts(_ head: String, _ type: String) async throws {
    let parts =
      "--b\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--b\r\n\(head)\r\n\r\ns3cr3t-1\r\n--b--\r\n"
    for preamble in type.contains("=b") || type.contains("\"b\"") ? ["", "A form\r\nin MIME\r\n"] : [""] {
      let flight = try await flight {
        Env.stub(.post("/"), .status(200))
        try await send("https://example.com/", method: "POST", ["Content-Type": type], preamble + parts)
      }
      let told = flight.events.compactMap { event in
        if case .request(_, let request) = event.content {
          String(decoding: request.body.bytes, as: UTF8.self)
        } else {
          nil
        }
      }.joined()
      #expect(!told.contains("s3cr3t-1"))
      #expect(told.hasSuffix("hidden.password.1\r\n--b--\r\n"), "\(told)")
    }
  }

  @Test("A secret that looks like what stands for one is hidden") func likePlaceholder() async throws {
    let flight = try await flight {
      try Env.files().write(#"{"token":"hidden.mine.1"}"#, to: URL(filePath: "/tmp/a"))
    }
    #expect(!flight.told.joined().contains("hidden.mine.1"))
  }

  @Test("Bodies stay JSON, with what stands for secrets in its place") func json() async throws {
    let flight = try await flight(hiding: [.field("pin")]) { try await leaky() }
    let answers = flight.events.compactMap { event -> FlightAnswer? in
      if case .answer(_, let answer) = event.content { answer } else { nil }
    }
    let answer = try #require(answers.first)
    let object = try #require(try JSONSerialization.jsonObject(with: answer.body.bytes) as? [String: Any])
    #expect(object["access_token"] as? String == "hidden.access_token.1")
    #expect(object["pin"] as? Int == 111_111)
  }

  @Test("Personal texts stand as hashes: the same for the same, others in another flight") func hashes() async throws {
    var shown: [[String]] = []
    for _ in 0..<2 {
      let flight = try await flight(hashing: [.field("email")]) {
        for name in ["jane", "jane", "paul"] {
          try Env.files().write(#"{"email":"\#(name)@example.com"}"#, to: URL(filePath: "/tmp/a"))
        }
        Env.mark("wrote to jane@example.com")
      }
      let texts = flight.events.compactMap { event -> String? in
        if case .file(let call) = event.content {
          String(decoding: call.written?.bytes ?? Data(), as: UTF8.self)
        } else {
          nil
        }
      }
      #expect(texts[0] == texts[1] && texts[1] != texts[2])
      #expect(texts.allSatisfy { $0.contains(#/"hashed\.email\.[0-9a-f]{8,16}"/#) }, "\(texts)")
      #expect(flight.told.last?.contains("hashed.email.") == true)
      shown.append(texts)
    }
    #expect(shown[0] != shown[1])
  }

  @Test(
    "JSON that is cut off or wrong is read to its end",
    arguments: [
      "{", #"{"token"#, #"{"token":"#, #"{"token":""#, #"{"token":"a\"#, #"{"token":[1,{"a":"b"}"#, #"{"token":}]"#,
      "[]]]", "\"",
      #"{"\u0074oken":"secret-value"}"#, #"{"token":nul"#,
    ]) func brokenJSON(_ text: String) async throws
  {
    let flight = try await flight { try Env.files().write(text, to: URL(filePath: "/tmp/a")) }
    #expect(flight.events.contains { $0.kind == .file })
    #expect(!flight.told.joined().contains("secret-value"))
  }

  @Test("The kinds of data and the size are told before a flight is sent") func contents() async throws {
    let folder = try FlightFolder()
    try withEnvironment(Environment.mock.recorded(by: FlightRecorder(at: folder.file, limit: 100_000))) {
      Env.mark("a")
      Env.mark("b")
      Env.defaults().set(1, for: "c")
      #expect(Env.flight.contents.map(\.count) == [2, 1])
      #expect(Env.flight.contents.map(\.words) == ["what you did, as the app names it", "settings"])
      let saved = folder.url.appending(component: "saved.flight")
      try Env.flight.save(to: saved)
      #expect(try Data(contentsOf: saved).count == Env.flight.size)
      #expect(Env.flight.size < 5_000)
      #expect(throws: FlightError.self) { try Env.flight.save(to: folder.url.appending(components: "no", "where")) }
    }
  }
}

extension Environment {
  fileprivate func with(_ change: (inout Environment) -> Void) -> Environment {
    var environment = self
    change(&environment)
    return environment
  }
}

extension EnvironmentEndpoints {
  fileprivate var login: EnvironmentEndpoint<[String: String]> {
    EnvironmentEndpoint(live: [:], mock: ["password": "own-1ff1de77"])
  }
}
