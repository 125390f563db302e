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

/// What must not be in the file.
@Suite(.environment(.mock))
struct RecordingSecretTests {
  let folder: RecordingFolder
  static let json = ["Content-Type": "application/json"]

  init() throws {
    folder = try RecordingFolder()
  }

  private func record(
    _ request: URLRequest, hiding secrets: [Secret] = [], _ body: String = "ok",
    headers: [String: String] = Self.json
  ) async throws -> HAR.Entry {
    let recording = folder.recording(.all, hiding: secrets) { try answer(body, to: $0, headers: headers) }
    _ = try await recording.answer(request)
    return try #require(try folder.har().log.entries.last)
  }

  // MARK: Places

  @Test(arguments: ["Authorization", "proxy-authorization", "Cookie", "X-API-KEY"])
  func `these headers are always hidden`(name: String) async throws {
    let request = URLRequest.get("https://example.com", headers: [name: "a=hunter2; hunter2"])
    _ = try await record(request)
    #expect(try !folder.text().contains("hunter2"))
    #expect(try await folder.replayed(.get("https://example.com")) == "ok")
  }

  @Test func `a placeholder names the secret and counts its values`() async throws {
    let entry = try await record(
      .get("https://example.com", headers: ["Authorization": "Bearer hunter2", "Cookie": "a=1; b=2"]))
    #expect(entry.request.headers.value(of: "Authorization") == "<secret:Authorization:1>")
    #expect(entry.request.headers.value(of: "Cookie") == "a=<secret:Cookie:1>; b=<secret:Cookie:2>")
  }

  @Test func `cookies that are set keep their names and attributes`() async throws {
    let cookies =
      "sid=hunter2; Path=/; Expires=Wed, 05 Mar 2025 09:12:44 GMT; HttpOnly, t=hunter3; Secure; k=hunter4, hunter5"
    let entry = try await record(.get("https://example.com"), headers: ["Set-Cookie": cookies])
    #expect(
      entry.response.headers.filter(\.setsCookie).map(\.value) == [
        "sid=<secret:Set-Cookie:1>; Path=/; Expires=Wed, 05 Mar 2025 09:12:44 GMT; HttpOnly",
        "t=<secret:Set-Cookie:2>; Secure; k=<secret:Set-Cookie:3>",
      ])
  }

  @Test func `a user and a password in a URL are hidden`() async throws {
    let entry = try await record(.get("https://ann:hunter2@example.com/a@b"))
    #expect(entry.request.url == "https://%3Csecret:userinfo:1%3E@example.com/a@b")
    #expect(try await folder.replayed(.get("https://bob:other@example.com/a@b")) == "ok")
  }

  @Test func `a named query item is hidden, and ignored on replay`() async throws {
    let secrets = [Secret.query("api_key")]
    let entry = try await record(.get("https://example.com/?page=1&API_key=hunter%202#x"), hiding: secrets)
    #expect(entry.request.url == "https://example.com/?page=1&API_key=%3Csecret:api_key:1%3E#x")
    #expect(try !folder.text().contains("hunter"))
    #expect(try await folder.replayed(.get("https://example.com/?api_key=z&page=1"), hiding: secrets) == "ok")
    #expect(try await folder.replayed(.get("https://example.com/?page=1"), hiding: secrets) == "ok")
    #expect(try await folder.replayed(.get("https://example.com/?page=2"), hiding: secrets) == nil)
  }

  @Test func `a named header is hidden in requests and answers`() async throws {
    let request = URLRequest.get("https://example.com", headers: ["x-session": "hunter2"])
    let entry = try await record(request, hiding: [.header("X-Session")], headers: ["X-SESSION": "hunter3"])
    #expect(entry.request.headers.value(of: "X-Session") == "<secret:X-Session:1>")
    #expect(entry.response.headers.value(of: "X-Session") == "<secret:X-Session:2>")
  }

  @Test(
    arguments: [
      (#"{"a": [{"PIN": "1"}]}"#, #"{"a": [{"PIN": "<secret:pin:1>"}]}"#),
      (#"{"pin": 12.5e3, "x": 1}"#, #"{"pin": "<secret:pin:1:number>", "x": 1}"#),
      (#"{"pin": true, "x": null}"#, #"{"pin": "<secret:pin:1:bool>", "x": null}"#),
      (#"{"pin": null}"#, #"{"pin": null}"#),
      (#"{"p\u0069n": "\"\\"}"#, #"{"p\u0069n": "<secret:pin:1>"}"#),
      (
        #"{"pin": {"a": "b", "c": ["d", 1]}, "e": "f"}"#,
        #"{"pin": {"a": "<secret:pin:1>", "c": ["<secret:pin:2>", "<secret:pin:3:number>"]}, "e": "f"}"#
      ),
      (#"data: {"pin":"x"}"#, #"data: {"pin":"<secret:pin:1>"}"#),
      ("{\"pin\":\"x\"}\n{\"pin\":\"y\"}", "{\"pin\":\"<secret:pin:1>\"}\n{\"pin\":\"<secret:pin:2>\"}"),
      (#"{"pin":"x","#, #"{"pin":"<secret:pin:1>","#), (#"{"a":"pin","b":"c"}"#, #"{"a":"pin","b":"c"}"#),
      (#"{"pin":"7c9e-74"#, #"{"pin":"<secret:pin:1>"#), (#"{"pin":["b, 1"#, #"{"pin":["<secret:pin:1>"#),
      (#"{"pin":"#, #"{"pin":"#), (#"say "hi"#, #"say "hi"#), (#"{"pin":[],"a":"b"}"#, #"{"pin":[],"a":"b"}"#),
    ] as [(String, String)]
  )
  func `a named field of JSON is hidden at any depth, and in JSON that breaks off`(body: String, hidden: String)
    async throws
  {
    let entry = try await record(.get("https://example.com"), hiding: [.field("pin")], body)
    #expect(entry.response.content.text == hidden)
  }

  @Test func `a named field of a form is hidden, and ignored on replay`() async throws {
    let type = "application/x-www-form-urlencoded"
    let request = URLRequest.post("https://example.com", "user=ann&password=hunter+2%26", type: type)
    let entry = try await record(request, hiding: [.field("password")])
    #expect(entry.request.postData?.text == "user=ann&password=<secret:password:1:f>")
    let other = URLRequest.post("https://example.com", "password=x&user=ann", type: type)
    #expect(try await folder.recording(.newEpisodes, hiding: [.field("password")]).text(other) == "ok")
    #expect(folder.requests.count == 1)
  }

  @Test func `a named part of a form is hidden`() async throws {
    let body = """
      --x\r\nContent-Disposition: form-data; name="a"\r\n\r\nkept\r\n--x\r\nContent-Disposition: form-data; \
      name="password"\r\n\r\nhunter2\r\nhunter3\r\n--x--\r\n
      """
    let request = URLRequest.post("https://example.com", body, type: "multipart/form-data; boundary=x")
    let entry = try await record(request, hiding: [.field("password")])
    let text = entry.request.postData?.text
    #expect(text == body.replacing("hunter2\r\nhunter3", with: "<secret:password:1>"))
  }

  @Test(arguments: ["multipart/form-data; boundary=x", "multipart/form-data", "multipart/form-data; boundary=y"])
  func `a named part of a damaged form is hidden`(type: String) async throws {
    let body = "--x\r\nContent-Disposition: attachment; name=password\r\n\r\nhunter2\r\n"
    let entry = try await record(.post("https://example.com", body, type: type), hiding: [.field("password")])
    let text = entry.request.postData?.text
    #expect(text == body.replacing("hunter2\r\n", with: "<secret:password:1>"))
  }

  @Test(arguments: [
    "Content-Disposition: form-data;\r\n name=\"password\"", "Content-Disposition : form-data; name=\"password\"",
    #"Content-Disposition: form-data; filename="C:\tmp\"; name="password""#,
  ])
  func `a named part is hidden however its head is written`(head: String) async throws {
    let body = "--x\r\n\(head)\r\n\r\nhunter2\r\n--x--\r\n"
    let request = URLRequest.post("https://example.com", body, type: "multipart/form-data; boundary=x")
    let entry = try await record(request, hiding: [.field("password")])
    let text = entry.request.postData?.text
    #expect(text == body.replacing("hunter2", with: "<secret:password:1>"))
  }

  @Test func `a secret in a query whose bytes are no text is hidden wherever else it occurs`() async throws {
    let request = URLRequest.post("https://example.com/?token=abc%fe%12xyz", #"{"copy":"abc%fe%12xyz"}"#)
    let entry = try await record(request, hiding: [.query("token")])
    #expect(entry.request.postData?.text == #"{"copy":"<secret:token:1>"}"#)
  }

  @Test func `a field of a JSON body is ignored on replay`() async throws {
    let secrets = [Secret.field("password")]
    _ = try await record(.post("https://example.com", #"{"user":"ann","password":"hunter2"}"#), hiding: secrets)
    let recording = folder.recording(.newEpisodes, hiding: secrets)
    #expect(try await recording.text(.post("https://example.com", #"{"password":"other","user":"ann"}"#)) == "ok")
    #expect(try await recording.text(.post("https://example.com", #"{"user":"ann"}"#)) == "ok")
    #expect(folder.requests.count == 1)
  }

  // MARK: Elsewhere

  @Test func `a secret is hidden wherever else it occurs`() async throws {
    let request = URLRequest.post(
      "https://example.com/t/tok%2Fen%2B1?x=tok%2Fen%2B1", #"{"copy":"tok\/en+1"}"#,
      headers: ["Authorization": "Bearer tok/en+1", "Referer": "https://a/tok/en+1"])
    _ = try await record(
      request, #"{"token": "tok/en+1", "urls": ["https://a/?t=tok%2Fen%2B1", "?u=%3Ft=tok%252Fen%252B1"]}"#,
      headers: ["Location": "/next?t=tok/en%2B1", "X-Echo": "tok/en+1"])
    let text = try folder.text()
    #expect(!text.contains("tok/en"))
    #expect(!text.contains(#"tok\\/en"#))
    #expect(!text.contains("tok%2Fen%2B1") && !text.contains("tok%252Fen"))
  }

  @Test func `the password of basic authentication is hidden elsewhere`() async throws {
    let basic = "Basic " + Data("ann:hunter2".utf8).base64EncodedString()
    let entry = try await record(
      .get("https://example.com", headers: ["Authorization": basic]), "your password is hunter2")
    #expect(entry.response.content.text == "your password is <secret:Authorization:3>")
  }

  @Test func `a short secret is not looked for, a known text is`() async throws {
    let request = URLRequest.get("https://example.com/test?k=test&z=qq", headers: ["X-Api-Key": "test"])
    let entry = try await record(request, hiding: [.text("qq", named: "zed")])
    #expect(entry.request.url == "https://example.com/test?k=test&z=%3Csecret:zed:1%3E")
  }

  @Test func `of two texts that begin alike, the longer one is hidden`() async throws {
    let entry = try await record(
      .get("https://example.com"), hiding: [.text("12", named: "a"), .text("1234", named: "pin")], "no. 1234, 12")
    #expect(entry.response.content.text == "no. <secret:pin:1>, <secret:a:1>")
  }

  @Test func `a number is hidden as a whole only, so that JSON stays JSON`() async throws {
    let entry = try await record(
      .post("https://example.com", #"{"card":"123456"}"#), hiding: [.field("card")],
      #"{"a":123456,"b":91234567,"c":"no. 123456"}"#)
    #expect(entry.response.content.text == #"{"a":"<secret:card:1:number>","b":91234567,"c":"no. <secret:card:1>"}"#)
  }

  @Test(arguments: ["7c9e6679-7425", "12345678-7425", "8ab-123"])
  func `a secret that begins with digits is hidden in a text that only begins like JSON`(secret: String) async throws {
    let request = URLRequest.get("https://example.com", headers: ["X-Api-Key": secret])
    let entry = try await record(request, "[INFO] key \(secret)-1")
    #expect(entry.response.content.text == "[INFO] key <secret:X-Api-Key:1>-1")
    #expect(try await folder.replayed(request) == "[INFO] key \(secret)-1")
  }

  @Test func `a secret that is called secret leaves placeholders whole`() async throws {
    let entry = try await record(
      .get("https://example.com", headers: ["X-Api-Key": "secret", "Authorization": "Bearer Authorization"]),
      "my secret")
    #expect(entry.response.content.text == "my <secret:X-Api-Key:1>")
    #expect(entry.request.headers.value(of: "X-Api-Key") == "<secret:X-Api-Key:1>")
  }

  @Test func `a secret in binary data is hidden`() async throws {
    let recording = folder.recording { request in
      (Data([0xFF, 0]) + Data("hunter2".utf8), try answer("", to: request).1)
    }
    let request = URLRequest.get("https://example.com", headers: ["X-Api-Key": "hunter2"])
    _ = try await recording.answer(request)
    let body = try #require(Data(base64Encoded: try folder.har().log.entries[0].response.content.text ?? ""))
    #expect(body == Data([0xFF, 0]) + Data("<secret:X-Api-Key:1>".utf8))
    #expect(try await folder.recording(.none).answer(request)?.0 == Data([0xFF, 0]) + Data("hunter2".utf8))
  }

  @Test(arguments: [#"\""#, "\"", "<secret:", "%3Csecret:", "\\", "{\"pin\":", "\"pin\" ", ",\n ", "%2"])
  func `5 KB of what begins and never ends are hidden and matched`(part: String) async throws {
    let hostile = "{\"pin\":\"" + String(repeating: part, count: 5_000 / part.utf8.count)
    let request = URLRequest.post(
      "https://example.com", hostile, headers: ["Authorization": "Bearer \"\"\"\"\"\"", "X-Api-Key": "<secret"])
    let secrets = [Secret.field("pin"), .text("%%%%%%%%", named: "percent")]
    _ = try await record(request, hiding: secrets, hostile, headers: ["Set-Cookie": String(hostile.prefix(2_500))])
    #expect(try await folder.recording(.none, hiding: secrets).answer(request) != nil)
  }

  // MARK: Restoring

  @Test func `on replay an answer has what the replaying request carries`() async throws {
    let secrets = [Secret.field("card"), .query("key")]
    func request(_ card: String, _ key: String) -> URLRequest {
      .post("https://example.com?key=\(key)", #"{"card":"\#(card)"}"#)
    }
    _ = try await record(
      request("12345678", "hunter2"), hiding: secrets, #"{"card":"12345678","n":12345678}"#,
      headers: ["Location": "/?key=hunter2", "Content-Length": "999"])
    let (data, response) = try #require(
      try await folder.recording(.none, hiding: secrets).answer(request(#"9\"9"#, "new%20key")))
    #expect(String(decoding: data, as: UTF8.self) == #"{"card":"9\"9","n":0}"#)
    #expect(response.value(forHTTPHeaderField: "Location") == "/?key=new%20key")
    #expect(response.value(forHTTPHeaderField: "Content-Length") == String(data.count))
  }

  @Test func `on replay an answer has the value that the user gives`() async throws {
    let body = #"{"token":"hunter2","pin":1234,"ok":true}"#
    _ = try await record(.get("https://example.com"), hiding: [.field("token"), .field("pin"), .field("ok")], body)
    let given: [Secret] = [
      .field("token", replayedAs: "a\"b"), .field("pin", replayedAs: "7"), .field("ok", replayedAs: "x"),
    ]
    #expect(
      try await folder.replayed(.get("https://example.com"), hiding: given) == #"{"token":"a\"b","pin":7,"ok":false}"#)
  }

  @Test(arguments: ["0000", "+5", ".5", "0x1F", "nan"])
  func `on replay what is no number of JSON stays out of it`(pin: String) async throws {
    let secrets = [Secret.field("pin")]
    _ = try await record(.post("https://example.com", #"{"pin":1234}"#), hiding: secrets, #"{"pin":1234}"#)
    let request = URLRequest.post("https://example.com", #"{"pin":"\#(pin)"}"#)
    #expect(try await folder.replayed(request, hiding: secrets) == #"{"pin":0}"#)
  }

  @Test func `a secret that nobody knows stays a placeholder`() async throws {
    _ = try await record(.get("https://example.com"), hiding: [.field("token")], #"{"token":"hunter2"}"#)
    #expect(try await folder.replayed(.get("https://example.com")) == #"{"token":"<secret:token:1>"}"#)
  }

  @Test func `a placeholder that the app sends back matches`() async throws {
    let recording = folder.recording(.all, hiding: [.field("id")]) { request in
      try answer(request.url?.path == "/login" ? #"{"id":"hunter22"}"# : "me", to: request, headers: Self.json)
    }
    _ = try await recording.answer(.post("https://example.com/login", "{}"))
    _ = try await recording.answer(.post("https://example.com/me", #"{"id":"hunter22"}"#))
    let replay = folder.recording(.newEpisodes, hiding: [.field("id")])
    _ = try await replay.answer(.post("https://example.com/login", "{}"))
    #expect(try await replay.text(.post("https://example.com/me", #"{"id":"<secret:id:1>"}"#)) == "me")
    #expect(folder.requests.count == 2)
  }

  @Test func `the descriptions of recorded requests show no secret`() async throws {
    _ = try await record(.get("https://example.com/a?key=hunter2"), hiding: [.query("key")])
    let recording = folder.recording(.none, hiding: [.query("key")])
    let text = recording.nearest(to: .get("https://u:hunter3@example.com/b?key=hunter4")).joined()
    #expect(text.contains("https://example.com/b"))
    #expect(!text.contains("hunter"))
  }
}
