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

/// Named values that stand inside of other texts.
@Suite(.environment(.mock))
struct NestedSecretTests {
  let folder: RecordingFolder
  private static let secrets: [Secret] = [.query("token"), .field("pin")]
  private static let form = "application/x-www-form-urlencoded"
  private static let json = "application/json"

  init() throws {
    folder = try RecordingFolder()
  }

  private func record(
    _ request: URLRequest, _ body: String = "ok", headers: [String: String] = [:], hiding secrets: [Secret] = secrets
  ) async throws -> HAR.Entry {
    let recording = folder.recording(.all, hiding: secrets) { try answer(body, to: $0, headers: headers) }
    _ = try await recording.answer(request)
    return try #require(try folder.har().log.entries.last)
  }

  @Test(
    arguments: [
      (.query("api key"), #"{"next":"https://example.com/?api%20key=hunter2"}"#),
      (.query("api key"), #"{"next":"https://example.com/?api+key=hunter2"}"#),
      (.field("auth/token"), #"{"event":"{\"auth\\/token\":\"hunter2\"}"}"#),
      (.field("pin"), #"{"event":"{\"\\u0070in\":\"hunter2\"}"}"#),
      (.query("token"), #"{"search":"https://example.com/find?token=hunter2{&page}"}"#),
    ] as [(Secret, String)]
  )
  func `a name that stands there with escapes, or in front of a template, is one, too`(
    secret: Secret, body: String
  ) async throws {
    let entry = try await record(.post("https://example.com", body, type: Self.json), body, hiding: [secret])
    #expect(entry.request.postData?.text?.contains("secret") == true)
    #expect(try !folder.text().contains("hunter2"))
  }

  @Test func `a form that is not UTF-8 is recorded as it is`() async throws {
    let body = Data("a=".utf8) + [0xE9]
    var request = URLRequest.post("https://example.com", "", type: Self.form)
    request.httpBody = body
    let recording = folder.recording(.all, hiding: Self.secrets) { request in
      try answer("ok", to: request)
    }
    _ = try await recording.answer(request)
    #expect(
      try folder.har().log.entries.last?.request.postData?.text.map { Data(base64Encoded: $0) ?? Data($0.utf8) } == body
    )
  }

  @Test func `bytes that only begin like a placeholder keep no secret from being found`() {
    let bytes = Array("<secret:".utf8) + Array(repeating: 0xFF, count: 40) + Array(":1>hunter2-token".utf8)
    #expect(Placeholder(in: bytes[...]) == nil)
  }

  @Test(
    arguments: [
      (#"payload={"pin":"1234"}&a=b"#, Self.form),
      ("payload=%7B%22pin%22%3A1234%7D&a=b", Self.form),
      ("user%5Bpin%5D=1234&pin[]=12345", Self.form),
      ("a=b&pin=1234", ""),
      ("pin=1234", "text/plain"),
      (#"{"event":"{\"pin\":\"1234\"}"}"#, Self.json),
      (#"{"event":"{\"old\":{\"pin\":[1234,{\"a\":\"12345\"}]}}"}"#, Self.json),
      (#"{"query":"mutation { unlock(pin: \"1234\") { id } }"}"#, Self.json),
      (#"{"query":"mutation { unlock(id: 7, pin: 1234) { id } }"}"#, Self.json),
      (#"{"query":"mutation { unlock(\n  id: 7\n  pin: 1234\n) { id } }"}"#, Self.json),
      (#"{"query":"mutation { unlock(pin: {new: 1234, old: [\"1234\"], kind: ANY}) { id } }"}"#, Self.json),
      (#"{"query":"mutation { unlock(pin: \"\"\"a \"\n1234\"\"\", a: \"b\") { id } }"}"#, Self.json),
      (#"{"next":"https:\/\/example.com\/?page=2&token=1234"}"#, Self.json),
      (#"{"clone":"https://ann:1234@example.com"}"#, Self.json),
    ] as [(String, String)]
  )
  func `a named value inside of another one is hidden in a body`(body: String, type: String) async throws {
    let request = URLRequest.post("https://example.com", body, type: type)
    let text = try await record(request, body).request.postData?.text
    #expect(text?.contains("secret") == true)
    #expect(try !folder.text().contains("1234"))
    #expect(try await folder.replayed(request, hiding: Self.secrets) == body)
  }

  @Test(
    arguments: [
      "pin=it's-1234&a=b", "pin='1234'&a=b", "a=b&pin=ab',''1234",
      #"{"next":"https://example.com/?page=2&token=ab'cd1234"}"#,
      #"{"next":"https://example.com/cb#token=(ab)'!1234&a=b"}"#,
    ]
  )
  func `an apostrophe is a part of a named value`(body: String) async throws {
    let link = ["Link": "<https://example.com/?token=ab'cd1234>; rel=next", "Location": "/cb#token=ab''1234"]
    let request = URLRequest.post("https://example.com", body, type: "")
    _ = try await record(request, body, headers: link)
    #expect(try !folder.text().contains("1234"))
    #expect(try await folder.replayed(request, hiding: Self.secrets) == body)
  }

  @Test(arguments: [
    ("<a href='/?token=", "'>next</a>"), ("go('/?token=", "', 2)"), ("go('/?token=", "') ; a"), ("['/?token=", "']"),
    ("<a href='/?token=", "'/>"), ("See '/?token=", "'."), ("if ('/?token=", "'&& a"),
  ])
  func `an apostrophe around a URL is not a part of its values`(before: String, after: String) async throws {
    let entry = try await record(.get("https://example.com"), before + "ab1234" + after)
    #expect(entry.response.content.text == before + "<secret:token:1>" + after)
  }

  @Test(
    arguments: [
      ("pin[0]=1234&pin[old]=12345&user[pin][0]=12346", form), ("a=b&pin%5B0%5D=1234", ""),
      (
        "--x\r\nContent-Disposition: form-data; name=\"pin[0]\"\r\n\r\n1234\r\n--x--\r\n",
        "multipart/form-data; boundary=x"
      ),
    ] as [(String, String)]
  )
  func `elements of an array and members of an object are hidden in a form and in a query`(body: String, type: String)
    async throws
  {
    let request = URLRequest.post("https://example.com?token%5B0%5D=1234&token[new]=12345", body, type: type)
    _ = try await record(request)
    #expect(try !folder.text().contains("1234"))
    #expect(try await folder.replayed(request, hiding: Self.secrets) == "ok")
  }

  @Test(
    arguments: [
      #"{"next":"https:\/\/example.com\/?token=ab\/cd1234"}"#,
      #"{"next":"https://example.com/?token=ab\u002Bcd1234"}"#,
      #"<a href="https://example.com/?token=ab&#43;cd1234">next</a>"#,
      #"{"event":"{\"webhook\":\"https://example.com/?token=ab&c=1234\"}"}"#,
      #"{"event":"{\"webhook\":[\"ab\",\"ab-1234"#,
      "{\"webhook\":\"ab-1234\nab1234\"}",
    ]
  )
  func `a named value is hidden as a whole with escapes or names in it, or without an end`(body: String) async throws {
    _ = try await record(.get("https://example.com"), body, hiding: [.query("token"), .field("webhook")])
    #expect(try folder.text().contains("<secret:"))
    #expect(try !folder.text().contains("1234"))
  }

  @Test(
    arguments: [
      (
        "multipart/form-data; boundary=x",
        "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n{\"pin\": 1234}\r\n--x--\r\n"
      ),
      ("application/json; charset=iso-8859-1", "{\"name\":\"Ren\u{E9}\",\"pin\":1234}"),
    ]
  )
  func `a named field of JSON is hidden in a part of a form, and in bytes that are not UTF-8`(
    type: String, body: String
  ) async throws {
    var request = URLRequest.post("https://example.com", "", type: type)
    request.httpBody = Data(body.unicodeScalars.map { UInt8($0.value) })
    let data = try await record(request).request.postData
    let recorded = try #require(BodyText.body(data?.text ?? "", encoding: data?.encoding, mimeType: type))
    let expected = body.replacing("1234", with: "<secret:pin:1:number>")
    #expect(recorded == Data(expected.unicodeScalars.map { UInt8($0.value) }))
    #expect(try await folder.replayed(request, hiding: Self.secrets) == "ok")
  }

  @Test(
    arguments: [
      "https://example.com/?next=https%3A%2F%2Fexample.com%2F%3Ftoken%3D1234",
      "https://example.com/?variables=%7B%22pin%22%3A1234%7D",
      "https://example.com/?token%5B%5D=1234",
      "https://example.com/?a=1?token=1234",
      "https://example.com/#token=1234",
      "https://example.com/#/login?token=1234",
    ]
  )
  func `a named value inside of another one is hidden in a URL`(url: String) async throws {
    _ = try await record(.get(url))
    #expect(try !folder.text().contains("1234"))
    #expect(try await folder.replayed(.get(url), hiding: Self.secrets) == "ok")
  }

  @Test(
    arguments: [
      "https://example.com/?next=https%3A%2F%2Fann%3A1234%40example.com",
      "https://example.com/?next=https://ann:1234@example.com/", "https://example.com/#https://ann:1234@example.com",
      "https://example.com/proxy/https://ann:1234@example.com/",
      "https://example.com/?a=%3Fnext%3Dhttps%253A%252F%252Fann%253A1234%2540example.com",
    ]
  )
  func `a user and a password inside of a URL or of a form are hidden`(url: String) async throws {
    let form = "next=\(url.replacing("https://example.com/", with: "").formEncoded)"
    let request = URLRequest.post(url, form, type: Self.form, headers: ["Referer": url])
    _ = try await record(request, hiding: [])
    #expect(try !folder.text().contains("1234"))
    #expect(try await folder.replayed(request, hiding: []) == "ok")
  }

  @Test(
    arguments: [
      ("Link", "<https://example.com/?page=2&token=1234>; rel=\"next\""),
      ("Refresh", "0; url=https://example.com/?token=1234"),
      ("Location", "https://example.com/app#token=1234&state=a"),
      ("X-Origin", "https://ann:1234@example.com"),
      ("X-State", #"{"pin":1234}"#),
    ]
  )
  func `a named value is hidden in any header field`(name: String, value: String) async throws {
    let headers = try await record(.get("https://example.com"), headers: [name: value]).response.headers
    #expect(headers.value(of: name)?.contains("<secret:") == true)
    #expect(try !folder.text().contains("1234"))
  }

  @Test(
    arguments: [
      "if (a&&token==b) { url = `?token=${b}` }", "ssh://git@example.com/a", "me@example.com: http://example.com",
      #"{"token": "1234", "pin": null, "pins": 1}"#, "token=1234 pin: 1234", "query($pin: String!) { a(pin: $pin) }",
      "{ pin: String, token: [ID!] }", "mytoken=1&a=?", "?tokens=1&mytoken=2",
    ]
  )
  func `what only looks like a named value stays`(text: String) async throws {
    let headers = ["X-Text": text]
    let entry = try await record(.post("https://example.com", text, headers: headers), text, headers: headers)
    #expect(try !folder.text().contains("<secret:"))
    #expect(entry.response.content.text == text)
  }

  @Test(
    arguments: [
      #"{"payload":"{\"pins\":[\"line 1\\nline 2\",\"b\"],\"region\":\"eu\"}","title":"x"}"#,
      #"{"payload":"{\"pins\":[\"with \\\" in it\",\"b\"],\"region\":\"eu\"}","title":"x"}"#,
      #"{"pins":["with %22 in it","b"],"region":"eu","title":"x"}"#,
      #"{"payload":"{\"pins\":{\"a\":\"with &quot; in it\"},\"region\":\"eu\"}","title":"x"}"#,
    ]
  )
  func `nothing is hidden behind the end of a secret list whose texts have escapes`(body: String) async throws {
    let request = URLRequest.post("https://example.com", body, type: Self.json)
    let entry = try await record(request, body, hiding: [.field("pins")])
    let text = try #require(entry.response.content.text)
    #expect(text.contains("region") && text.contains("title") && text.contains("eu"))
    #expect(!text.contains("line 1") && !text.contains("in it"))
    #expect(try await folder.replayed(request, hiding: [.field("pins")]) == body)
  }

  @Test(arguments: ["password=hunter2-S&name=John Smith", "password=hunter2-S\n", #"password=hunter2-S&q="x""#])
  func `a form without a content type has secrets from its beginning`(body: String) async throws {
    var request = URLRequest.post("https://example.com", body)
    request.setValue(nil, forHTTPHeaderField: "Content-Type")
    let entry = try await record(request, "echo: hunter2-S", hiding: [.field("password")])
    #expect(entry.request.postData?.text == body.replacing("hunter2-S", with: "<secret:password:1>"))
    #expect(entry.response.content.text == "echo: <secret:password:1>")
  }

  @Test func `a form whose JSON has escapes comes back with them`() async throws {
    let body = "data=%7B%22pin%22%3A%22a%5C%22b-secret%5Cn%22%7D"
    let request = URLRequest.post("https://example.com", body, type: Self.form)
    _ = try await record(request, body, hiding: [.field("pin")])
    #expect(try !folder.text().contains("b-secret"))
    #expect(try await folder.replayed(request, hiding: [.field("pin")]) == body)
  }
}
