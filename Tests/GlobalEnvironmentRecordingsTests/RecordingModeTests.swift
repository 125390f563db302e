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

/// When the network is asked, and when the file answers.
@Suite(.hidesKnownIssues, .environment(.mock))
struct RecordingModeTests {
  let folder: RecordingFolder
  let request = URLRequest.get("https://example.com/posts")

  init() throws {
    folder = try RecordingFolder()
  }

  /// A file that answers `/posts`, as if another process had made it.
  private func writeFile(status: Int = 200) throws {
    try folder.write(
      """
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://example.com/posts"},
       "response": {"status": \(status), "content": {"text": "filed"}}}]}}
      """)
  }

  // MARK: Once

  @Test func `once records when there is no file`() async throws {
    #expect(try await folder.recording().text(request) == "real")
    #expect(folder.requests.count == 1)
    #expect(try folder.har().log.entries.map(\.request.url) == ["https://example.com/posts"])
  }

  @Test func `a recording asks for the date on its own account`() async throws {
    let isOwn = Locked<[Bool]>([])
    let recording = folder.recording()
    try await withEnvironment {
      $0.date = {
        isOwn.withLock { $0.append(ThreadLocalSlot.unobservedRead.isSet) }
        return .distantPast
      }
    } perform: {
      _ = try await recording.answer(request)
    }
    #expect(isOwn.withLock { $0 } == [true])
  }

  @Test func `once replays when there is a file`() async throws {
    try writeFile()
    let recording = folder.recording()
    #expect(try await recording.text(request) == "filed")
    #expect(try await recording.answer(.get("https://example.com/users")) == nil)
    #expect(folder.requests.isEmpty)
  }

  @Test func `a second recording of a file that this process makes replays it and goes on`() async throws {
    _ = try await folder.recording().answer(request)
    let second = folder.recording { try answer("second", to: $0) }
    #expect(try await second.text(request) == "real")
    #expect(try await second.text(.get("https://example.com/users")) == "second")
    #expect(try folder.har().log.entries.count == 2)
  }

  @Test func `a request that is repeated while it is recorded is sent again, and recorded again`() async throws {
    let bodies = Locked(["pending", "pending", "done"])
    let recording = folder.recording { try answer(bodies.withLock { $0.removeFirst() }, to: $0) }
    for expected in ["pending", "pending", "done"] { #expect(try await recording.text(request) == expected) }

    let replay = folder.recording(.none)
    for expected in ["pending", "pending", "done", "done"] { #expect(try await replay.text(request) == expected) }
  }

  // MARK: The others

  @Test func `new episodes replays what is there and records the rest`() async throws {
    try writeFile()
    let recording = folder.recording(.newEpisodes)
    #expect(try await recording.text(request) == "filed")
    #expect(try await recording.text(.get("https://example.com/users")) == "real")
    #expect(folder.requests.map(\.url?.path) == ["/users"])
    #expect(try await folder.replayed(request) == "filed")
    #expect(try await folder.replayed(.get("https://example.com/users")) == "real")
  }

  @Test func `new episodes takes another body for a new one`() async throws {
    let recording = folder.recording(.newEpisodes)
    _ = try await recording.answer(.post("https://example.com/graphql", #"{"query": "a"}"#))
    let second = folder.recording(.newEpisodes)
    _ = try await second.answer(.post("https://example.com/graphql", #"{"query": "b"}"#))
    #expect(folder.requests.count == 2)
  }

  @Test func `none never asks the network`() async throws {
    try writeFile()
    let recording = folder.recording(.none)
    #expect(try await recording.text(request) == "filed")
    #expect(try await recording.answer(.get("https://example.com/users")) == nil)
    #expect(folder.requests.isEmpty)
  }

  @Test func `all records again, and forgets what was there`() async throws {
    try writeFile()
    #expect(try await folder.recording(.all).text(.get("https://example.com/users")) == "real")
    #expect(try folder.har().log.entries.map(\.request.url) == ["https://example.com/users"])
  }

  @Test func `all leaves the file alone until there is an answer`() async throws {
    try writeFile()
    let recording = folder.recording(.all) { _ in throw URLError(.notConnectedToInternet) }
    await #expect(throws: URLError(.notConnectedToInternet)) { try await recording.answer(request) }
    #expect(try await folder.replayed(request) == "filed")
  }

  @Test func `all replaces a file that cannot be read`() async throws {
    try folder.write("{")
    _ = try await folder.recording(.all).answer(request)
    #expect(try await folder.replayed(request) == "real")
  }

  @Test(arguments: ["Dear diary", "[1]", #"{"dependencies": {}}"#, "\u{FEFF}{ } ", "{{\"log\""])
  func `all is an error for a file of another kind, and leaves it alone`(text: String) async throws {
    try folder.write(text)
    var recording: Recording?
    withKnownIssue {
      recording = folder.recording(.all)
    } matching: {
      $0.description.contains("posts.har:1:1: this is not a HAR file, so it is not replaced.")
    }
    await #expect(throws: URLError.self) { try await recording?.answer(request) }
    #expect(try Data(contentsOf: folder.file) == Data(text.utf8))
  }

  @Test(arguments: [
    "", " \n{", "{\n\t\"lo", "\u{FEFF}{\"log\":{\"entries\":7", #"{"_made": 1, "log": {"entries": []}}"#,
  ])
  func `all replaces an empty file, and one that is damaged or written by others`(text: String) async throws {
    try folder.write(text)
    _ = try await folder.recording(.all).answer(request)
    #expect(try await folder.replayed(request) == "real")
  }

  // MARK: Locked

  @Test(arguments: [RecordingMode.once, .all])
  func `a locked recording that would be made is an error`(mode: RecordingMode) async throws {
    var recording: Recording?
    withKnownIssue {
      recording = folder.recording(mode, locked: true)
    } matching: {
      $0.description.contains("recordings are locked (ENV_RECORDINGS=locked)")
    }
    let error = await #expect(throws: URLError.self) { try await recording?.answer(request) }
    #expect(error?.code == .resourceUnavailable)
    #expect(folder.requests.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.file.path))
  }

  @Test func `a locked recording replays`() async throws {
    try writeFile()
    #expect(try await folder.recording(.once, locked: true).text(request) == "filed")
    #expect(try await folder.recording(.newEpisodes, locked: true).text(request) == "filed")
    #expect(try await folder.recording(.none, locked: true).text(request) == "filed")
  }

  @Test func `a locked recording that this process made replays only`() async throws {
    _ = try await folder.recording().answer(request)
    let locked = folder.recording(locked: true)
    #expect(try await locked.text(request) == "real")
    #expect(try await locked.answer(.get("https://example.com/users")) == nil)
    #expect(folder.requests.count == 1)
  }

  @Test func `a new episode of a locked recording is an error that names the request`() async throws {
    try writeFile()
    let recording = folder.recording(.newEpisodes, locked: true)
    await withKnownIssue {
      await #expect(throws: URLError.self) { try await recording.answer(.get("https://example.com/users")) }
    } matching: {
      $0.description.contains("this one has no answer to GET https://example.com/users")
    }
    #expect(folder.requests.isEmpty)
  }

  @Test func `a lock that is misspelled does not unlock`() throws {
    withKnownIssue {
      _ = Recording(
        file: folder.file.path, mode: .once, variable: "lock",
        network: { try answer("real", to: $0) },
        place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    } matching: {
      $0.description.contains(#"ENV_RECORDINGS is "lock". Set it to all, new, once, locked or unused, or not at all."#)
    }
  }

  // MARK: Failures

  @Test(arguments: [400, 404, 500, 503])
  func `a failed answer reaches the caller but not the file`(status: Int) async throws {
    let recording = folder.recording { try answer("no", to: $0, status: status) }
    #expect(try await recording.answer(request)?.1.statusCode == status)
    #expect(!FileManager.default.fileExists(atPath: folder.file.path))
  }

  @Test func `a failed answer is recorded when asked`() async throws {
    let recording = folder.recording(failures: true) { try answer("no", to: $0, status: 503) }
    _ = try await recording.answer(request)
    let (data, response) = try #require(try await folder.recording(.none).answer(request))
    #expect(String(decoding: data, as: UTF8.self) == "no")
    #expect(response.statusCode == 503)
  }

  @Test(arguments: [600, 999]) func `a status that a server invents is recorded when asked`(status: Int) async throws {
    let recording = folder.recording(failures: true) { try answer("no", to: $0, status: status) }
    _ = try await recording.answer(request)
    let (_, response) = try #require(try await folder.recording(.none).answer(request))
    #expect(response.statusCode == status)
  }

  @Test func `an error of the network is recorded when asked, and replays as that error`() async throws {
    let recording = folder.recording(failures: true) { _ in throw URLError(.timedOut) }
    await #expect(throws: URLError(.timedOut)) { try await recording.answer(request) }
    let error = await #expect(throws: URLError.self) { try await folder.replayed(request) }
    #expect(error?.code == .timedOut)
    #expect(error?.userInfo[NSURLErrorFailingURLErrorKey] as? URL == request.url)
  }

  @Test func `a request that was cancelled is never recorded`() async throws {
    let recording = folder.recording(failures: true) { _ in throw URLError(.cancelled) }
    await #expect(throws: URLError(.cancelled)) { try await recording.answer(request) }
    let other = folder.recording(failures: true) { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await other.answer(request) }
    #expect(!FileManager.default.fileExists(atPath: folder.file.path))
  }

  // MARK: Files

  @Test func `a file that is missing fails the test where it is named, and each request`() async throws {
    var recording: Recording?
    let line: UInt = #line + 2
    withKnownIssue {
      recording = folder.recording(.none)
    } matching: { issue in
      issue.sourceLocation?.line == Int(line) && issue.description.contains("there is no such file")
    }
    let error = await #expect(throws: URLError.self) { try await recording?.answer(request) }
    #expect(error?.code == .resourceUnavailable)
    #expect((error?.userInfo[NSUnderlyingErrorKey] as? RecordingError)?.file == folder.file.path)
  }

  @Test(arguments: [RecordingMode.once, .newEpisodes, .none])
  func `a directory is no recording`(mode: RecordingMode) throws {
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
    withKnownIssue {
      _ = folder.recording(mode)
    } matching: {
      $0.description.contains("this is a directory or a device, not a file")
    }
  }

  @Test(arguments: ["", "a\0b"])
  func `a name that is none is an error`(name: String) {
    withKnownIssue {
      _ = Recording(
        file: name, mode: .once, variable: nil, network: { try answer("real", to: $0) },
        place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    } matching: {
      $0.description.contains("this is not a file name")
    }
  }

  @Test func `an endless device is no recording`() {
    withKnownIssue {
      _ = Recording(
        file: "/dev/zero", mode: .none, variable: nil, network: { try answer("real", to: $0) },
        place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    } matching: {
      $0.description.contains("this is a directory or a device, not a file")
    }
  }

  @Test func `an answer that cannot be written fails the test but reaches the caller`() async throws {
    // A file stands where a folder would have to be.
    try folder.write("")
    let recording = Recording(
      file: folder.file.appending(component: "posts.har").path, mode: .once, variable: nil,
      network: { try answer("real", to: $0) },
      place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    await withKnownIssue {
      #expect(await (try? recording.text(request)) == "real")
    } matching: {
      $0.description.contains("the file cannot be used")
    }
  }
}
