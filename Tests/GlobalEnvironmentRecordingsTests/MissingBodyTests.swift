import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentRecordings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers that a browser has exported without their bodies.
@Suite(.environment(.mock))
struct MissingBodyTests {
  private let folder: RecordingFolder

  init() throws {
    folder = try RecordingFolder()
  }

  @Test func `a body that was not exported is empty, which is an issue once`() async throws {
    let recording = fixture("firefox.har")
    try await withKnownIssue {
      let text = try await recording.text(.get("https://shop.example.org/cached"))
      #expect(text == "")
    } matching: {
      $0.description.contains("has no body for GET https://shop.example.org/cached")
    }
    #expect(try await recording.text(.get("https://shop.example.org/cached")) == "")
  }

  @Test func `a body that was not exported is still missing when the file is written anew`() async throws {
    let fixtures = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(component: "HARFixtures")
    try folder.write(try String(contentsOf: fixtures.appending(component: "firefox.har"), encoding: .utf8))
    _ = try await folder.recording(.newEpisodes).answer(.get("https://shop.example.org/other"))
    try RecordingFile.end(folder.file.path)
    let recording = folder.recording(.none)
    try await withKnownIssue {
      let text = try await recording.text(.get("https://shop.example.org/cached"))
      #expect(text == "")
    } matching: {
      $0.description.contains("has no body for GET")
    }
  }

  @Test(arguments: [
    (#"[]"#, #""size": 100, "mimeType": "text/plain", "text": "abc""#, "is not the 100 bytes"),
    (
      #"[{"name": "Content-Encoding", "value": "gzip"}]"#,
      #""text": "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA==", "encoding": "base64""#, "is still compressed"
    ),
    (#"[]"#, #""mimeType": "text/plain; charset=x-none", "text": "\u00e9\u00e9", "size": 3"#, "may be other bytes"),
  ])
  func `a body that is wrong is still said to be when the file is written anew`(
    headers: String, content: String, message: String
  ) async throws {
    try folder.write(
      #"""
      {"log": {"creator": {"name": "other", "version": "1"}, "entries": [
       {"request": {"method": "GET", "url": "https://example.com/1"},
       "response": {"status": 200, "headers": \#(headers), "content": {\#(content)}}}]}}
      """#)
    var bodies: [Data] = []
    for isAnew in [false, true] {
      if isAnew {
        _ = try await folder.recording(.newEpisodes).answer(.get("https://example.com/other"))
        try RecordingFile.end(folder.file.path)
        #expect(try folder.text().contains("_flaw"))
      }
      let recording = folder.recording(.none)
      try await withKnownIssue {
        bodies.append(try #require(await recording.answer(.get("https://example.com/1"))).0)
      } matching: {
        $0.description.contains(message)
      }
    }
    #expect(bodies.count == 2 && bodies.first == bodies.last)
  }

  @Test(arguments: [("GET", 302), ("HEAD", 200), ("DELETE", 204), ("GET", 304)])
  func `an answer that needs no body is no issue without one`(method: String, status: Int) async throws {
    try folder.write(
      #"""
      {"log": {"entries": [{"request": {"method": "\#(method)", "url": "https://example.com/1"},
       "response": {"status": \#(status), "content": {"size": 14}}}]}}
      """#)
    var request = URLRequest.get("https://example.com/1")
    request.httpMethod = method
    #expect(try await folder.recording(.none).answer(request)?.1.statusCode == status)
  }
}
