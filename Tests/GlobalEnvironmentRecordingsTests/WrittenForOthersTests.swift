import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentRecordings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What other programs read of a file that this package writes.
@Suite(.environment(.mock))
struct WrittenForOthersTests {
  private let folder: RecordingFolder

  init() throws {
    folder = try RecordingFolder()
  }

  /// Records one exchange, and returns its entry as JSON.
  private func entry(
    _ request: URLRequest, hiding secrets: [Secret] = [], headers: [String: String] = [:]
  ) async throws -> [String: Any] {
    _ = try await folder.recording(hiding: secrets) { try answer("real", to: $0, headers: headers) }.answer(request)
    try RecordingFile.end(folder.file.path)
    let file = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.file)) as? [String: Any]
    let entries = (file?["log"] as? [String: Any])?["entries"] as? [[String: Any]]
    return try #require(entries?.first)
  }

  private func postData(_ request: URLRequest, hiding secrets: [Secret] = []) async throws -> [String: Any] {
    let entry = try await entry(request, hiding: secrets)
    return try #require((entry["request"] as? [String: Any])?["postData"] as? [String: Any])
  }

  private func params(_ postData: [String: Any]) -> [[String: String]]? { postData["params"] as? [[String: String]] }

  @Test func `each cookie is a field of its own`() async throws {
    let entry = try await entry(
      .get("https://example.com/a"),
      headers: ["Set-Cookie": "a=1; Expires=Wed, 09 Jun 2032 10:18:14 GMT; HttpOnly, b=2; Path=/, c="])
    let fields = (entry["response"] as? [String: Any])?["headers"] as? [[String: String]]
    #expect(
      fields?.filter { $0["name"] == "Set-Cookie" }.map { $0["value"] } == [
        "a=<secret:Set-Cookie:1>; Expires=Wed, 09 Jun 2032 10:18:14 GMT; HttpOnly", "b=<secret:Set-Cookie:2>; Path=/",
        "c=",
      ])
  }

  @Test func `each cookie replays with the others in one field, as Foundation has it`() async throws {
    _ = try await entry(.get("https://example.com/a"), headers: ["Set-Cookie": "a=1; Path=/, b=2"])
    let answer = try await folder.recording(.none).answer(.get("https://example.com/a"))
    #expect(
      answer?.1.value(forHTTPHeaderField: "Set-Cookie") == "a=<secret:Set-Cookie:1>; Path=/, b=<secret:Set-Cookie:2>")
  }

  @Test func `JSON is written as it was sent`() async throws {
    let sent = #"{"b": 1, "a": "é"}"#
    #expect(try await postData(.post("https://example.com/a", sent))["text"] as? String == sent)
    #expect(try await folder.replayed(.post("https://example.com/a", #"{"a":"\u00e9","b":1}"#)) == "real")
  }

  @Test func `a form is text with its fields`() async throws {
    let data = try await postData(
      .post(
        "https://example.com/a", "user=ana+m%C3%A1&password=hunter2%26&x", type: "application/x-www-form-urlencoded"),
      hiding: [.field("password")])
    #expect((data["text"] as? String)?.hasPrefix("user=ana+m%C3%A1&password=") == true)
    #expect(data["_encoding"] == nil)
    let values = params(data)?.map { "\($0["name"] ?? ""): \($0["value"] ?? "")" }
    #expect(values?.count == 3)
    #expect(values?.first == "user: ana má")
    #expect(values?[1].hasPrefix("password: <secret:password:1") == true)
    #expect(try !folder.text().contains("hunter2"))
  }

  @Test func `a form of parts that are text is text with its fields`() async throws {
    let body = """
      --B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1é\r\n--B\r\nContent-Disposition: form-data; name="f"; \
      filename="f.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--B--\r\n
      """
    let data = try await postData(.post("https://example.com/a", body, type: "multipart/form-data; boundary=B"))
    #expect(data["text"] as? String == body)
    #expect(
      params(data) == [
        ["name": "a", "value": "1é"],
        ["name": "f", "value": "hello", "fileName": "f.txt", "contentType": "text/plain"],
      ])
  }

  @Test func `what the format has no place for begins with an underscore, and is read again`() async throws {
    var request = URLRequest.post("https://example.com/a", "", type: "application/octet-stream")
    request.httpBody = Data([0xFF, 0x00])
    let data = try await postData(request)
    #expect(data["encoding"] == nil)
    #expect(data["_encoding"] as? String == "base64")
    #expect(data["text"] as? String == "/wA=")
    #expect(try folder.har().log.entries.first?.request.postData?.encoding == "base64")
  }

  @Test func `the encoding of a body that an earlier version wrote is read`() async throws {
    try folder.write(
      #"""
      {"log": {"entries": [{"request": {"method": "POST", "url": "https://example.com/a",
       "postData": {"mimeType": "image/png", "text": "/wA=", "encoding": "base64"}},
       "response": {"status": 200, "content": {"size": 3, "text": "one"}}}]}}
      """#)
    var request = URLRequest.post("https://example.com/a", "", type: "image/png")
    request.httpBody = Data([0xFF, 0x00])
    #expect(try await folder.recording(.newEpisodes).text(request) == "one")
  }
}
