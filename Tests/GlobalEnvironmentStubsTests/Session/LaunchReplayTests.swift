import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings that an app answers from, as its UI test wants it.
@Suite(.environment(.mock))
struct LaunchReplayTests {
  private let folder = FileManager.default.temporaryDirectory.appending(component: "Replay-\(UUID().uuidString)")

  private func record(_ path: String, _ text: String, in file: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let har = """
      {"log": {"version": "1.2", "creator": {"name": "test", "version": "1"}, "entries": [{
        "startedDateTime": "2019-11-12T08:45:00.000Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0},
        "request": {"method": "GET", "url": "https://api.example.com\(path)", "httpVersion": "HTTP/1.1", "headers": [],
          "queryString": [], "cookies": [], "headersSize": -1, "bodySize": -1},
        "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [],
          "content": {"size": 1, "mimeType": "text/plain", "text": "\(text)"}, "redirectURL": "", "headersSize": -1,
          "bodySize": -1}
      }]}}
      """
    try Data(har.utf8).write(to: folder.appending(component: file))
  }

  @Test func `all files of a folder answer, and nothing else does`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try record("/posts", "posts", in: "a.har")
    try record("/users", "users", in: "b.har")
    let said = Locked("")
    Env = .live
    Env.standardError = { text in said.withLock { $0 += text } }
    Env = try Env.replaying(by: ["ENV_REPLAY": folder.path])
    #expect(try await send("/posts").text == "posts")
    #expect(try await Env.bytes(for: request("/posts")).0.lines.reduce("", +) == "posts")
    #expect(try await Env.urlSession().data(for: request("/users")).0 == Data("users".utf8))
    #expect(await failure { try await send("/other") } == .notConnectedToInternet)
    #expect(said.withLock { $0 }.contains("/other"))
    _ = await failure { try await send("/hunter22?a=1&token=hunter33", headers: ["Authorization": "Bearer hunter22"]) }
    #expect(said.withLock { $0 }.contains("/…?a=1&token=…"))
    #expect(!said.withLock { $0 }.contains("hunter"))
  }

  @Test func `without the variable nothing changes, and a wrong one is an error`() throws {
    #expect(try Environment.live.replaying(by: [:]).locale() == .autoupdatingCurrent)
    let error = #expect(throws: LaunchOverrideError.self) {
      try Environment.live.replaying(by: ["ENV_REPLAY": folder.path])
    }
    #expect(error?.variable == "ENV_REPLAY")
  }
}
