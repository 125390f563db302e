import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentRecordings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets in bodies that are no text, in which only what is text may have escapes.
@Suite(.environment(.mock))
struct BinarySecretTests {
  private let folder: RecordingFolder
  private static let secrets: [Secret] = [.query("token"), .field("password"), .text("a b", named: "short")]

  init() throws {
    folder = try RecordingFolder()
  }

  /// Records an upload whose text stands between bytes that are none.
  private func written(
    _ text: String, headers: [String: String] = [:], in encoding: String.Encoding = .utf8
  ) async throws -> String {
    let recording = folder.recording(.newEpisodes, hiding: Self.secrets)
    var request = URLRequest.get("https://example.com/1", headers: headers)
    request.httpMethod = "PUT"
    let bytes = try #require(text.data(using: encoding))
    request.httpBody = Data([0x00, 0xFF, 0x80, 0x12]) + bytes + Data([0x00, 0xC3, 0x1F, 0xFE])
    _ = try await recording.answer(request)
    #expect(try await folder.replayed(request, hiding: Self.secrets) == "real")
    let body = try folder.har().log.entries.first?.request.postData?.text
    return String(decoding: try #require(body.flatMap { Data(base64Encoded: $0) }), as: UTF8.self)
  }

  @Test(arguments: [
    "https://a/?token=hunter22", "https:%2F%2Fa%2F%3Ftoken%3Dhunter22%26b=1", #"{"password":"hunter22"}"#,
    #"{\"password\":\"hunter22\"}"#, "https://user:hunter22@example.com/", #"{"a":"https:\/\/user:hunter22@a\/"}"#,
    "x&#47;?token=hunter22&amp;b=1",
  ])
  func `a named value is hidden in the texts of a body that is no text`(text: String) async throws {
    #expect(try await !written(text).contains("hunter22"))
  }

  @Test(arguments: [
    "https://a/?token=café-hunter22 b", "{\"password\":\"pä\u{1}-hunter22\",\"a\":1}",
    #"{\"password\":\"pä-hunter22\",\"a\":1}"#, #"{"password":{"ä":"hunter22","öö":["hunter22"]}}"#,
    "https://user:pä-hunter22@example.com/",
  ])
  func `a named value in another charset is hidden to its end in a body that is no text`(text: String) async throws {
    let written = try await written("aä: \(text)\nnext ä", in: .isoLatin1)
    #expect(written.contains("<secret:") && !written.contains("hunter22") && written.contains("\nnext"))
  }

  @Test(arguments: [
    ("tok/en+1 é", #"tok\/en+1 \u00e9"#), ("tok/en+1 é", "tok%2Fen%2B1%20%C3%A9"), ("tok/en+1 é", "tok/en+1 é"),
    ("tok/en+1 é", "tok&#47;en+1 &#xE9;"), ("x-hunter22", "a x-hunter22 b"), ("x-hunter22", "a b"),
    ("x-hunter22", "a+b"), ("x-hunter22", "a%20b"),
  ])
  func `a value is hidden in the texts of a body that is no text`(value: String, text: String) async throws {
    let written = try await written(text, headers: ["X-Api-Key": value])
    #expect(written.contains("<secret:") && !written.contains(text))
  }

  @Test func `named values are hidden in a form with a file that is no text`() async throws {
    let recording = folder.recording(hiding: Self.secrets)
    var request = URLRequest.get(
      "https://example.com/1", headers: ["Content-Type": "multipart/form-data; boundary=B"])
    request.httpMethod = "POST"
    let parts = [
      "name=\"password\"\r\n\r\nhunter22", "name=\"a\"\r\n\r\n{\"password\": \"hunter33\"}",
      "name=\"b\"\r\n\r\nhttps:%2F%2Fa%2F%3Ftoken%3Dhunter44", "name=\"c\"; filename=\"d\"\r\n\r\n\0\u{1}é\0",
    ].map { "--B\r\nContent-Disposition: form-data; \($0)\r\n" }
    request.httpBody = Data((parts.joined() + "--B--\r\n").utf8) + Data([0xFF])
    _ = try await recording.answer(request)
    let postData = try folder.har().log.entries.first?.request.postData
    let body = try #require(postData?.text.flatMap { Data(base64Encoded: $0) })
    #expect(body.range(of: Data("hunter".utf8)) == nil)
    #expect(body.suffix(10) == request.httpBody?.suffix(10))
    #expect(try await folder.replayed(request, hiding: Self.secrets) == "real")
  }

  @Test func `the texts between other bytes are found, with what they have of Unicode`() {
    let parts: [any Sequence<UInt8>] = ["a=\0\u{1}c%dé\n€😀x".utf8, [0xFF], "y=".utf8, [0xC3], "é&".utf8, [0xE2, 0x82]]
    let bytes = parts.flatMap { Array($0) }
    let texts = TextParts(of: bytes).parts.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    #expect(texts == ["a=", "c%dé\n€😀x", "y=", "é&"])
    #expect(TextParts(of: Array("a\u{7F}\u{1B}b".utf8)).parts.map(\.range) == [0..<4])
  }

  @Test func `texts without a mark, and those of one byte, are no parts`() {
    let bytes = Array("\0abcdef\0=\0&\u{1}a=b\0é".utf8)
    #expect(TextParts(of: bytes).parts.map(\.range) == [12..<15])
  }
}
