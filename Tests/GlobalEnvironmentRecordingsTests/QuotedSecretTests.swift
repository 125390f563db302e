import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentRecordings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cookies and header fields whose values stand in quotation marks, which are no part of the secret.
@Suite(.environment(.mock))
struct QuotedSecretTests {
  private let folder: RecordingFolder
  private static let token = "qwertyuiop0123456789"
  private static let headers = ["Content-Type": "application/json", "Set-Cookie": "csrf=\"\(token)\"; Path=/"]

  init() throws {
    folder = try RecordingFolder()
  }

  @Test func `a cookie in quotation marks is hidden without them, in this answer and in others`() async throws {
    let recording = folder.recording(.newEpisodes) { request in
      switch request.url?.path {
      case "/1": try answer(#"{"csrf":"\#(Self.token)"}"#, to: request, headers: Self.headers)
      default: try answer("<input value=\(Self.token)>", to: request, headers: ["Content-Type": "text/html"])
      }
    }
    for path in ["1", "2"] { _ = try await recording.answer(.get("https://example.com/\(path)")) }
    let responses = try folder.har().log.entries.map(\.response)
    let texts = responses.map(\.content.text)
    #expect(texts == [#"{"csrf":"<secret:Set-Cookie:1>"}"#, "<input value=<secret:Set-Cookie:1>>"])
    #expect(responses[0].headers.value(of: "Set-Cookie") == #"csrf="<secret:Set-Cookie:1>"; Path=/"#)
  }

  @Test(arguments: ["Cookie", "X-Session"])
  func `a value in quotation marks comes back without more of them`(name: String) async throws {
    let value = name == "Cookie" ? "a=\"\(Self.token)\"; b=1" : "\"\(Self.token)\""
    let recording = folder.recording(hiding: [.header("X-Session")]) { request in
      try answer(
        #"{"a":"\#(Self.token)","b":\#(value.debugDescription)}"#, to: request,
        headers: ["Content-Type": "application/json"])
    }
    let request = URLRequest.get("https://example.com/1", headers: [name: value])
    let (recorded, _) = try #require(try await recording.answer(request))
    #expect(try !folder.text().contains(Self.token))
    let replayed = try await folder.replayed(request, hiding: [.header("X-Session")])
    #expect(replayed == String(decoding: recorded, as: UTF8.self))
  }

  @Test(arguments: ["Bearer \(token)", "basic \(token)", "\(token)\n", " \(token) ", " Token \(token)\n"])
  func `a field's value is hidden in others without the scheme and the spaces around it`(value: String) async throws {
    let json = try String(decoding: JSONEncoder().encode(["token": value]), as: UTF8.self)
    let recording = folder.recording(hiding: [.field("token")]) { request in
      try answer(request.url?.path == "/1" ? json : "ws?access=\(Self.token)", to: request)
    }
    for path in ["1", "2"] { _ = try await recording.answer(.get("https://example.com/\(path)")) }
    #expect(try folder.har().log.entries.map(\.response.content.text).last == "ws?access=<secret:token:1>")
    #expect(try !folder.text().contains(Self.token))
  }

  @Test(arguments: [#"""#, #""""#, #""a", "b""#])
  func `quotation marks around nothing, or around two values, do no harm`(value: String) async throws {
    let recording = folder.recording(hiding: [.header("X-Session")]) { try answer("ok", to: $0) }
    let request = URLRequest.get("https://example.com/1", headers: ["X-Session": value, "Cookie": "a=\(value)"])
    _ = try await recording.answer(request)
    #expect(try await folder.replayed(request, hiding: [.header("X-Session")]) == "ok")
  }
}
