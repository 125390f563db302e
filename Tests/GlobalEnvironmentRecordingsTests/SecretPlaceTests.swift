import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where a secret is hidden that stands in several exchanges, and where it must not be.
@Suite(.environment(.mock))
struct SecretPlaceTests {
  let folder: RecordingFolder

  init() throws {
    folder = try RecordingFolder()
  }

  /// Records an answer that sets a cookie, and then another request.
  private func record(
    _ url: String, after cookie: String, hiding secrets: [Secret] = [], headers: [String: String] = [:]
  ) async throws -> HAR.Entry {
    let recording = folder.recording(.newEpisodes, hiding: secrets) { request in
      try answer("ok", to: request, headers: request.url?.path == "/login" ? ["Set-Cookie": cookie] : headers)
    }
    _ = try await recording.answer(.get("https://login.example.com/login"))
    _ = try await recording.answer(.get(url, headers: headers))
    try RecordingFile.end(folder.file.path)
    #expect(try await folder.replayed(.get(url, headers: headers), hiding: secrets) == "ok")
    return try #require(try folder.har().log.entries.first { !$0.request.url.hasSuffix("/login") })
  }

  @Test func `a secret text without a name leaves a URL that is one`() async throws {
    let secrets = [Secret.text("hunter2", named: "")]
    let entry = try await record("https://example.com/hunter2?b=hunter2", after: "", hiding: secrets)
    #expect(entry.request.url == "https://example.com/%3Csecret:_:1%3E?b=%3Csecret:_:1%3E")
  }

  @Test func `what one recording of a file hides is hidden in the answers of the others, too`() async throws {
    let first = folder.recording(.newEpisodes) { try answer(#"{"pin":"1234"}"#, to: $0) }
    _ = try await first.answer(.get("https://example.com/1"))
    #expect(try folder.text().contains("1234"))
    let second = folder.recording(.newEpisodes, hiding: [.field("pin")])
    _ = try await second.answer(.get("https://example.com/2"))
    _ = try await first.answer(.get("https://example.com/3"))
    try RecordingFile.end(folder.file.path)
    #expect(try !folder.text().contains("1234"))
    #expect(try folder.har().log.entries.count == 3)
  }

  @Test func `a cookie's value is hidden without the escapes of URLs, too`() async throws {
    let recording = folder.recording(.all) { request in
      try answer(#"{"csrf":"ab+cd-1234="}"#, to: request, headers: ["Set-Cookie": "csrf=ab%2Bcd-1234%3D; Path=/"])
    }
    let headers = ["Cookie": "XSRF-TOKEN=ef%2Bgh-1234%3D", "X-XSRF-TOKEN": "ef+gh-1234="]
    _ = try await recording.answer(.get("https://example.com", headers: headers))
    #expect(try !folder.text().contains("-1234"))
    #expect(try await folder.replayed(.get("https://example.com", headers: headers)) != nil)
  }

  @Test(
    arguments: [
      ("Authorization", #"OAuth realm="example.com", oauth_token="abcd-1234", oauth_nonce="1""#),
      ("Authorization", #"OAuth oauth_token="ab%63d-1234""#), ("Authorization", "Token token=abcd-1234"),
      ("Proxy-Authorization", "AWS4-HMAC-SHA256 Credential=a/20240305/b, SignedHeaders=host, Signature=abcd-1234"),
      ("X-Session", "Bearer abcd-1234"),
    ]
  )
  func `a secret parameter of credentials is hidden elsewhere, too, and only that`(name: String, value: String)
    async throws
  {
    let text = #"abcd-1234 example.com host {"token":"abcd-1234"}"#
    let recording = folder.recording(.all, hiding: [.header("X-Session")]) { try answer(text, to: $0) }
    let request = URLRequest.get("https://example.com/abcd-1234", headers: [name: value])
    _ = try await recording.answer(request)
    let entry = try #require(try folder.har().log.entries.first)
    #expect(try !folder.text().contains("d-1234"))
    #expect(entry.response.content.text?.contains("> example.com host {") == true)
    #expect(try await folder.replayed(request, hiding: [.header("X-Session")]) == text)
  }

  // MARK: Hosts

  @Test(
    arguments: [
      ("https://acme-corp1.example.com", ""), ("https://acme-corp1.example.com:8080", "/a/<>?b=<>#<>"),
      ("http://example.acme-corp1", "?<>"),
    ]
  )
  func `a secret that is a part of a host stays there, and the file can be read`(origin: String, rest: String)
    async throws
  {
    let entry = try await record(
      origin + rest.replacing("<>", with: "acme-corp1"), after: "tenant=acme-corp1",
      headers: ["Location": "//acme-corp1.example.com/acme-corp1", "Referer": "\(origin)/acme-corp1"])
    #expect(entry.request.url == origin + rest.replacing("<>", with: "%3Csecret:Set-Cookie:1%3E"))
    #expect(entry.request.headers.value(of: "Referer") == "\(origin)/<secret:Set-Cookie:1>")
    #expect(entry.response.headers.value(of: "Location") == "//acme-corp1.example.com/<secret:Set-Cookie:1>")
  }

  @Test func `a secret of the same exchange stays in a host, too`() async throws {
    let request = URLRequest.get("https://acme-corp1.example.com/acme-corp1", headers: ["Cookie": "t=acme-corp1"])
    _ = try await folder.recording { _ in try answer("ok", to: .get("https://acme-corp1.example.com/2")) }
      .answer(request)
    let entry = try #require(try folder.har().log.entries.first)
    #expect(entry.request.url == "https://acme-corp1.example.com/%3Csecret:Cookie:1%3E")
    #expect(entry.response.url == "https://acme-corp1.example.com/2")
    #expect(try await folder.recording(.none).answer(request) != nil)
  }

  @Test func `a known text is hidden in a host, and the file can be read`() async throws {
    let secrets = [Secret.text("acme", named: "tenant")]
    let entry = try await record("https://acme.example.com:80/acme", after: "a=b", hiding: secrets)
    #expect(entry.request.url == "https://%3Csecret:tenant:1%3E.example.com:80/%3Csecret:tenant:1%3E")
    // Without the secret, any text fits in its place. The rest of the host must be the same.
    #expect(try await folder.recording(.none).answer(.get("https://x.example.com:80/x")) != nil)
    #expect(try await folder.replayed(.get("https://x.example.org:80/x"), hiding: []) == nil)
  }

  @Test func `a URL that is a secret as a whole keeps its host, and the file can be read`() async throws {
    let secrets = [Secret.field("upload", replayedAs: "https://up.example.com/x?key=other1")]
    let recording = folder.recording(.newEpisodes, hiding: secrets) { request in
      try answer(#"{"upload":"https://up.example.com/x?key=hunter2"}"#, to: request)
    }
    for url in ["https://example.com/1", "https://up.example.com/x?key=hunter2"] {
      _ = try await recording.answer(.get(url))
    }
    #expect(try !folder.text().contains("hunter2"))
    #expect(
      try folder.har().log.entries.map(\.request.url)
        == ["https://example.com/1", "https://up.example.com/%3Csecret:upload:1%3E"])
    let upload = URLRequest.get("https://up.example.com/x?key=other1")
    #expect(try await folder.replayed(upload, hiding: secrets) != nil)
  }

  // MARK: Cookies

  @Test(
    arguments: [
      "accepted", "Essential", "acme-corp", "12345678901234567890", "-1700000000.125", "internationalization",
      "ab12345",
    ]
  )
  func `a cookie's value that looks like none is no secret elsewhere`(value: String) async throws {
    let entry = try await record("https://example.com/a/\(value)", after: "c=\(value)")
    #expect(entry.request.url == "https://example.com/a/\(value)")
  }

  @Test(arguments: ["alice123", "acme-corp-of-europe", "dGhpcyBpcyBubyB3b3Jk", "0123456789abcdef"])
  func `a cookie's value that looks like a secret is one elsewhere`(value: String) async throws {
    let entry = try await record("https://example.com/a/\(value)", after: "c=\(value)")
    #expect(entry.request.url == "https://example.com/a/%3Csecret:Set-Cookie:1%3E")
  }

  @Test func `what a named field has taught, too, is a secret elsewhere`() async throws {
    let recording = folder.recording(hiding: [.field("name")]) { request in
      try answer(#"{"name":"accepted"}"#, to: request, headers: ["Set-Cookie": "a=accepted"])
    }
    for path in ["1", "accepted"] { _ = try await recording.answer(.get("https://example.com/\(path)")) }
    #expect(try !folder.text().contains("accepted"))
  }

  // MARK: Escapes

  @Test func `a secret that JSON escapes is taken out when the recording ends`() async throws {
    let json = ["Content-Type": "application/json"]
    let recording = folder.recording(.newEpisodes, hiding: [.field("access_token")]) { request in
      let name = request.url?.path == "/login" ? "access_token" : "a"
      return try answer(#"{"\#(name)":"tok\/en1234"}"#, to: request, headers: json)
    }
    for path in ["first", "login"] { _ = try await recording.answer(.get("https://example.com/\(path)")) }
    try RecordingFile.end(folder.file.path)
    #expect(try !folder.text().contains("en1234"))
  }

  @Test func `what is hidden already keeps its number when the recording ends`() async throws {
    let recording = folder.recording(.newEpisodes, hiding: [.field("token")]) { request in
      let number = request.url?.lastPathComponent.last ?? "1"
      return try answer(#"{"token":"hunter-\#(number)"}"#, to: request, headers: ["Content-Type": "application/json"])
    }
    for path in ["1", "hunter-1/2", "3"] { _ = try await recording.answer(.get("https://example.com/\(path)")) }
    let bodies = [1, 1, 2].map { #"{"token":"<secret:token:\#($0)>"}"# }
    for _ in 0..<2 {
      #expect(try Set(folder.har().log.entries.map(\.response.content.text)) == Set(bodies))
      try RecordingFile.end(folder.file.path)
    }
  }

  @Test func `secrets that overlap are hidden to the end of the last`() {
    let learned = LearnedSecrets()
    let values = ["abcdef%41x", "xyz123Apqr", "%41pqrstu"]
    learned.learn(values.map { ($0, "a") })
    let matches = learned.matches(in: Array("abcdef%41xyz123%41pqrstu!".utf8))
    #expect(matches.map(\.value) == values)
    #expect(matches.map(\.range) == [0..<10, 10..<21, 21..<24])
  }

  @Test(arguments: ["Bearer 1234567890abcdef", "abcdef1234567890abcdef12"])
  func `of two secrets that overlap in an answer, no rest stays in the file`(text: String) async throws {
    let json = ["Content-Type": "application/json"]
    let recording = folder.recording(.newEpisodes, hiding: [.field("a"), .field("b")]) { request in
      if request.url?.path == "/text" { return try answer(text, to: request, headers: ["Content-Type": "text/plain"]) }
      return try answer(#"{"a":"1234567890","b":"67890abcdef"}"#, to: request, headers: json)
    }
    for path in ["secrets", "text"] { _ = try await recording.answer(.get("https://example.com/\(path)")) }
    try RecordingFile.end(folder.file.path)
    #expect(try !folder.text().contains("67890"))
    #expect(try !folder.text().contains("0abcdef") && !folder.text().contains(">abcdef"))
  }

  @Test func `wherever a text of escapes is cut, the secrets in front of the cut are found where they are`() {
    let learned = LearnedSecrets()
    learned.learn([("tok/en+1", "a")])
    let forms = [
      "tok/en+1", "tok%2Fen%2B1", #"tok\/en\u002B1"#, "tok&#47;en&#x2b;1", #"tok\\u002fen%252B1"#,
      #"\u0026%25;tok%2fen%2b1"#,
    ]
    let parts = forms.flatMap { ["& %", $0, "\\ud83d+%é"] }
    let text = Array(parts.joined().utf8)
    var ends: [Int] = []
    for part in parts {
      let end = (ends.last ?? 0) + part.utf8.count
      ends.append(end)
    }
    for count in 0...text.count {
      let found = learned.matches(in: Array(text.prefix(count)))
      let whole = stride(from: 1, to: parts.count, by: 3).filter { ends[$0] <= count }
      #expect(found.map(\.range.upperBound) == whole.map { ends[$0] }, "\(count)")
    }
  }

  // MARK: Replaying

  @Test(arguments: [RecordingMode.none, .newEpisodes])
  func `what was answered before a secret was learnt is answered after it, too`(mode: RecordingMode) async throws {
    try folder.write(
      """
      {"log":{"entries":[
      {"request":{"method":"GET","url":"https://example.com/me","headers":[{"name":"Cookie","value":"u=alice123"}]},
       "response":{"status":200,"content":{"text":"me"}}},
      {"request":{"method":"GET","url":"https://example.com/avatar/alice123"},
       "response":{"status":200,"content":{"text":"avatar"}}}]}}
      """)
    let recording = folder.recording(mode)
    let avatar = URLRequest.get("https://example.com/avatar/alice123")
    #expect(try await recording.text(avatar) == "avatar")
    #expect(try await recording.text(.get("https://example.com/me", headers: ["Cookie": "u=alice123"])) == "me")
    #expect(try await recording.text(avatar) == "avatar")
  }
}
