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

/// A file belongs to the process that records to it.
@Suite(.hidesKnownIssues, .environment(.mock))
struct RecordingOwnerTests {
  let folder: RecordingFolder
  private let posts = URLRequest.get("https://example.com/posts")

  init() throws {
    folder = try RecordingFolder()
  }

  /// What another process is that has the file locked: one that opens it anew, as a lock is that of an open file.
  private func taking(_ file: URL, _ body: () async throws -> Void) async throws {
    let descriptor = open(file.path, O_RDWR | O_CLOEXEC)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    defer {
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    try await body()
  }

  #if os(macOS) || os(Linux)
    @Test(arguments: [RecordingMode.once, .newEpisodes, .all])
    func `a second process is told at once, and nothing of it is in the file`(mode: RecordingMode) async throws {
      _ = try await folder.recording().answer(posts)
      let text = try folder.text()
      let name = "owner-\(mode)"
      try await handingOver(folder.file.path, as: name) {
        switch mode {
        case .once: await #expect(processExitsWith: .success) { try await recordSecond(.once, "owner-once") }
        case .all: await #expect(processExitsWith: .success) { try await recordSecond(.all, "owner-all") }
        default: await #expect(processExitsWith: .success) { try await recordSecond(.newEpisodes, "owner-newEpisodes") }
        }
      }
      #expect(try folder.text() == text)
      _ = try await folder.recording().answer(.get("https://example.com/users"))
      #expect(try folder.har().log.entries.count == 2)
    }
  #endif

  @Test func `a process that opened the file before the other began is told with its first answer`() async throws {
    let recording = folder.recording(.newEpisodes)
    try folder.write(#"{"log": {"entries": [], "_recorder": 4711}}"#)
    let text = try folder.text()
    let told = try await issues {
      try await taking(folder.file) {
        let answer = try await recording.text(posts)
        #expect(answer == "real")
      }
    }
    #expect(told.count == 1)
    #expect(told.first?.contains("posts.har: process 4711 records to this file") == true, "\(told)")
    #expect(try folder.text() == text)
  }

  @Test func `a file is not taken for locked when its process has ended`() async throws {
    try folder.write(#"{"log": {"entries": [], "_recorder": 1}}"#)
    #expect(try await folder.recording().text(posts) == "real")
    #expect(try folder.har().log.entries.count == 1)
  }

  @Test func `a file is free when the recording has ended`() async throws {
    _ = try await folder.recording().answer(posts)
    try RecordingFile.end(folder.file.path)
    try await taking(folder.file) {}
  }

  @Test func `replaying is no recording`() async throws {
    _ = try await folder.recording().answer(posts)
    try RecordingFile.end(folder.file.path)
    let other = try RecordingFolder()
    try FileManager.default.copyItem(at: folder.file, to: other.file)
    try await taking(other.file) {
      for mode in [RecordingMode.none, .once, .newEpisodes] {
        let answer = try await other.recording(mode).text(posts)
        #expect(answer == "real")
      }
    }
  }

  @Test func `the part of a file that a killed process was writing is written over`() async throws {
    let part = folder.url.appending(component: ".posts.har.part")
    try Data(repeating: 0x78, count: 100_000).write(to: part)
    _ = try await folder.recording().answer(posts)
    #expect(try folder.har().log.entries.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["posts.har"])
  }
}

#if os(macOS) || os(Linux)
  /// Records to a file to which the process that has started this one records.
  private func recordSecond(_ mode: RecordingMode, _ name: String) async throws {
    Env = .mock
    let file: String = try handedOver(name)
    let told = await issues {
      let recording = Recording(
        file: file, mode: mode, variable: nil, network: { try answer("theirs", to: $0) },
        place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
      let error = await #expect(throws: URLError.self) { try await recording.answer(.get("https://example.com/users")) }
      #expect((error?.userInfo[NSUnderlyingErrorKey] as? RecordingError)?.file == file)
    }
    #expect(told.count == 1)
    #expect(told.first?.contains("posts.har: process \(getppid()) records to this file") == true, "\(told)")
  }
#endif
