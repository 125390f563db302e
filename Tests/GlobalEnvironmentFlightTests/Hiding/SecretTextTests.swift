import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets in texts that are no JSON, or not only, and what stays beside them.
@Suite struct SecretTextTests {
  private static let secret = SecretNameTests.secret

  @Test(arguments: [
    "Endpoint=sb://ns.servicebus.windows.net/;SharedAccessKey=\(secret)",
    "jdbc:sqlserver://h:1433;user=sa;password=\(secret)",
    "redirect_uri=https://a.b&client_secret=\(secret)",
    "DB_PASSWORD=\(secret)?", "DB_PASSWORD=?\(secret)", "next=/cb?token=\(secret)", "next=/cb#token=\(secret)",
    "/cb?page=1#access_token=\(secret)", "/list?page=1;token=\(secret)", "//a.b/c?token=\(secret)",
  ])
  func `a word is hidden in each of its parts`(_ text: String) async throws {
    try await expectHidden(text)
  }

  @Test(arguments: [
    ("--url=https://a.b/?token=\(secret)", "--url=https://a.b/?token=hidden.token.1"),
    (
      "see https://a.b/?page=1&next=https%3A%2F%2Fc%2F%3Ftoken%3D\(secret)",
      "see https://a.b/?page=1&next=https%3A%2F%2Fc%2F%3Ftoken%3Dhidden.token.1"
    ),
  ])
  func `an address in an address stays readable`(_ text: String, shown: String) async throws {
    let told = try await flight { Env.mark(text) }.told.joined()
    #expect(told.contains("\"\(shown)\""), "\(told)")
  }

  @Test(arguments: [
    #"{"https://a.b/?token=\#(secret)":"etag"}"#, #"["https://a.b/?token=\#(secret)": "ok"]"#,
    #"{"tokens":{"https://a.b/?key=1&token=\#(secret)":1}}"#,
  ])
  func `a name of JSON may hold a secret`(_ text: String) async throws {
    try await expectHidden(text)
  }

  @Test(arguments: [
    #"["password": Optional("\#(secret)")]"#, #"["password": Optional(Optional("\#(secret)"))]"#,
    #"Session(token: Optional("\#(secret)"))"#, #"Session(user: "Ann", token: "\#(secret)")"#,
    #"["tokens": Optional(["a": "\#(secret)"])]"#,
    #"Headers: ["Authorization": "Bearer \#(secret)"]"#, #"Optional(["Authorization": "Bearer \#(secret)"])"#,
    #"[AnyHashable("token"): "\#(secret)"]"#, #"Body: a "{\"token\":\"\#(secret)\"}""#,
  ])
  func `what Swift prints is read as it is meant`(_ text: String) async throws {
    try await expectHidden(text)
  }

  @Test(arguments: [
    "Authorization: Bearer \(secret)", "> authorization:  Basic \(secret)",
    "sent Cookie: page=1; sid=\(secret)\nHost: a.b",
    "password: \(secret)", "user: Ann\r\n- password: \(secret)\r\n", "login:\n  api_key: \(secret)\n  page: 1",
    "[net] > Authorization: Bearer \(secret)", #"{"level":"info","msg":"Authorization: Bearer \#(secret)"}"#,
    "X Authorization: ApiKey \(secret)", #"sent Authorization: "Bearer \#(secret)""#,
    "Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=\(secret)", "authorization: \(secret)",
    "- token: \"\(secret)\"", "password: '\(secret)'", "password: '\(secret) more'", "password: \(secret) # old",
    "password: \(secret)  ", "password: \(secret){,}",
  ])
  func `lines of headers and of YAML are read`(_ text: String) async throws {
    try await expectHidden(text)
  }

  @Test(arguments: [
    "Unexpected token: 7", "Password: must have 8 characters", "token:", "Note: see page 7", "password: {", "cookie: ",
    "Location authorization: notDetermined", "Photo authorization: granted for user 42", "The cookie: see page 7",
    "token: nil", "password: null # none", "token: ~", "password: true", "password: seven,", "cookie: a",
  ])
  func `a line with a colon that tells no secret stays`(_ text: String) async throws {
    let told = try await flight { Env.mark(text) }.told.joined()
    #expect(told.contains("\"\(text)\""), "\(told)")
  }

  @Test(arguments: [
    "Env.secrets = { store }", "token = [ 7 ]", "let password = [:", "password = {};",
  ])
  func `a bracket behind a name is no secret`(_ text: String) async throws {
    let told = try await flight { Env.mark(text) }.told.joined()
    #expect(told.contains("\"\(text)\""), "\(told)")
  }

  @Test(arguments: ["password = %&/!", "password = {\(secret)}", "token=[\(secret)]"])
  func `a word with more than brackets is one`(_ text: String) async throws {
    let told = try await flight { Env.mark(text) }.told.joined()
    #expect(told.contains("hidden.") && !told.contains("%&/!") && !told.contains(Self.secret), "\(told)")
  }

  @Test(arguments: [
    (#"curl -H "Authorization: Bearer \#(secret)" https://a.b/list"#, " https://a.b/list"),
    (#"curl -H 'Cookie: id="\#(secret)"' https://a.b/list"#, "' https://a.b/list"),
    (#"INFO {"msg":"Cookie: id=\#(secret)","id":1}"#, #"\"id\":1}"#),
  ])
  func `what is behind a header in quotes stays`(_ text: String, rest: String) async throws {
    let told = try await flight { Env.mark(text) }.told.joined()
    #expect(!told.contains(Self.secret) && told.contains("hidden.") && told.contains(rest), "\(told)")
  }

  @Test(arguments: [
    ("text/html", #"<a href="/login?token=" class="b">"#), ("text/javascript", "const token = response.data.token;"),
    ("application/javascript; charset=utf-8", "var token=response.data.token"), ("text/css", "a {\n  token: blue\n}"),
  ])
  func `a page, a script and a style sheet are no lines of variables`(type: String, text: String) async throws {
    var environment = Environment.mock
    environment.http = { request in
      let url = try #require(request.url)
      let answer = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": type])
      return (Data(text.utf8), try #require(answer))
    }
    let flight = try await flight(of: environment) {
      _ = try await Env.http(URLRequest(url: try #require(URL(string: "https://a.b/"))))
    }
    let bodies = flight.events.compactMap { event in
      if case .answer(_, let answer) = event.content { String(decoding: answer.body.bytes, as: UTF8.self) } else { nil }
    }
    #expect(bodies == [text])
  }

  @Test func `a label inside a secret value is none`() async throws {
    let told = try await flight {
      Env.mark(#"["token": Token(rawValue: "\#(Self.secret)")]"#)
      Env.mark("has a rawValue")
    }.told
    #expect(!told.joined().contains(Self.secret) && told.last?.contains("has a rawValue") == true, "\(told)")
  }

  @Test func `a word of Swift before a secret is none`() async throws {
    let flight = try await flight {
      Env.mark(#"["password": Optional("\#(Self.secret)")]"#)
      Env.mark(#"["password": Optional("7"), "pin": "7"]"#)
    }
    let told = flight.told.joined()
    #expect(told.contains(#"Optional(\"hidden.password.1\")"#) && told.contains(#"\"pin\": \"7\""#), "\(told)")
  }

  @Test(arguments: [
    #"5" {"token":"\#(secret)"}"#, #"ann", "token":"\#(secret)"}"#, #"ann","token":"\#(secret)"}"#,
    #"name":"ann","token":"\#(secret)"}"#, #"5" login(password: "$2b$\#(secret)")"#,
  ])
  func `a quote too many does not turn inside and outside round`(_ text: String) async throws {
    try await expectHidden(text)
  }

  @Test func `the user of an address is looked for when it is a token`() async throws {
    let flight = try await flight {
      Env.mark("from https://\(Self.secret)@api.github.com/")
      Env.mark("--token=\(Self.secret)")
      Env.mark("has \(Self.secret)")
    }
    #expect(!flight.told.joined().contains(Self.secret))
  }

  @Test(arguments: [
    ("true", #"{"a":true}"#), ("2024", "on 2024-11-26"), ("null", "null"), ("10.0", "is 10.0"), ("-100", "is -100"),
  ])
  func `a short number and a word of JSON are not looked for, even if one is stored`(stored: String, text: String)
    async throws
  {
    let flight = try await flight {
      try Env.secrets().write(stored, for: "k")
      Env.mark(text)
    }
    #expect(flight.events.last.map { "\($0.content)" }?.contains(stored) == true, "\(flight.told)")
  }

  @Test(arguments: [
    (#"{"password":["This field is required."]}"#, "This field is required."),
    (#"{"password":"Germany"}"#, "Germany"), (#"{"password":"Too short, is it?"}"#, "Too short, is it?"),
  ])
  func `sentences are not looked for elsewhere`(json: String, text: String) async throws {
    let flight = try await flight {
      Env.mark(json)
      Env.mark(text)
    }
    let told = flight.told
    #expect(told.count == 2 && !told[0].contains(text) && told[1].contains(text), "\(told)")
  }

  @Test func `a place is recorded as it is`() async throws {
    var environment = Environment.mock
    environment.locale = { Locale(identifier: "zh-Hans") }
    environment.preferredLanguages = { ["zh-Hans"] }
    let told = try await flight(of: environment) {
      Env.mark("lang_token=zh-Hans")
      _ = (Env.locale(), Env.preferredLanguages())
    }.told
    #expect(told.count == 3 && told.dropFirst().allSatisfy { $0.contains("zh-Hans") }, "\(told)")
  }

  @Test(arguments: ["k7", "a k7", "k7 k7k7", "ü k7 and q9Zx-77ab.Kd_02"])
  func `a named text is found wherever it is, however short it is`(_ text: String) async throws {
    let hiding: [Secret] = [.text("k7", named: "a"), .text("ü", named: "b"), .text(Self.secret, named: "c")]
    let told = try await flight(hiding: hiding) { Env.mark(text) }.told.joined()
    #expect(!told.contains("k7") && !told.contains("ü") && !told.contains("q9Zx"), "\(told)")
  }

  @Test(arguments: [
    "{'password': '\(secret)'}", "{'id': 4, 'password':\"\(secret)\"}", "UserInfo={password=\(secret)}",
    "UserInfo={id=4,login={user=ann,api_token=\(secret)}}", "Session(user=ann,token=\(secret))",
  ])
  func `members are hidden in what other languages and Foundation print`(_ text: String) async throws {
    try await expectHidden(text)
  }

  @Test func `a member that the app names is hidden in what Foundation prints, and no other`() async throws {
    let told = try await flight(hiding: [.variable("pin")]) { Env.mark("UserInfo={pin=q9Zx-77ab,id=4}") }.told.joined()
    #expect(told.contains("UserInfo={pin=hidden.pin.1,id=4}"), "\(told)")
  }

  private func expectHidden(_ text: String) async throws {
    let flight = try await flight { Env.mark(text) }
    let told = flight.told.joined()
    #expect(!told.contains(Self.secret) && told.contains("hidden"), "\(told)")
  }

  @Test(arguments: [CharacterSet.alphanumerics, .urlHostAllowed, .urlUserAllowed, .urlFragmentAllowed])
  func `a secret is hidden with the escapes that programs write`(allowed: CharacterSet) async throws {
    let secret = "ab/c2-9b_f3.1c~7@d+e=f 8"
    let escaped = try #require(secret.addingPercentEncoding(withAllowedCharacters: allowed))
    let flight = try await flight {
      try Env.secrets().write(secret, for: "key")
      Env.standardOutput("sent \(escaped)")
    }
    #expect(flight.told.last == "standardOutput text(\"sent hidden.secret.1\")")
  }
}
