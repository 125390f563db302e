import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
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

/// Files that are recorded again with `.all`, where others record to them, too.
///
/// One test at a time, as each hands what another process records over by the same name.
@Suite(.serialized, .hidesKnownIssues, .environment(.mock))
struct RecordingRenewalTests {
  let folder: RecordingFolder
  private let posts = URLRequest.get("https://example.com/posts")

  init() throws {
    folder = try RecordingFolder()
  }

  private func paths() throws -> [String] {
    try folder.har().log.entries.compactMap { URL(string: $0.request.url)?.path }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  /// Writes a file of an earlier process, which answers `/posts` and `/old`.
  private func writeFile(_ body: String = "old") async throws {
    let earlier = try RecordingFolder()
    let recording = earlier.recording { try answer(body, to: $0) }
    for path in ["posts", "old"] { _ = try await recording.answer(.get("https://example.com/\(path)")) }
    try RecordingFile.end(earlier.file.path)
    try folder.write(try earlier.text())
  }

  // MARK: One process

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
    #expect(try paths() == ["/posts", "/users"])
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
    #expect(try paths() == ["/posts", "/users"])
  }

  @Test func `all renews a file of an earlier process that had the number of this one`() async throws {
    try await writeFile()
    let end = "    ],\n"
    try folder.write(try folder.text().replacing(end, with: "\(end)    \"_recorders\" : [-\(getpid())],\n"))
    _ = try await folder.recording(.all).answer(.get("https://example.com/users"))
    #expect(try paths() == ["/users"])
  }

  @Test func `what another program has put into the file meanwhile stays, and that is told once`() async throws {
    try await writeFile()
    let recording = folder.recording(.all)
    let text = try folder.text()
    try folder.write(text.replacing("example.com/old", with: "example.com/other"))
    await withKnownIssue {
      #expect(await (try? recording.text(posts)) == "real")
    } matching: {
      $0.description.contains("posts.har: something else has replaced a part of the file since it was opened")
    }
    #expect(try paths() == ["/other", "/posts"])
    _ = try await recording.answer(.get("https://example.com/users"))
    #expect(try paths() == ["/other", "/posts", "/users"])
  }

  @Test func `a write that broke off leaves what a renewing process has answered`() async throws {
    try await writeFile()
    let recording = folder.recording(.all)
    for path in ["1", "2"] { _ = try await recording.answer(.get("https://example.com/\(path)")) }
    let whole = try Data(contentsOf: folder.file)
    let end = try #require(RecordingText.entries(in: whole).first).upperBound
    for count in [end, end + 1, end + 20] {
      let torn = try HARFile(whole.prefix(count) + whole.suffix(count - end), from: "posts.har")
      #expect(torn.har.log.entries.count == 1)
    }
  }

  // MARK: Two processes

  #if os(macOS) || os(Linux)
    @Test(arguments: [1, 100_000])
    func `all renews a file to which another process has added since it was opened`(length: Int) async throws {
      try await writeFile(String(repeating: "o", count: length))
      let recording = folder.recording(.all)
      try await record(["users"], .newEpisodes)
      _ = try await recording.answer(posts)
      #expect(try await folder.replayed(posts) == "real")
      #expect(try Set(paths()) == ["/posts", "/users"])
      try RecordingFile.end(folder.file.path)
      #expect(try paths() == ["/posts", "/users"])
    }

    @Test func `all renews a file that another process was recording before, and says that it loses answers`()
      async throws
    {
      try await writeFile()
      let other = folder.recording(.newEpisodes)
      _ = try await other.answer(.get("https://example.com/users"))
      try await record(["posts"], .all, isTold: true)
      #expect(try await folder.replayed(posts) == "theirs")
      _ = try await other.answer(.get("https://example.com/later"))
      #expect(try folder.har().log.recorders == [Int(ProcessInfo.processInfo.processIdentifier)])
      try RecordingFile.end(folder.file.path)
      #expect(try paths() == ["/later", "/posts"])
    }

    @Test func `a process that renews a file later than it records to it says so, too`() async throws {
      try await writeFile()
      let end = "    ],\n"
      try folder.write(try folder.text().replacing(end, with: "\(end)    \"_recorders\" : [\(getppid())],\n"))
      _ = try await folder.recording(.newEpisodes).answer(.get("https://example.com/users"))
      let renewing = folder.recording(.all)
      let told = try await issues { _ = try await renewing.answer(posts) }
      #expect(told.count == 1)
      #expect(told.first?.contains("the answers that it had recorded by then are removed") == true)
      #expect(try paths() == ["/posts", "/users"])
    }

    @Test func `what a process that renews a file has recorded is not removed by the next one`() async throws {
      try await writeFile("real")
      let recording = folder.recording(.all)
      _ = try await recording.answer(posts)
      try await record(["users"], .all)
      #expect(try paths() == ["/posts", "/users"])
    }

    @Test(arguments: ["old", "theirs"])
    func `what a process has recorded that renewed a file, and ended, while this one waited to stays`(
      old: String
    ) async throws {
      try await writeFile(old)
      let recording = folder.recording(.all)
      try await record(["posts", "old"], .all)
      _ = try await recording.answer(.get("https://example.com/users"))
      #expect(try paths() == ["/old", "/posts", "/users"])
      #expect(try await folder.replayed(posts) == "theirs")
      #expect(try folder.har().log.recorders == [-Int(getpid())])
    }

    @Test func `a process that renews less than another one that waits to leaves it no old answers`() async throws {
      try await writeFile("theirs")
      let recording = folder.recording(.all)
      try await record(["posts"], .all)
      _ = try await recording.answer(.get("https://example.com/users"))
      #expect(try paths() == ["/posts", "/users"])
    }

    @Test func `a process that waits to renew a file leaves nothing beside it`() async throws {
      try await writeFile()
      let recording = folder.recording(.all)
      try await record([], .all)
      #expect(try names() == [".posts.har.-\(getpid())", "posts.har"])
      _ = try await recording.answer(posts)
      #expect(try names() == ["posts.har"])
    }

    @Test func `an answer that a running process has renewed without a change stays`() async throws {
      try await writeFile("real")
      let recording = folder.recording(.all)
      let end = "    ],\n"
      try folder.write(try folder.text().replacing(end, with: "\(end)    \"_recorders\" : [-\(getppid())],\n"))
      _ = try await recording.answer(.get("https://example.com/users"))
      #expect(try paths() == ["/old", "/posts", "/users"])
      #expect(try folder.har().log.recorders == [-Int(getppid()), -Int(getpid())])
    }

    @Test func `where one of two processes is killed, the answers of both stay, and the file is not finished`()
      async throws
    {
      let recording = folder.recording(.newEpisodes)
      _ = try await recording.answer(.get("https://example.com/1"))
      try await record(["2"], .newEpisodes, isKilled: true)
      _ = try await recording.answer(.get("https://example.com/3"))
      try RecordingFile.end(folder.file.path)
      #expect(try paths() == ["/1", "/2", "/3"])
      #expect(try folder.har().log.recorders.count == 1)
    }

    /// Records answers in a process of its own.
    ///
    /// - Parameter isTold: Whether the first one is an issue, as another process loses answers.
    private func record(
      _ paths: [String], _ mode: RecordingMode, isKilled: Bool = false, isTold: Bool = false
    ) async throws {
      let isAnew = if case .all = mode { true } else { false }
      let other = Other(file: folder.file.path, paths: paths, isAnew: isAnew, isKilled: isKilled, isTold: isTold)
      try await handingOver(other, as: "renewal") {
        await #expect(processExitsWith: isKilled ? .signal(SIGKILL) : .success) {
          Env = .mock
          let other: Other = try handedOver("renewal")
          let recording = Recording(
            file: other.file, mode: other.isAnew ? .all : .newEpisodes, variable: nil,
            network: { try answer("theirs", to: $0) },
            place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
          let told = try await issues {
            for path in other.paths { _ = try await recording.answer(.get("https://example.com/\(path)")) }
          }
          #expect(told.count == (other.isTold ? 1 : 0))
          #expect(told.allSatisfy { $0.contains("posts.har: another process was recording to the file") })
          if other.isKilled { kill(getpid(), SIGKILL) }
        }
      }
    }
  #endif
}

/// What another process records.
private struct Other: Codable {
  var file: String
  var paths: [String]
  var isAnew: Bool
  var isKilled: Bool
  var isTold: Bool
}
