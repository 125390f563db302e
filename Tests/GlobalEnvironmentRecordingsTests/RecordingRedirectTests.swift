import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import LoopbackServer
import Testing

@testable import GlobalEnvironmentRecordings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the redirects on the way to an answer have told: cookies, and secrets in the URLs to which they lead.
@Suite(.environment(.mock))
struct RecordingRedirectTests {
  private let folder: RecordingFolder
  private let server: LoopbackServer
  private static let sid = "abcdef0123456789abcd"

  init() throws {
    folder = try RecordingFolder()
    server = try LoopbackServer { request in
      switch request.path {
      case "/login": .redirect(to: "/callback?token=hop-secret-8").header("Set-Cookie", "sid=\(Self.sid); Path=/")
      case "/callback": .redirect(to: "/home").header("Set-Cookie", "pin=a1b2c3; Path=/")
      case "/home": .json(#"{"sid": "\#(Self.sid)", "pin": "a1b2c3", "token": "hop-secret-8"}"#)
      default: .text(request["Cookie"] ?? "none")
      }
    }
  }

  private func logIn() async throws -> String {
    var request = URLRequest(url: server.url("/login"))
    request.httpMethod = "POST"
    return String(decoding: try await Env.http(request).0, as: UTF8.self)
  }

  private func cookiesSentLater() async throws -> String? {
    _ = try await Env.http(URLRequest(url: server.url("/me")))
    return Env.requests.last?.header("Cookie")
  }

  @Test(arguments: ["http", "session", "download"])
  func `what a redirect has set is hidden in the answer behind it`(way: String) async throws {
    defer { server.stop() }
    Env = .mock.recording(to: folder.file.path, hiding: [.query("token")])
    let url = server.url("/login")
    switch way {
    case "http": #expect(try await logIn().contains(Self.sid))
    case "session": _ = try await Env.urlSession().data(from: url)
    default: try await Env.download(for: URLRequest(url: url), to: URL(filePath: "/tmp/home.json"))
    }
    _ = try await cookiesSentLater()
    try RecordingFile.end(folder.file.path)
    let text = try folder.text()
    for secret in [Self.sid, "a1b2c3", "hop-secret-8"] { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains("<secret:token:1>"))
  }

  @Test func `the cookies that a redirect has set are sent on replay, too`() async throws {
    Env = .mock.recording(to: folder.file.path)
    _ = try await logIn()
    #expect(try await cookiesSentLater() == "sid=\(Self.sid); pin=a1b2c3")
    server.stop()
    Env = .mock.replaying(folder.file.path)
    _ = try await logIn()
    #expect(try await cookiesSentLater() == "sid=<secret:Set-Cookie:1>; pin=<secret:Set-Cookie:2>")
  }

  @Test func `an answer behind no redirect is written as before`() async throws {
    defer { server.stop() }
    Env = .mock.recording(to: folder.file.path)
    _ = try await cookiesSentLater()
    #expect(try !folder.text().contains("_redirects"))
  }

  @Test func `what another program calls redirects does no harm`() async throws {
    try folder.write(
      """
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://example.com/1"},
       "response": {"status": 200, "_redirects": 2, "content": {"text": "one"}}}]}}
      """)
    #expect(try await folder.replayed(.get("https://example.com/1")) == "one")
  }

  /// Replays an answer behind one redirect, and returns what that sets: each field, and the URL that it is from.
  private func fieldsSet(byRedirect redirect: String) async throws -> [String] {
    try folder.write(
      """
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://example.com/1"},
       "response": {"status": 200, "_redirects": [\(redirect)], "content": {"text": "one"}}}]}}
      """)
    let set = Locked<[String]>([])
    let recording = Recording(
      file: folder.file.path, mode: .none, variable: nil,
      network: { _, _, _ in throw URLError(.notConnectedToInternet) },
      cookies: { field, request in set.withLock { $0.append("\(field) \(request.url?.absoluteString ?? "")") } },
      place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    _ = try await recording.answer(.get("https://example.com/1"))
    return set.withLock { $0 }
  }

  @Test func `only cookies are taken from what another program calls redirects`() async throws {
    let fields = #"[{"name": "Location", "value": "a=b"}, {"name": "set-cookie", "value": "c=d"}]"#
    let redirect = #"{"url": "https://a.com/", "headers": \#(fields)}"#
    #expect(try await fieldsSet(byRedirect: redirect) == ["c=d https://a.com/"])
  }

  // Here, the system would write `%3C` itself; older ones take no URL with `<`.
  @Test func `a cookie is from the URL of its redirect, also where that has a placeholder`() async throws {
    let url = "https://a.com/%3Csecret:token:1%3E?token=%3Csecret:token:2%3E"
    let redirect = #"{"url": "\#(url)", "headers": [{"name": "Set-Cookie", "value": "c=d"}]}"#
    #expect(try await fieldsSet(byRedirect: redirect) == ["c=d \(url)"])
  }
}
