import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Files that grow by an answer at a time.
@Suite(.hidesKnownIssues, .environment(.mock))
struct RecordingGrowthTests {
  let folder: RecordingFolder

  init() throws {
    folder = try RecordingFolder()
  }

  private func urls() throws -> [String] { try folder.har().log.entries.map(\.request.url) }

  @Test func `a file names the process that is not done with it`() async throws {
    _ = try await folder.recording().answer(.get("https://example.com/1"))
    #expect(try folder.har().log.recorder == Int(ProcessInfo.processInfo.processIdentifier))
    try RecordingFile.end(folder.file.path)
    #expect(try folder.har().log.recorder == nil)
    #expect(try !folder.text().contains("_recorder"))
  }

  @Test func `a large file is put in order when the recording ends`() async throws {
    let body = String(repeating: "x", count: 10_000)
    let recording = folder.recording { try answer(body, to: $0) }
    for number in (0..<10).reversed() { _ = try await recording.answer(.get("https://example.com/\(number + 10)")) }
    #expect(try Set(urls()).count == 10)
    #expect(try urls() != urls().sorted())
    try RecordingFile.end(folder.file.path)
    #expect(try Set(urls()).count == 10)
    #expect(try urls() == urls().sorted())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["posts.har"])
  }

  @Test func `an answer is written behind the others, and these are not written again`() async throws {
    let recording = folder.recording()
    _ = try await recording.answer(.get("https://example.com/1"))
    let number = try number(of: folder.file)
    let before = try folder.text()
    _ = try await recording.answer(.get("https://example.com/2"))
    #expect(try self.number(of: folder.file) == number)
    #expect(try folder.text().hasPrefix(before.prefix(1_000)))
    #expect(try urls().count == 2)
  }

  private func number(of file: URL) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    return try #require(attributes[.systemFileNumber] as? NSNumber).uint64Value
  }

  @Test func `a file that another program changes meanwhile keeps the change`() async throws {
    let recording = folder.recording()
    _ = try await recording.answer(.get("https://example.com/1"))
    try folder.write(try folder.text().replacing("\"real\"", with: "\"by hand\""))
    _ = try await recording.answer(.get("https://example.com/2"))
    #expect(try await folder.replayed(.get("https://example.com/1")) == "by hand")
    #expect(try urls().count == 2)
  }

  @Test func `a file that something damages meanwhile stays as it is, and the test fails`() async throws {
    let recording = folder.recording()
    _ = try await recording.answer(.get("https://example.com/1"))
    let damaged = try folder.text().replacing("\"request\"", with: "<<<<<<< HEAD")
    try folder.write(damaged)
    await withKnownIssue {
      #expect(await (try? recording.text(.get("https://example.com/2"))) == "real")
    } matching: {
      $0.description.contains("posts.har:11:")
    }
    #expect(try folder.text() == damaged)
  }

  @Test func `a file with a second list of answers, which is empty, stays as it is, and the test fails`() async throws {
    _ = try await folder.recording().answer(.get("https://example.com/1"))
    try RecordingFile.end(folder.file.path)
    let merged = try folder.text().replacing("\"entries\" : [\n", with: "\"entries\" : [],\n    \"entries\" : [\n")
    try folder.write(merged)
    await withKnownIssue {
      _ = try? await folder.recording(.newEpisodes).answer(.get("https://example.com/2"))
    } matching: {
      $0.description.contains("\"entries\" stands twice")
    }
    #expect(try folder.text() == merged)
  }

  @Test func `a link that leads nowhere is an error`() async throws {
    let recording = folder.recording()
    try FileManager.default.createSymbolicLink(at: folder.file, withDestinationURL: URL(filePath: "/nowhere/posts.har"))
    await withKnownIssue {
      #expect(await (try? recording.text(.get("https://example.com/1"))) == "real")
    } matching: {
      $0.description.contains("a link leads nowhere")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["posts.har"])
  }

  #if canImport(Glibc)
    @Test func `one process records more files than it may have open`() async {
      await #expect(processExitsWith: .success) { try await recordTwiceInEach(of: 100, opening: 60) }
    }
  #endif
}

#if canImport(Glibc)
  /// Records two answers in each of so many files, while this process may open no more than `most` at a time.
  private func recordTwiceInEach(of count: Int, opening most: Int) async throws {
    Env = .mock
    // It has those of the process that has started it.
    let open = try Set(FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int($0) })
    let last = (0..<10_000).filter { !open.contains($0) }[most]
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = rlim_t(last)
    #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    let folder = try RecordingFolder()
    let files = (0..<count).map { folder.url.appending(component: "\($0).har").path }
    let recordings = files.map { file in
      Recording(
        file: file, mode: .once, variable: nil, network: { try answer("real", to: $0) },
        place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    }
    for address in ["https://example.com/2", "https://example.com/1"] {
      for recording in recordings { #expect(try await recording.text(.get(address)) == "real") }
    }
    for file in files {
      try RecordingFile.end(file)
      let har = try JSONDecoder().decode(HAR.self, from: Data(contentsOf: URL(filePath: file)))
      #expect(har.log.entries.map(\.request.url) == ["https://example.com/1", "https://example.com/2"])
    }
  }
#endif
