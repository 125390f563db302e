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

/// Files that are recorded again with `.all`.
@Suite(.environment(.mock))
struct RecordingRenewalTests {
  let folder: RecordingFolder
  private let posts = URLRequest.get("https://example.com/posts")

  init() throws {
    folder = try RecordingFolder()
  }

  private func paths() throws -> [String] {
    try folder.har().log.entries.compactMap { URL(string: $0.request.url)?.path }
  }

  /// Writes a file of an earlier process, which answers `/posts` and `/old`.
  private func writeFile(_ body: String = "old") async throws {
    let earlier = try RecordingFolder()
    let recording = earlier.recording { try answer(body, to: $0) }
    for path in ["posts", "old"] { _ = try await recording.answer(.get("https://example.com/\(path)")) }
    try RecordingFile.end(earlier.file.path)
    try folder.write(try earlier.text())
  }

  @Test func `all renews a file that the process has open already`() async throws {
    try await writeFile()
    #expect(try await folder.recording(.newEpisodes).text(posts) == "old")
    #expect(try await folder.recording(.all).text(posts) == "real")
    #expect(try paths() == ["/posts"])
    #expect(try await folder.replayed(posts) == "real")
  }

  @Test func `all keeps what the process has recorded already, and removes what was there before`() async throws {
    try await writeFile()
    _ = try await folder.recording(.newEpisodes).answer(.get("https://example.com/users"))
    let renewing = folder.recording(.all)
    #expect(try paths() == ["/old", "/posts", "/users"])
    _ = try await renewing.answer(posts)
    #expect(try Set(paths()) == ["/posts", "/users"])
    try RecordingFile.end(folder.file.path)
    #expect(try paths() == ["/posts", "/users"])
    #expect(try await folder.replayed(posts) == "real")
  }

  @Test func `two recordings that renew a file in one process keep each other's answers`() async throws {
    try await writeFile("real")
    for path in ["posts", "users"] { _ = try await folder.recording(.all).answer(.get("https://example.com/\(path)")) }
    #expect(try paths() == ["/posts", "/users"])
  }

  @Test func `all renews a file of a browser, too`() async throws {
    try folder.write(
      """
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://example.com/posts"},
       "response": {"status": 200, "content": {"text": "old"}}}]}}
      """)
    _ = try await folder.recording(.newEpisodes).answer(.get("https://example.com/users"))
    _ = try await folder.recording(.all).answer(posts)
    #expect(try await folder.replayed(posts) == "real")
    #expect(try Set(paths()) == ["/posts", "/users"])
  }

  @Test func `all removes what another process has recorded since, too`() async throws {
    let recording = folder.recording(.all)
    try await writeFile()
    _ = try await recording.answer(.get("https://example.com/users"))
    #expect(try paths() == ["/users"])
  }

  @Test func `all leaves a file that something else has put there meanwhile`() async throws {
    try await writeFile()
    let recording = folder.recording(.all)
    try folder.write("Dear diary")
    let told = try await issues { _ = try await recording.answer(posts) }
    #expect(told.count == 1)
    #expect(told.first?.contains("this is not a HAR file, so it is not replaced") == true)
    #expect(try folder.text() == "Dear diary")
  }
}
