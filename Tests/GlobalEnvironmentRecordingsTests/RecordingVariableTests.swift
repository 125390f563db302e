import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentRecordings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The environment variable `ENV_RECORDINGS`, which sets the mode of all recordings of a run.
@Suite(.environment(.mock))
struct RecordingVariableTests {
  private let folder: RecordingFolder
  private let request = URLRequest.get("https://example.com/posts")

  init() throws {
    folder = try RecordingFolder()
  }

  private func recording(_ variable: String, _ mode: RecordingMode = .once, _ answer: String = "new") -> Recording {
    Recording(
      file: folder.file.path, mode: mode, variable: variable,
      network: { try GlobalEnvironmentRecordingsTests.answer(answer, to: $0) },
      place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  /// Makes a recording of an earlier process.
  private func record() async throws {
    _ = try await folder.recording { try answer("old", to: $0) }.answer(request)
    try RecordingFile.end(folder.file.path)
    let text = try folder.text()
    try FileManager.default.removeItem(at: folder.file)
    try FileManager.default.createDirectory(at: folder.url.appending(component: "b"), withIntermediateDirectories: true)
    try text.write(to: other, atomically: true, encoding: .utf8)
  }

  private var other: URL { folder.url.appending(components: "b", "posts.har") }

  private func earlier(_ variable: String, _ mode: RecordingMode = .once) -> Recording {
    Recording(
      file: other.path, mode: mode, variable: variable,
      network: { try GlobalEnvironmentRecordingsTests.answer("new", to: $0) },
      place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  @Test(arguments: [RecordingMode.once, .none, .newEpisodes])
  func `all records everything again`(mode: RecordingMode) async throws {
    try await record()
    #expect(try await earlier("all", mode).text(request) == "new")
    #expect(try String(contentsOf: other, encoding: .utf8).contains("new"))
    #expect(try !String(contentsOf: other, encoding: .utf8).contains("old"))
  }

  @Test(arguments: [RecordingMode.once, .none])
  func `new records what the file does not have`(mode: RecordingMode) async throws {
    try await record()
    let recording = earlier("new", mode)
    #expect(try await recording.text(request) == "old")
    #expect(try await recording.text(.get("https://example.com/users")) == "new")
    #expect(try String(contentsOf: other, encoding: .utf8).contains("users"))
  }

  @Test(arguments: [RecordingMode.all, .none, .newEpisodes])
  func `once records what has no file, and replays the others`(mode: RecordingMode) async throws {
    try await record()
    #expect(try await earlier("once", mode).text(request) == "old")
    try FileManager.default.removeItem(at: other)
    #expect(try await earlier("once", mode).text(request) == "new")
  }

  @Test(arguments: ["all", "new", "once"]) func `the file of another program is only replayed`(variable: String)
    async throws
  {
    let text = """
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://example.com/posts"},
       "response": {"status": 200, "content": {"size": 3, "text": "old"}}}]}}
      """
    try folder.write(text)
    let recording = recording(variable, .none)
    #expect(try await recording.text(request) == "old")
    #expect(try await recording.answer(.get("https://example.com/users")) == nil)
    #expect(recording.advice == nil)
    #expect(try folder.text() == text)
  }

  @Test func `a replay says how to record what it lacks`() async throws {
    try await record()
    let advice = earlier("").advice
    #expect(
      advice?.hasSuffix("to record what is missing, run the tests once with ENV_RECORDINGS=new swift test") == true)
  }

  @Test func `a missing file says how to record it`() {
    withKnownIssue {
      _ = recording("", .none)
    } matching: {
      $0.description.contains("Record it with ENV_RECORDINGS=once swift test, or correct its name")
    }
  }

  @Test func `what no test has asked for is listed`() async throws {
    func entry(_ path: String) -> String {
      #"{"request": {"method": "GET", "url": "https://example.com/\#(path)"}, "response": {"status": 200}}"#
    }
    try folder.write(#"{"log": {"entries": [\#(entry("posts")),\#(entry("users?token=abc"))]}}"#)
    for name in ["old.har", "notes.txt"] { try Data().write(to: folder.url.appending(component: name)) }
    for _ in 0..<2 { _ = try await recording("unused").answer(request) }
    #expect(
      UnusedRecordings.lines.filter { $0.contains(folder.url.lastPathComponent) }.map {
        $0.components(separatedBy: ": ").dropFirst()
      }
        == [
          ["no test has opened this recording"],
          ["no test has asked for log.entries[1]", "GET https://example.com/users?token=…"],
        ])
  }
}
