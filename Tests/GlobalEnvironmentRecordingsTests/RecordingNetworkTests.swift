import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings of a real socket, and their replay through `Env.http`.
@Suite(.hidesKnownIssues, .environment(.mock))
struct RecordingNetworkTests {
  private let file = FileManager.default.temporaryDirectory
    .appending(component: "Recording-\(UUID().uuidString).har")

  private var path: String { file.path(percentEncoded: false) }

  @Test func `what a server answers is recorded, and answers without it`() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try LoopbackServer { request in .json("{\"at\": \"\(request.path)\"}") }
    Env = .mock.recording(to: path)
    let first = try await get(server.url("/posts?page=2"))
    #expect(server.requests.count == 1)
    server.stop()

    Env = .mock.replaying(path)
    #expect(try await get(server.url("/posts?page=2")) == first)
    #expect(first.contains("/posts"))
  }

  @Test func `a request that is not recorded is an issue that names what is`() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try LoopbackServer { _ in .text("hi") }
    Env = .mock.recording(to: path)
    _ = try await get(server.url("/posts"))
    server.stop()

    Env = .mock.replaying(path)
    try await withKnownIssue {
      _ = try await get(server.url("/users"))
    } matching: {
      $0.description.contains("/users") && $0.description.contains("/posts")
    }
  }

  @Test func `what must stay secret does not reach the file`() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try LoopbackServer { _ in .json(#"{"session": "abcdef-secret-1"}"#).header("Set-Cookie", "id=secret-2")
    }
    Env = .mock.recording(to: path, hiding: [.query("token"), .field("session")])
    var request = URLRequest(url: server.url("/login?token=secret-3"))
    request.setValue("Bearer secret-4", forHTTPHeaderField: "Authorization")
    let answer = try await Env.http(request).0
    server.stop()
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(!written.contains("secret-"), "\(written)")
    #expect(String(decoding: answer, as: UTF8.self).contains("abcdef-secret-1"))
  }

  @Test(arguments: [false, true]) func `a token that a login answers is hidden in what comes later`(
    throughSession: Bool
  ) async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try LoopbackServer { request in
      request.path == "/login" ? .json(#"{"token": "learnt-secret-7"}"#) : .text("at \(request.path)")
    }
    defer { server.stop() }
    Env = .mock.recording(to: path, hiding: [.field("token")])
    for path in ["/login", "/items/learnt-secret-7"] {
      let request = URLRequest(url: server.url(path))
      let data =
        if throughSession { try await Env.urlSession().data(for: request).0 } else { try await Env.http(request).0 }
      // The caller gets what the server has sent.
      #expect(String(decoding: data, as: UTF8.self).contains("learnt-secret-7"))
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(!written.contains("learnt-secret"), "\(written)")
    #expect(written.contains("/items/"))
  }

  @Test func `a redirect that a browser has exported is followed`() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try #"""
    {"log": {"version": "1.2", "creator": {"name": "browser", "version": "1"}, "entries": [
      {"startedDateTime": "2019-11-12T08:45:00.000Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0},
       "request": {"method": "GET", "url": "https://example.com/old", "httpVersion": "HTTP/2", "cookies": [], "headers": [],
         "queryString": [], "headersSize": -1, "bodySize": 0},
       "response": {"status": 302, "statusText": "Found", "httpVersion": "HTTP/2", "cookies": [],
         "headers": [{"name": "Location", "value": "/new"}], "content": {"size": 0, "mimeType": ""},
         "redirectURL": "https://example.com/new", "headersSize": -1, "bodySize": 0}},
      {"startedDateTime": "2019-11-12T08:45:01.000Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0},
       "request": {"method": "GET", "url": "https://example.com/new", "httpVersion": "HTTP/2", "cookies": [], "headers": [],
         "queryString": [], "headersSize": -1, "bodySize": 0},
       "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/2", "cookies": [],
         "headers": [], "content": {"size": 5, "mimeType": "text/plain", "text": "moved"},
         "redirectURL": "", "headersSize": -1, "bodySize": 5}}
    ]}}
    """#.write(to: file, atomically: true, encoding: .utf8)
    Env.replaying(path)
    #expect(try await get(try #require(URL(string: "https://example.com/old"))) == "moved")
  }

  @Test func `virtual time stands still while a request is recorded`() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try LoopbackServer { _ in .text("hi") }
    defer { server.stop() }
    try await withVirtualTime {
      Env = .mock.recording(to: path)
      try await Env.timeout(after: .seconds(5)) { _ = try await get(server.url("/")) }
      #expect(Env.clock.now.offset == .zero)
    }
  }

  private func get(_ url: URL) async throws -> String {
    String(decoding: try await Env.http(URLRequest(url: url)).0, as: UTF8.self)
  }
}
