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

/// How a secret is written in a replayed answer.
@Suite(.environment(.mock))
struct RestoredEscapesTests {
  let folder: RecordingFolder
  private static let secrets: [Secret] = [.query("token"), .field("pin")]

  init() throws {
    folder = try RecordingFolder()
  }

  /// Records an answer to a request with a key, and replays it.
  private func replay(_ body: String, headers: [String: String] = [:], _ key: String) async throws -> (
    String, HTTPURLResponse
  ) {
    let request = URLRequest.get("https://example.com", headers: ["X-Api-Key": key])
    let recording = folder.recording(.all, hiding: Self.secrets) { try answer(body, to: $0, headers: headers) }
    _ = try await recording.answer(request)
    let (data, head) = try #require(try await folder.recording(.none, hiding: Self.secrets).answer(request))
    return (String(decoding: data, as: UTF8.self), head)
  }

  @Test(
    arguments: [
      #"{"next":"https://example.com/?a=a%22b%5Cc%2B%3C%26%2Fd&page=2"}"#,
      #"{"next":"/?a=%2Fcb%3Fb%3Da%2522b%255Cc%252B%253C%2526%252Fd"}"#,
      #"{"key":"a\"b\\c+<&/d"}"#, #"{"inner":"{\"key\":\"a\\\"b\\\\c+<&/d\"}"}"#,
      #"{"html":"<p title=\"a&quot;b\\c+&lt;&amp;/d\">"}"#, #"data: {"key":"a\"b\\c+<&/d"}"#,
      #"<p title="a&quot;b\c+&lt;&amp;/d">"#, #"<a href="/?a=a%22b%5Cc%2B%3C%26%2Fd">"#, #"plain a"b\c+<&/d"#,
    ]
  )
  func `a secret comes back with the escapes that it had in a body`(body: String) async throws {
    #expect(try await replay(body, #"a"b\c+<&/d"#).0 == body)
    let recorded = try folder.har().log.entries.first?.response.content.text
    #expect(recorded?.contains("<secret:X-Api-Key:1") == true)
  }

  @Test(
    arguments: [
      #"DOMAIN\sesame-1234"#, #"{"user":"DOMAIN\\sesame-1234"}"#, #"{"a":"{\"user\":\"DOMAIN\\\\sesame-1234\"}"}"#,
    ]
  )
  func `a backslash in front of a secret stays`(body: String) async throws {
    #expect(try await replay(body, "sesame-1234").0 == body)
  }

  @Test(arguments: [#"[a"b\c+<&/d]"#, #"{a"b\c+<&/d}"#])
  func `a secret in a text that only looks like JSON gets no escapes`(body: String) async throws {
    #expect(try await replay(body, #"a"b\c+<&/d"#).0 == body)
  }

  @Test(
    arguments: [
      #"{"next":"https://example.com/?token=ab%2Fcd%2Fef%3D%3D&page=2"}"#, #"{"inner":"{\"pin\":\"ab\\\"cd\"}"}"#,
      #"data: {"pin":"ab\"cd"}"#, #"<a href="/?token=ab%2Fcd%2Fef%3D%3D">"#, "a=b&pin=a%2Bb+c%3D%3D",
    ]
  )
  func `a named secret comes back with the escapes that it had in a body`(body: String) async throws {
    let request = URLRequest.post("https://example.com", body, type: "text/plain")
    let recording = folder.recording(.all, hiding: Self.secrets) { try answer(body, to: $0) }
    _ = try await recording.answer(request)
    #expect(try folder.har().log.entries.first?.response.content.text?.contains("<secret:") == true)
    #expect(try await folder.replayed(request, hiding: Self.secrets) == body)
  }

  @Test(
    arguments: [
      ("Location", "/keys/ab/cd/ef==/x"), ("Location", "/?a=ab%2Fcd%2Fef%3D%3D"), ("Location", "/?a=ab/cd/ef=="),
      ("Location", "/?a=%2Fcb%3Fb%3Dab%252Fcd%252Fef%253D%253D"), ("Link", "</?a=ab%2Fcd%2Fef%3D%3D&page=2>"),
      ("Location", "/cb#a=ab/cd/ef=="), ("X-Echo", "ab/cd/ef=="),
    ] as [(String, String)]
  )
  func `a secret comes back with the escapes that it had in a header field`(name: String, value: String) async throws {
    #expect(try await replay("", headers: [name: value], "ab/cd/ef==").1.value(forHTTPHeaderField: name) == value)
    #expect(try folder.har().log.entries.first?.response.headers.value(of: name)?.contains("<secret:") == true)
  }

  @Test func `a value in Base64 comes back with the escapes that it had`() async throws {
    let secrets = [Secret.field("pin")]
    let recording = folder.recording(.all, hiding: secrets) { request in
      try answer(request.url?.path == "/1" ? #"{"pin":"a+b c~~~"}"# : #"{"next":"/?a=YStiIGN%2Bfn4%3D"}"#, to: request)
    }
    _ = try await recording.answer(.get("https://example.com/1"))
    _ = try await recording.answer(.get("https://example.com/2"))
    #expect(try folder.text().contains(":base64:u>"))
    let given: [Secret] = [.field("pin", replayedAs: "a+b c~~~")]
    #expect(
      try await folder.replayed(.get("https://example.com/2"), hiding: given) == #"{"next":"/?a=YStiIGN%2Bfn4%3D"}"#)
  }

  @Test func `an answer in a form has the escapes of a form`() async throws {
    let form = "application/x-www-form-urlencoded"
    let request = URLRequest.post("https://example.com", "pin=a%2Bb+c%3D%3D", type: form)
    let recording = folder.recording(.all, hiding: Self.secrets) {
      try answer("pin=a%2Bb+c%3D%3D", to: $0, headers: ["Content-Type": form])
    }
    _ = try await recording.answer(request)
    #expect(try await folder.replayed(request, hiding: Self.secrets) == "pin=a%2Bb+c%3D%3D")
  }

  @Test(
    arguments: [
      (#"{"next":"/car?page=2&token=Sekrit99x"}"#, #"{"next":"/car?page=2&token=a%22b%5Cc%2B%2F%3D%26d"}"#),
      (#"<a href="/?a=1&amp;token=Sekrit99x">"#, #"<a href="/?a=1&amp;token=a%22b%5Cc%2B%2F%3D%26d">"#),
      (#"{"next":"/?a=1\u0026token=Sekrit99x"}"#, #"{"next":"/?a=1\u0026token=a%22b%5Cc%2B%2F%3D%26d"}"#),
      (#"data: {"t": "Sekrit99x"}"#, #"data: {"t": "a\"b\\c+/=&d"}"#),
      (#"<script>{"t":["Sekrit99x"]}</script>"#, #"<script>{"t":["a\"b\\c+/=&d"]}</script>"#),
      (#"{"d":"{\"t\":\"Sekrit99x\"}"}"#, #"{"d":"{\"t\":\"a\\\"b\\\\c+/=&d\"}"}"#),
      (#"data: {"d":"{\"t\":\"Sekrit99x\"}"}"#, #"data: {"d":"{\"t\":\"a\\\"b\\\\c+/=&d\"}"}"#),
      (#"say "Sekrit99x""#, #"say "a"b\c+/=&d""#), (#"{"t":"Sekrit99x"}"#, #"{"t":"a\"b\\c+/=&d"}"#),
    ]
  )
  func `a secret has escapes for its place that the recorded one did not need`(
    recorded: String, replayed: String
  ) async throws {
    let recording = folder.recording(hiding: Self.secrets) { try answer(recorded, to: $0) }
    _ = try await recording.answer(.get("https://example.com/car?token=Sekrit99x"))
    let request = URLRequest.get("https://example.com/car?token=a%22b%5Cc%2B%2F%3D%26d")
    #expect(try await folder.replayed(request, hiding: Self.secrets) == replayed)
  }

  @Test func `a secret has the escapes of a form or of a Link that the recorded one did not need`() async throws {
    let headers = ["Content-Type": "application/x-www-form-urlencoded", "Link": "</car?token=Sekrit99x>"]
    let recording = folder.recording(hiding: Self.secrets) { try answer("t=Sekrit99x&a=1", to: $0, headers: headers) }
    _ = try await recording.answer(.get("https://example.com/car?token=Sekrit99x"))
    let request = URLRequest.get("https://example.com/car?token=ab%2Bcd%2Fx%3D%3D%26y")
    let (body, head) = try #require(try await folder.recording(.none, hiding: Self.secrets).answer(request))
    #expect(String(decoding: body, as: UTF8.self) == "t=ab%2Bcd%2Fx%3D%3D%26y&a=1")
    #expect(head.value(forHTTPHeaderField: "Link") == "</car?token=ab%2Bcd%2Fx%3D%3D%26y>")
  }

  @Test func `a value that is written with the escapes of URLs already gets no more of them`() async throws {
    let headers = ["Cookie": "a=ab%2Fcd%2Fef%3D%3D"]
    let body = #"{"next":"/?a=ab%2Fcd%2Fef%3D%3D"}"#
    let recording = folder.recording { try answer(body, to: $0) }
    _ = try await recording.answer(.get("https://example.com", headers: headers))
    #expect(try folder.har().log.entries.first?.response.content.text?.contains("<secret:") == true)
    #expect(try await folder.replayed(.get("https://example.com", headers: headers)) == body)
  }

  @Test func `placeholders of an earlier version, which name no escapes, are read`() async throws {
    try folder.write(
      #"""
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://example.com/"},
       "response": {"status": 200, "headers": [{"name": "Location", "value": "/?a=<secret:X-Api-Key:1>"}], "content":
        {"text": "{\"a\":\"<secret:X-Api-Key:1>\",\"b\":\"YWFh<secret:X-Api-Key:1:base64in>\"}"}}}]}}
      """#)
    let request = URLRequest.get("https://example.com/", headers: ["X-Api-Key": #"a"b/c+"#])
    let (data, head) = try #require(try await folder.recording(.none).answer(request))
    #expect(String(decoding: data, as: UTF8.self) == #"{"a":"a\"b/c+","b":"YWFhYSJiL2Mr"}"#)
    #expect(head.value(forHTTPHeaderField: "Location") == "/?a=a%22b%2Fc%2B")
  }
}
