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
