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
    _ request: URLRequest, _ body: String = "ok", headers: [String: String] = [:]
  ) async throws -> HAR.Entry {
    let recording = folder.recording(.all, hiding: Self.secrets) { try answer(body, to: $0, headers: headers) }
    _ = try await recording.answer(request)
    return try #require(try folder.har().log.entries.last)
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
      "mytoken=1&a=?", "?tokens=1&mytoken=2",
    ]
  )
  func `what only looks like a named value stays`(text: String) async throws {
    let headers = ["X-Text": text]
    let entry = try await record(.post("https://example.com", text, headers: headers), text, headers: headers)
    #expect(try !folder.text().contains("<secret:"))
    #expect(entry.response.content.text == text)
  }
}
