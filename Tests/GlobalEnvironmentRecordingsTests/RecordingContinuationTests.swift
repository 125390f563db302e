import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings that continue a file, and recordings that have ended.
@Suite(.environment(.mock))
struct RecordingContinuationTests {
  let folder: RecordingFolder
  private static let own = Int(ProcessInfo.processInfo.processIdentifier)

  init() throws {
    folder = try RecordingFolder()
  }

  private func urls() throws -> [String] { try folder.har().log.entries.map(\.request.url) }

  @Test(
    arguments: [
      #"{"log":{"version":"1.2","entries":[]}}"#,
      #"{"log":{"entries":[{"request":{"method":"GET","url":"data:,x"},"response":{"status":200}}]}}"#,
    ]
  )
  func `a file without an answer is recorded to`(text: String) async throws {
    try folder.write(text)
    let recording = folder.recording(.newEpisodes)
    for number in 1...3 { _ = try await recording.answer(.get("https://example.com/\(number)")) }
    #expect(try urls() == (1...3).map { "https://example.com/\($0)" })
    try RecordingFile.end(folder.file.path)
    #expect(try urls().count == 3)
  }

  @Test func `a file without an answer stays as it is until there is one`() async throws {
    let text = #"{"log":{"entries":[{"request":{"method":"GET","url":"data:,x"},"response":{"status":200}}]}}"#
    try folder.write(text)
    let recording = folder.recording(.newEpisodes) { _ in throw URLError(.timedOut) }
    await #expect(throws: URLError(.timedOut)) { try await recording.answer(.get("https://example.com")) }
    try RecordingFile.end(folder.file.path)
    #expect(try folder.text() == text)
  }

  /// Leaves a file of one answer as a process that is no more has left it.
  private func leave(_ file: RecordingFolder) async throws {
    _ = try await folder.recording().answer(.get("https://example.com/1"))
    // Nobody has this number.
    try file.write(try folder.text().replacing(": \(Self.own),", with: ": 0,"))
  }

  @Test(arguments: [RecordingMode.once, .newEpisodes])
  func `a file that was cut short is finished by a recording that finds all in it`(mode: RecordingMode) async throws {
    let other = try RecordingFolder()
    try await leave(other)
    let recording = other.recording(mode)
    #expect(try await recording.text(.get("https://example.com/1")) == "real")
    #expect(other.requests.isEmpty)
    try RecordingFile.end(other.file.path)
    #expect(try other.har().log.recorder == nil)
    #expect(try await other.replayed(.get("https://example.com/1")) == "real")
  }

  @Test func `a file that was cut short stays so while nothing is asked`() async throws {
    let other = try RecordingFolder()
    try await leave(other)
    let text = try other.text()
    _ = other.recording()
    try RecordingFile.end(other.file.path)
    #expect(try other.text() == text)
  }

  @Test func `a browser's file that answers all is not written again`() async throws {
    let text = #"{"log":{"entries":[{"request":{"method":"GET","url":"http://a/"},"response":{"status":200}}]}}"#
    try folder.write(text)
    #expect(try await folder.recording(.newEpisodes).answer(.get("http://a/")) != nil)
    try RecordingFile.end(folder.file.path)
    #expect(try folder.text() == text)
  }

  @Test func `where an answer's secret hides a part of its request, a file does not grow at each run`() async throws {
    var folders = [folder]
    for _ in 0..<3 {
      let last = try #require(folders.last)
      // As in a process of its own each time.
      let next = try RecordingFolder()
      if folders.count > 1 { try FileManager.default.copyItem(at: last.file, to: next.file) }
      folders.append(next)
      let recording = next.recording(.newEpisodes) { request in
        try answer("x", to: request, headers: request.url?.path == "/a" ? ["Set-Cookie": "user=alice123"] : [:])
      }
      for path in ["b?by=alice123", "a?by=alice123"] {
        _ = try await recording.answer(.get("https://example.com/\(path)"))
      }
      try RecordingFile.end(next.file.path)
      #expect(
        try next.har().log.entries.map(\.request.url)
          == ["a", "b"].map { "https://example.com/\($0)?by=%3Csecret:Set-Cookie:1%3E" })
    }
  }

  @Test func `a file in a linked folder is one recording before it is there, too`() async throws {
    let link = folder.url.appending(component: "link")
    let files = ["real", "link"].map { folder.url.appending(components: $0, "deep", "posts.har") }
    try FileManager.default.createDirectory(
      at: folder.url.appending(component: "real"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.url.appending(component: "real"))
    let recordings = files.map { file in
      Recording(
        file: file.path, mode: .all, variable: nil, network: { try answer("real", to: $0) },
        place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    }
    for (number, recording) in recordings.enumerated() {
      _ = try await recording.answer(.get("https://example.com/\(number)"))
    }
    #expect(try HARFile(files[0].path).har.log.entries.count == 2)
  }

  #if os(macOS) || os(Linux)
    @Test func `a process that was forked from one that records ends nothing`() async throws {
      try await handingOver(folder.file.path, as: "forked") {
        await #expect(processExitsWith: .signal(SIGKILL)) {
          Env = .mock
          let recording = Recording(
            file: try handedOver("forked"), mode: .once, variable: nil, network: { try answer("real", to: $0) },
            place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
          _ = try await recording.answer(.get("https://example.com"))
          // Swift hides it, because it is not safe to run more Swift code after it. This process ends at once.
          let fork = unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> Int32).self)
          let child = fork()
          if child == 0 {
            alarm(20)
            exit(0)
          }
          var status: Int32 = 0
          waitpid(child, &status, 0)
          if status == 0 { kill(getpid(), SIGKILL) }
        }
      }
      #expect(try folder.har().log.recorder != nil)
    }
  #endif
}
