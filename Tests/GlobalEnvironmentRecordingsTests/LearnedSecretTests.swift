import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is secret in one exchange, and stands in another.
@Suite(.environment(.mock))
struct LearnedSecretTests {
  let folder: RecordingFolder
  private static let token = "tok/en+1 é"
  private static let secrets: [Secret] = [.field("access_token")]
  private static let json = ["Content-Type": "application/json"]

  init() throws {
    folder = try RecordingFolder()
  }

  /// Records a login, whose answer has the token, and another request.
  private func record(
    _ request: URLRequest, answered body: String = "ok", headers: [String: String] = Self.json
  ) async throws -> HAR.Entry {
    let recording = folder.recording(.newEpisodes, hiding: Self.secrets) { request in
      if request.url?.path == "/login" {
        return try answer(#"{"access_token":"tok\/en+1 \u00e9"}"#, to: request, headers: Self.json)
      }
      return try answer(body, to: request, headers: headers)
    }
    _ = try await recording.answer(.post("https://example.com/login", "{}"))
    _ = try await recording.answer(request)
    return try #require(try folder.har().log.entries.first { !$0.request.url.hasSuffix("/login") })
  }

  @Test(
    arguments: [
      ("/t/tok%2Fen%2B1%20%C3%A9/x", "/t/%3Csecret:access_token:1%3E/x"),
      ("/?s=tok%2Fen%2B1+%C3%A9&a=b", "/?s=%3Csecret:access_token:1%3E&a=b"),
      ("/?s=tok/en+1%20%c3%a9", "/?s=%3Csecret:access_token:1%3E"),
      (
        "/?next=https%3A%2F%2Fa%2F%3Ft%3Dtok%252Fen%252B1%2520%25C3%25A9",
        "/?next=https%3A%2F%2Fa%2F%3Ft%3D%3Csecret:access_token:1:u%3E"
      ),
      ("/?s=dG9rL2VuKzEgw6k%3D", "/?s=%3Csecret:access_token:1:base64:u%3E"),
    ] as [(String, String)]
  )
  func `a token is hidden in the URL of another request`(path: String, hidden: String) async throws {
    let entry = try await record(.get("https://example.com\(path)"))
    #expect(entry.request.url == "https://example.com\(hidden)")
    #expect(URL(string: entry.request.url)?.absoluteString == entry.request.url)
    #expect(try await folder.replayed(.get("https://example.com\(path)"), hiding: Self.secrets) == "ok")
  }

  @Test func `a token is hidden in headers, bodies, forms and cookies of other exchanges`() async throws {
    let form = "application/x-www-form-urlencoded"
    _ = try await record(
      .post("https://example.com/a", "t=tok%2Fen%2B1+%C3%A9", type: form, headers: ["X-Echo": "x tok/en+1 é"]),
      answered: #"{"a":"tok\/en+1 \u00E9","b":["https:\/\/a?t=tok%2Fen%2B1%20%C3%A9"],"c":"dG9rL2VuKzEgw6k=","#
        + #""d":"{\"t\":\"tok\\\/en+1 \\u00e9\"}"}"#,
      headers: ["Content-Type": "application/json", "X-Token": "tok/en+1 é", "Location": "/?t=tok/en%2B1%20%C3%A9"])
    let text = try folder.text()
    for part in ["tok/en", "tok%2Fen", "tok\\/en", "tok\\\\/en", "dG9rL2VuKzEg"] {
      #expect(!text.contains(part), "\(part)")
    }
    #expect(text.ranges(of: "secret:access_token:1").count >= 8)
  }

  @Test func `a token in a body that is no text is hidden`() async throws {
    let recording = folder.recording(.newEpisodes) { request in
      (Data([0xFF, 0]) + Data("hunter22".utf8), try answer("", to: request, headers: ["Set-Cookie": "a=hunter22"]).1)
    }
    _ = try await recording.answer(.get("https://example.com/1"))
    _ = try await recording.answer(.get("https://example.com/2"))
    for entry in try folder.har().log.entries {
      let body = try #require(Data(base64Encoded: entry.response.content.text ?? ""))
      #expect(body.range(of: Data("hunter22".utf8)) == nil)
    }
  }

  @Test func `a token that is sent before it is known is hidden when the recording ends`() async throws {
    let recording = folder.recording(.newEpisodes, hiding: Self.secrets) { request in
      try answer(#"{"access_token":"abcdef12"}"#, to: request, headers: Self.json)
    }
    var binary = URLRequest.get("https://example.com/b")
    binary.httpMethod = "PUT"
    binary.httpBody = Data([0xFF]) + Data("abcdef12".utf8)
    let other = folder.recording(.newEpisodes) { try answer("x", to: $0) }
    _ = try await other.answer(.get("https://example.com/a/abcdef12"))
    _ = try await other.answer(binary)
    _ = try await recording.answer(.post("https://example.com/login", "{}"))
    #expect(try folder.text().contains("abcdef12"))
    try RecordingFile.end(folder.file.path)
    #expect(try !folder.text().contains("abcdef12"))
    #expect(try !folder.text().contains("/2FiY2RlZjEy"))
    #expect(try await folder.replayed(.get("https://example.com/a/abcdef12"), hiding: Self.secrets) == "x")
  }

  @Test(arguments: ["1", "true", "en", "12345", "session", "Disabled", "000000"])
  func `what occurs by chance is not learnt`(value: String) async throws {
    let recording = folder.recording(.newEpisodes) {
      try answer("ok", to: $0, headers: $0.url?.path == "/1" ? ["Set-Cookie": "a=\(value)"] : [:])
    }
    _ = try await recording.answer(.get("https://example.com/1"))
    _ = try await recording.answer(.get("https://example.com/a?b=\(value)"))
    try RecordingFile.end(folder.file.path)
    #expect(try folder.har().log.entries.map(\.request.url).contains("https://example.com/a?b=\(value)"))
  }

  @Test func `a request is matched by what the app was given in place of a secret`() async throws {
    _ = try await record(.get("https://example.com/me?s=tok%2Fen%2B1+%C3%A9"))
    let given: [Secret] = [.field("access_token", replayedAs: "for-tests")]
    for secrets in [given, Self.secrets] {
      let recording = folder.recording(.none, hiding: secrets)
      let login = try await recording.text(.post("https://example.com/login", "{}")) ?? ""
      let token = secrets == given ? "for-tests" : "<secret:access_token:1>"
      #expect(login == #"{"access_token":"\#(token)"}"#)
      let query = token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      #expect(try await recording.text(.get("https://example.com/me?s=\(query)")) == "ok")
      #expect(try await recording.text(.get("https://example.com/you?s=\(query)")) == nil)
    }
  }

  @Test func `where several requests fit, none is taken`() async throws {
    let recording = folder.recording(.newEpisodes, hiding: Self.secrets) { request in
      if request.url?.path == "/login" { return try answer(#"{"access_token":"abcdef12"}"#, to: request) }
      return try answer(request.url?.path ?? "", to: request)
    }
    _ = try await recording.answer(.post("https://example.com/login", "{}"))
    _ = try await recording.answer(.get("https://example.com/abcdef12/x"))
    _ = try await recording.answer(.get("https://example.com/me/abcdef12"))
    #expect(try await folder.replayed(.get("https://example.com/other/x")) == "/<secret:access_token:1>/x")
    #expect(try await folder.replayed(.get("https://example.com/me/x")) == nil)
    #expect(try await folder.replayed(.get("https://example.com/me/x/y")) == nil)
  }

  @Test func `a value in Base64 comes back in it`() async throws {
    _ = try await record(.get("https://example.com/me"), answered: #"{"c":"dG9rL2VuKzEgw6k="}"#)
    let given: [Secret] = [.field("access_token", replayedAs: "hunter2")]
    #expect(try await folder.replayed(.get("https://example.com/me"), hiding: given) == #"{"c":"aHVudGVyMg=="}"#)
  }

  @Test(arguments: ["", "a", "ab", "abc", "user:"], ["", "x", "\u{FF}yz"])
  func `a value inside of a longer text in Base64 is hidden, and comes back`(before: String, after: String) async throws
  {
    func body(_ token: String) -> String { #"{"c":"\#(Data((before + token + after).utf8).base64EncodedString())"}"# }
    _ = try await record(.get("https://example.com/me"), answered: body(Self.token))
    #expect(try folder.text().contains(":base64"))
    // "k/en+1" is in the middle of it, however much stands in front.
    for count in 0..<3 {
      let middle = Data((String(repeating: " ", count: count) + "k/en+1").utf8).base64EncodedString().dropFirst(4)
        .prefix(4)
      #expect(try !folder.text().contains(middle))
    }
    // As long, and with the same ends, whose bits are in what stands around it.
    let given: [Secret] = [.field("access_token", replayedAs: "t01234567é")]
    #expect(try await folder.replayed(.get("https://example.com/me"), hiding: given) == body("t01234567é"))
  }

  @Test(arguments: ["", "a", "ab", "abc"], ["x", "xy", "\u{FF}z", "?z"])
  func `a value inside of a longer text in Base64 comes back with other ends, but not with another length`(
    before: String, after: String
  ) async throws {
    func body(_ token: String) -> String { Data((before + token + after).utf8).base64EncodedString() }
    _ = try await record(.get("https://example.com/me"), answered: body("tok/en+1 é"))
    for token in ["~t012345.,-~12", "é01234567_"] {
      let given: [Secret] = [.field("access_token", replayedAs: token)]
      #expect(try await folder.replayed(.get("https://example.com/me"), hiding: given) == body(token))
    }
    for token in ["", "123456789012", "1234567890123"] {
      let given: [Secret] = [.field("access_token", replayedAs: token)]
      let text = try await folder.replayed(.get("https://example.com/me"), hiding: given)
      #expect(text?.contains("<secret:access_token:1:base64") == true)
    }
  }

  @Test func `a value inside of a longer Base64 text for URLs comes back in its characters`() async throws {
    func body(_ token: String) -> String { Data("a\(token)?".utf8).base64EncodedString().withURLAlphabet }
    _ = try await record(.get("https://example.com/me"), answered: body(Self.token))
    let given: [Secret] = [.field("access_token", replayedAs: "?????~~~~~é")]
    #expect(try await folder.replayed(.get("https://example.com/me"), hiding: given)?.contains("/") == false)
  }

  @Test(arguments: ["tok&#47;en&#43;1 &#233;", "tok&#x2F;en&#x2b;1&#32;&#xE9;", "tok/en&#000043;1 é"])
  func `a token in HTML is hidden`(text: String) async throws {
    for body in ["<input value='\(text)'>", #"{"html":"<p a=\"&amp;\(text)\u0026amp;\">"}"#] {
      let entry = try await record(.get("https://example.com/me"), answered: body)
      let hidden = body.replacing(text, with: "<secret:access_token:1:h>")
      #expect(entry.response.content.text == hidden)
      try FileManager.default.removeItem(at: folder.file)
    }
  }

  @Test func `a token that only a replayed answer shows is hidden in what is recorded then`() async throws {
    try folder.write(
      """
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://example.com/login"},
       "response": {"status": 200, "content": {"text": "{\\"access_token\\":\\"abcdef12\\"}"}}}]}}
      """)
    let recording = folder.recording(.newEpisodes, hiding: Self.secrets)
    #expect(try await recording.text(.get("https://example.com/login")) == #"{"access_token":"abcdef12"}"#)
    _ = try await recording.answer(.get("https://example.com/me?s=abcdef12"))
    #expect(try !folder.text().contains("abcdef12"))
    #expect(try await folder.replayed(.get("https://example.com/me?s=abcdef12"), hiding: Self.secrets) == "real")
  }

  @Test func `a token that only a replayed answer shows is in no message`() async throws {
    _ = try await record(.get("https://example.com/me"))
    try folder.write(try folder.text().replacing("<secret:access_token:1>", with: "abcdef12"))
    let recording = folder.recording(.none, hiding: Self.secrets)
    _ = try await recording.answer(.post("https://example.com/login", "{}"))
    #expect(recording.secrets(in: .get("https://example.com/you?s=abcdef12")).contains("abcdef12"))
  }

  @Test func `two spellings of one text in Unicode are two secrets`() async throws {
    let recording = folder.recording(.newEpisodes, hiding: Self.secrets) { request in
      try answer(#"[{"access_token":"p\#u{E4}sswort"},{"access_token":"pa\#u{308}sswort"}]"#, to: request)
    }
    _ = try await recording.answer(.post("https://example.com/login", "{}"))
    _ = try await recording.answer(
      .post("https://example.com/me", "p\u{E4}sswort, pa\u{308}sswort", type: "text/plain"))
    #expect(try !folder.text().contains("sswort"))
  }

  @Test func `of two spellings of one secret, the other one is still found where one is forgotten`() {
    let learned = LearnedSecrets(limit: 1)
    learned.learn([(value: "p\u{E4}sswort", name: "a"), (value: "pa\u{308}sswort", name: "a")])
    #expect(learned.matches(in: Array("p\u{E4}sswort".utf8)).isEmpty)
    #expect(learned.matches(in: Array("pa\u{308}sswort".utf8)).count == 1)
  }

  @Test func `of secrets that begin alike, the longest that is there is found`() {
    let learned = LearnedSecrets()
    let long = String(repeating: "ab1", count: 30)
    learned.learn(["hunter", "hunter2", "hunter2-a", "hunter3", long, long + "x", long + "y"].map { ($0, "a") })
    let found = learned.matches(in: Array("hunter2-b hunter2-a hunter-4 \(long)yx".utf8))
    #expect(found.map(\.value) == ["hunter2", "hunter2-a", "hunter", long + "y"])
  }

  @Test func `secrets are found in one pass, and the oldest are forgotten`() {
    let learned = LearnedSecrets(limit: 100)
    for number in 100..<300 { learned.learn([("hunter\(number)!", "a")]) }
    let text = Array("x hunter299! hunter200! hunter199! hunter%32%30%31! <secret:hunter250!:1>".utf8)
    let found = learned.matches(in: text)
    #expect(found.map(\.value) == ["hunter299!", "hunter200!", "hunter201!"])
    #expect(found.map { String(decoding: text[$0.range], as: UTF8.self) }.last == "hunter%32%30%31!")
  }

  @Test func `a token that an answer had before it was known does not become that of its request`() async throws {
    let recording = folder.recording(.all) { request in
      try answer(request.url?.path == "/refresh" ? #"{"new":"NEWtoken12345"}"# : "ok", to: request, headers: Self.json)
    }
    let refresh = URLRequest.get("https://example.com/refresh", headers: ["Authorization": "Bearer OLDtoken12345"])
    _ = try await recording.answer(refresh)
    _ = try await recording.answer(
      .get("https://example.com/posts", headers: ["Authorization": "Bearer NEWtoken12345"]))
    try RecordingFile.end(folder.file.path)
    #expect(try !folder.text().contains("token12345"))
    let replayed = try #require(try await folder.replayed(refresh))
    #expect(replayed.hasPrefix(#"{"new":"<secret:Authorization:"#))
  }

  @Test func `a token with a quotation mark is hidden in JSON in a form of another request`() async throws {
    let recording = folder.recording(.all, hiding: [.field("password")]) { try answer("ok", to: $0) }
    _ = try await recording.answer(.post("https://example.com/login", #"{"password":"a\"b-secret"}"#))
    let form = "data=%7B%22pw%22%3A%22a%5C%22b-secret%22%7D"
    _ = try await recording.answer(
      .post("https://example.com/a", form, type: "application/x-www-form-urlencoded"))
    #expect(try !folder.text().contains("b-secret"))
  }

  @Test func `a password with a plus sign in a URL is found elsewhere`() async throws {
    let recording = folder.recording(.all) { try answer("ok", to: $0) }
    _ = try await recording.answer(.get("https://user:a+b+Zq7RtSecret@example.com/1"))
    let header = Data("other:a+b+Zq7RtSecret".utf8).base64EncodedString()
    _ = try await recording.answer(.get("https://example.com/2", headers: ["X-Other": "Basic \(header)"]))
    #expect(try !folder.text().contains(header))
  }
}
