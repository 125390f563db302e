import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Bodies that go to a mock, and that come from it into a file.
@Suite(.environment(.mock))
struct UploadAndDownloadTests {
  private let folder: URL
  private let file: URL

  init() throws {
    folder = Env.files().folder(.caches)
    file = folder.appending(component: "episode.mp3")
    try Env.files().createFolder(folder, withParents: true)
  }

  /// What is in the folder.
  private var names: [String] {
    get throws { try Env.files().list(folder).map(\.lastPathComponent) }
  }

  // MARK: Uploads

  @Test func `an upload sends its body, and its progress ends at the total`() async throws {
    Env.stub(.put("/photo"), .text("thanks", status: 201))
    let steps = Locked<[EnvironmentProgress]>([])
    let body = Data(repeating: 7, count: 150_000)
    let (data, response) = try await Env.upload(for: request("PUT /photo"), from: body) { step in
      steps.withLock { $0.append(step) }
    }
    #expect(data == Data("thanks".utf8) && response.statusCode == 201)
    #expect(Env.requests.first?.body == body)
    #expect(steps.withLock { $0.map(\.completed) } == [65_536, 131_072, 150_000])
    #expect(steps.withLock { $0.allSatisfy { $0.total == 150_000 } })
  }

  @Test func `an empty body makes no progress`() async throws {
    Env.stub(.put("/photo"), .ok)
    _ = try await Env.upload(for: request("PUT /photo"), from: Data()) { Issue.record("\($0)") }
    #expect(Env.requests.first?.body == Data())
  }

  @Test func `a redirect that keeps the body begins again from zero`() async throws {
    Env.stub(.put("/photo"), .redirect(to: "/there", status: 307))
    Env.stub(.put("/there"), .ok)
    let steps = Locked<[Int64]>([])
    _ = try await Env.upload(for: request("PUT /photo"), from: Data(count: 70_000)) { step in
      steps.withLock { $0.append(step.completed) }
    }
    #expect(steps.withLock { $0 } == [65_536, 70_000, 65_536, 70_000])
  }

  @Test func `a file is uploaded`() async throws {
    Env.stub(.put("/photo"), .ok)
    try Env.files().write("photo", to: file)
    _ = try await Env.upload(for: request("PUT /photo"), fromFile: file)
    #expect(Env.requests.first?.body == Data("photo".utf8))
  }

  @Test func `a file that is not there is an error, and nothing is sent`() async throws {
    let request = try request("PUT /photo")
    let error = await #expect(throws: CocoaError.self) { try await Env.upload(for: request, fromFile: file) }
    #expect(error?.code == .fileReadNoSuchFile)
    #expect(Env.requests.isEmpty)
  }

  @Test func `an upload without a stub is an issue at the caller's line`() async throws {
    let request = try request("PUT /photo")
    let line = #line + 1
    let issues = try await issues { _ = try await Env.upload(for: request, from: Data()) }
    #expect(issues.count == 1 && issues.first?.hasPrefix("UploadAndDownloadTests.swift:\(line): ") == true, "\(issues)")
  }

  // MARK: Downloads

  @Test(.virtualTime) func `a download writes what comes, and takes its place at the end`() async throws {
    try await download(over: nil)
  }

  @Test(.virtualTime) func `a download replaces a file at the end`() async throws {
    try await download(over: "old")
  }

  private func download(over old: String?) async throws {
    if let old { try Env.files().write(old, to: file) }
    Env.stub(.get("/episode"), .text("abcde").pace(bytes: 2, every: .seconds(1)))
    let steps = Locked<[EnvironmentProgress]>([])
    let (request, file) = (try request("/episode"), file)
    let task = Task {
      try await Env.download(for: request, to: file) { step in steps.withLock { $0.append(step) } }
    }
    try await Env.sleep(for: .milliseconds(2_500))
    #expect((try? Env.files().readText(file)) == old)
    #expect(steps.withLock { $0.map(\.completed) } == [0, 2, 4])
    #expect(try await task.value.statusCode == 200)
    #expect(try Env.files().readText(file) == "abcde")
    #expect(steps.withLock { $0.last } == EnvironmentProgress(completed: 5, total: 5))
    #expect(try names == ["episode.mp3"])
  }

  @Test func `a download that breaks off leaves the file as it was, and nothing else`() async throws {
    try Env.files().write("old", to: file)
    Env.stub(.get("/episode"), .text("half").failing(with: .networkConnectionLost))
    let request = try request("/episode")
    #expect(await failure { try await Env.download(for: request, to: file) } == .networkConnectionLost)
    #expect(try Env.files().readText(file) == "old")
    #expect(try names == ["episode.mp3"])
  }

  @Test(.virtualTime) func `a download that is cancelled leaves nothing`() async throws {
    Env.stub(.get("/episode"), .text("abc").pace(bytes: 1, every: .seconds(1)))
    let (request, file) = (try request("/episode"), file)
    let task = Task { try await Env.download(for: request, to: file) }
    try await Env.sleep(for: .milliseconds(1_500))
    #expect(try names == [".download-1-episode.mp3"])
    task.cancel()
    #expect(await failure { try await task.value } == .cancelled)
    #expect(try names == [])
  }

  @Test func `a status that is an error writes no file, and is thrown with its body`() async throws {
    try Env.files().write("old", to: file)
    Env.stub(.get("/episode"), .text("Not here", status: 404))
    let request = try request("/episode")
    let error = await #expect(throws: EnvironmentHTTPError.self) { try await Env.download(for: request, to: file) }
    #expect(error?.status == 404 && error?.body == Data("Not here".utf8))
    #expect(try Env.files().readText(file) == "old")
    #expect(try names == ["episode.mp3"])
  }

  @Test func `a folder that does not exist is an error before anything is sent`() async throws {
    let request = try request("/episode")
    let file = folder.appending(components: "missing", "episode.mp3")
    let error = await #expect(throws: CocoaError.self) { try await Env.download(for: request, to: file) }
    #expect(error?.code == .fileNoSuchFile)
    #expect(Env.requests.isEmpty)
  }

  @Test func `a folder in the way is an error before anything is sent`() async throws {
    let request = try request("/episode")
    let error = await #expect(throws: CocoaError.self) { try await Env.download(for: request, to: folder) }
    expectError(error, asWhenWritingTo: folder)
    #expect(Env.requests.isEmpty)
  }

  @Test func `a folder that comes in the way meanwhile is an error, and keeps what is in it`() async throws {
    Env.stub(.get("/episode"), .text("abc"))
    let request = try request("/episode")
    let precious = file.appending(component: "precious")
    let error = await #expect(throws: CocoaError.self) {
      try await Env.download(for: request, to: file) { [file] _ in
        try? Env.files().createFolder(file)
        try? Env.files().write("precious", to: precious)
      }
    }
    expectError(error, asWhenWritingTo: file)
    #expect(try Env.files().readText(precious) == "precious")
    #expect(try names == ["episode.mp3"])
  }

  private func expectError(_ error: CocoaError?, asWhenWritingTo folder: URL) {
    let expected = #expect(throws: CocoaError.self) { try Env.files().write("", to: folder) }
    #expect(error?.code == expected?.code && error?.localizedDescription == expected?.localizedDescription)
  }

  @Test(arguments: [String(repeating: "a", count: 255), String(repeating: "é", count: 127)])
  func `a name may be as long as a disk allows`(name: String) async throws {
    Env.stub(.get("/episode"), .text("abc"))
    let file = folder.appending(component: name)
    try await Env.download(for: request("/episode"), to: file)
    #expect(try Env.files().readText(file) == "abc")
  }

  @Test func `many downloads to one place all end, and one of them is there`() async throws {
    Env.stub(.get("/episode"), .text("abc"))
    let (request, file) = (try request("/episode"), file)
    try await withThrowingTaskGroup { group in
      for _ in 0..<100 { group.addTask { try await Env.download(for: request, to: file) } }
      try await group.waitForAll()
    }
    #expect(try Env.files().readText(file) == "abc")
    #expect(try names == ["episode.mp3"])
  }

  @Test func `a full disk ends a download, and leaves the file as it was`() async throws {
    try Env.files().write("old", to: file)
    Env.stub(.get("/episode"), .text("abc"))
    Env.fail(\.files, "append new", with: .diskFull)
    let request = try request("/episode")
    let error = await #expect(throws: CocoaError.self) { try await Env.download(for: request, to: file) }
    #expect(error?.code == .fileWriteOutOfSpace)
    #expect(try withoutFaults { try Env.files().readText(file) } == "old")
    #expect(try withoutFaults { try names } == ["episode.mp3"])
  }

  @Test func `a file that cannot take its place leaves the old one there`() async throws {
    try Env.files().write("old", to: file)
    Env.stub(.get("/episode"), .text("abc"))
    Env.fail(\.files, "move new", with: .inputOutputError)
    let request = try request("/episode")
    await #expect(throws: CocoaError.self) { try await Env.download(for: request, to: file) }
    #expect(try withoutFaults { try Env.files().readText(file) } == "old")
    #expect(try withoutFaults { try names } == ["episode.mp3"])
  }

  @Test(.virtualTime) func `two downloads to one place do not mix`() async throws {
    Env.stub(.get("/a"), .text("aaaa").pace(bytes: 1, every: .seconds(1)))
    Env.stub(.get("/b"), .text("bbbb").pace(bytes: 1, every: .seconds(1)))
    let (a, b) = (try request("/a"), try request("/b"))
    async let first = Env.download(for: a, to: file)
    async let second = Env.download(for: b, to: file)
    _ = try await (first, second)
    #expect(["aaaa", "bbbb"].contains(try Env.files().readText(file)))
    #expect(try names == ["episode.mp3"])
  }

  @Test func `a compressed body has no known total`() async throws {
    Env.stub(.get("/episode"), .text("abc").header("Content-Encoding", "gzip"))
    let last = Locked<EnvironmentProgress?>(nil)
    try await Env.download(for: request("/episode"), to: file) { last.replace(with: $0) }
    #expect(last.withLock { $0 } == EnvironmentProgress(completed: 3, total: nil))
  }

  @Test func `an empty body makes an empty file`() async throws {
    Env.stub(.get("/episode"), .text(""))
    try await Env.download(for: request("/episode"), to: file)
    #expect(try Env.files().read(file).isEmpty)
  }
}
