import Foundation
import GlobalEnvironment
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

/// What must not be in the log of a test, which everybody reads.
@Suite(.hidesKnownIssues, .environment(.mock))
struct UnmatchedSecretTests {

  @Test(
    arguments: [
      ("/a?page=2&token=hunter2#x", "/a?page=2&token=….", ["page=2"]),
      ("/a?ACCESS-TOKEN=hunter2&z", "/a?ACCESS-TOKEN=…&z.", []),
      ("/a?api%5Fkey=hunter2", "/a?api%5Fkey=….", []),
      ("/a?token=hunter2&token=hunter3", "/a?token=…&token=….", []),
      ("/a?token&token=", "/a?token&token=.", []),
    ] as [(String, String, [String])]
  )
  func `an issue shows no secret of the query`(path: String, shown: String, also: [String]) async throws {
    Env.stub(.get("/a").query("token", "other").query("page", "3"), .ok).optional()
    let message = try #require(try await issues { try await send(path) }.first)
    #expect(message.contains("GET https://api.example.com\(shown)"), "\(message)")
    #expect(!message.contains("hunter"), "\(message)")
    for part in also { #expect(message.contains(part)) }
  }

  @Test(arguments: [
    "/a?next=https%3A%2F%2Fb%2F%3Fx%3D1%26token%3Dhunter2", "/a?next=https%253A%252F%252Fb%252F%253Ftoken%253Dhunter2",
    "/a?next=%25252Fb%25253Ftoken%25253Dhunter2", "/a?next=https%3A%2F%2Fb%2F%23token%3Dhunter2",
    "/a?next=%2Fb%3Fnext%3D%252Fc%253Fjwt%253Dhunter2",
    "/a?state=%7B%22a%22%3A%5B%7B%22pwd%22%3A%22hunter2%22%7D%5D%7D",
  ])
  func `an issue shows no secret of a URL or of JSON in the query`(path: String) async throws {
    Env.stub(.get("/a").query(["next": "other", "state": "other"]), .ok).optional()
    let message = try #require(try await issues { try await send(path) }.first)
    #expect(!message.contains("hunter"), "\(message)")
    let sent = SentRequest(try request(path), body: Data(), date: Env.date())
    #expect(["next", "state"].contains { "\(sent)".hasSuffix("/a?\($0)=…") }, "\(sent)")
  }

  @Test(arguments: [["Authorization": "Bearer hunter2"], ["Cookie": "session=hunter2"]])
  func `an issue shows no secret of a header in the URL either`(headers: [String: String]) async throws {
    let message = try #require(try await issues { try await send("/a?q=hunter2", headers: headers) }.first)
    #expect(message.contains("/a?q=…."), "\(message)")
  }

  @Test func `an issue shows no secret of JSON in JSON`() async throws {
    Env.stub(.post("/a").json(["data": "other"]), .ok).optional()
    Env.stub(.post("/a").body(Data("other".utf8)), .ok).optional()
    let body = #"{"data":"{\"token\":\"hunter2\"}"}"#
    let json = ["Content-Type": "application/json"]
    let message = try #require(try await issues { try await send("POST /a", body: body, headers: json) }.first)
    #expect(!message.contains("hunter"), "\(message)")
  }

  @Test func `an issue shows no secret of a query that is longer than what it shows`() async throws {
    let token = String(repeating: "hunter2", count: 200)
    let message = try #require(try await issues { try await send("/a?token=\(token)") }.first)
    #expect(!message.contains("hunter"))
  }

  @Test func `what is not text is not read as a form, which would take long`() async throws {
    var request = try request("POST /photos/summer")
    request.httpBody = Data([0xFF, 0xD8]) + Data("&token=summer&".utf8)
    let reported = await issues { [request] in _ = try? await Env.http(request) }
    #expect(reported.first?.contains("/photos/summer") == true)
  }

  @Test func `an issue shows no secret of a form or of a header`() async throws {
    Env.stub(.post("/a").form(["password": "other"]).header("X-Echo", "other"), .ok).optional()
    let type = "application/x-www-form-urlencoded"
    let message = try #require(
      try await issues {
        try await send(
          "POST /a", body: "password=hunter+2",
          headers: [
            "Content-Type": type, "Authorization": "Bearer hunter2", "X-Echo": "hunter2",
          ])
      }.first)
    #expect(!message.contains("hunter"), "\(message)")
  }

  @Test(arguments: ["<https://example.com/?page=2&token=hunter2>; rel=next", #"{"password":"hunter2"}"#])
  func `an issue shows no secret of a URL or of JSON in a header`(value: String) async throws {
    Env.stub(.get("/a").header("X-Echo", "other"), .ok).optional()
    let message = try #require(try await issues { try await send("/a", headers: ["X-Echo": value]) }.first)
    #expect(message.contains("header X-Echo is "))
    #expect(!message.contains("hunter"), "\(message)")
  }

  @Test(arguments: ["X-Auth", "auth", "sig", "aws-access-key", "OTP"])
  func `an issue shows no secret that a short name tells`(name: String) async throws {
    Env.stub(.get("/a").header(name, "other"), .ok).optional()
    Env.stub(.get("/a").query(name, "other"), .ok).optional()
    let message = try #require(
      try await issues { try await send("/a?\(name)=hunter2", headers: [name: "hunter2"]) }.first)
    #expect(!message.contains("hunter"), "\(message)")
  }

  @Test(arguments: ["author", "design", "authority", "laptop"])
  func `an issue shows what no name tells to be a secret`(name: String) async throws {
    let message = try #require(try await issues { try await send("/a?\(name)=orwell") }.first)
    #expect(message.contains("orwell"), "\(message)")
  }

  @Test(arguments: ["hunter2", "h2"]) func `an issue shows no secret of a part of a body`(secret: String) async throws {
    Env.stub(.post("/a").multipart(containing: ["password": "other"]), .ok).optional()
    Env.stub(.post("/a").body(Data("other".utf8)), .ok).optional()
    let message = try #require(
      try await issues {
        try await send(
          "POST /a", body: "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(secret)\r\n--b--\r\n",
          headers: ["Content-Type": "multipart/form-data; boundary=b"])
      }.first)
    #expect(message.contains("password is …"), "\(message)")
    #expect(!message.contains(secret), "\(message)")
  }

  @Test(arguments: ["X-Auth-Token", "x-api-key"])
  func `an issue shows no secret of a header, however short`(name: String) async throws {
    Env.stub(.get("/a").header(name, "9f3k2"), .ok).optional()
    let message = try #require(try await issues { try await send("/a", headers: [name: "9f3k1"]) }.first)
    #expect(message.contains("header \(name) has another value"), "\(message)")
    #expect(!message.contains("9f3k"), "\(message)")
  }

  @Test func `the names of cookies and of schemes are no secrets`() async throws {
    Env.stub(.post("/comments/bearer"), .ok).optional()
    let headers = ["Cookie": "comments=hunter2; a=ab=cd=ef", "Authorization": "Bearer hunter2"]
    let message = try #require(try await issues { try await send("/comments", headers: headers) }.first)
    #expect(message.contains("POST, path /comments/bearer"), "\(message)")
    #expect(!message.contains("hunter"), "\(message)")
  }

  @Test func `an issue shows no secret of JSON`() async throws {
    Env.stub(.post("/a").json(containing: ["user": ["password": "other"]]), .ok).optional()
    let message = try #require(
      try await issues { try await send("POST /a", body: #"{"user":{"password":"hunt\u0065r2"}}"#) }.first)
    #expect(message.contains("password is …"), "\(message)")
    #expect(!message.contains("hunter"), "\(message)")
  }

  @Test func `the descriptions of recorded requests show no secret either`() async throws {
    let folder = try RecordingFolder()
    _ = try await folder.recording().answer(.get("https://example.com/a?token=hunter2&b=1"))
    let nearest = folder.recording(.none).nearest(to: .get("https://example.com/a?token=hunter3&b=2")).joined()
    #expect(nearest.contains("token=…"))
    #expect(!nearest.contains("hunter"))
  }

  @Test func `an issue shows nothing that the recording of the mock hides`() async throws {
    let folder = try RecordingFolder()
    try folder.write(#"{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[]}}"#)
    Env = .mock.recording(
      to: folder.file.path, mode: .none,
      hiding: [.query("sid"), .field("pin"), .header("X-Session"), .text("acme-internal/key", named: "key")])
    Env.stub(
      .path("/a/acme-internal/key").query("sid", "other").header("X-Session", "other").json(["pin": "other"]), .ok
    ).optional()
    let message = try #require(
      try await issues {
        try await send(
          "POST /a/acme-internal%2Fkey?sid=secret-sid", body: #"{"pin":"secret-pin"}"#,
          headers: ["Content-Type": "application/json", "X-Session": "secret-session"])
      }.first)
    #expect(message.contains("POST https://api.example.com/a/…?sid=…"), "\(message)")
    for secret in ["acme-internal", "secret-"] { #expect(!message.contains(secret), "\(message)") }
  }

  @Test func `an issue shows nothing that the recording of the mock hides, with escapes and in Base64`() async throws {
    let folder = try RecordingFolder()
    _ = try await folder.recording().answer(.get("https://example.com"))
    Env = .mock.replaying(folder.file.path, hiding: [.field("pin"), .text("acme-internal/key", named: "key")])
    Env.stub(.post("/a").body(Data("q".utf8)), .ok).optional()
    let encoded = Data("acme-internal/key".utf8).base64EncodedString()
    let message = try #require(
      try await issues { try await send("POST /b/\(encoded)", body: #"{"pin":"abc\/def+SEKRIT\/99=="}"#) }.first)
    #expect(message.contains("POST https://api.example.com/b/…"), "\(message)")
    for secret in ["SEKRIT", encoded] { #expect(!message.contains(secret), "\(message)") }
  }

  @Test(
    arguments: [
      "{\"password\":\"SEKRIT99\"}\n{\"password\":\"SEKRIT99\"}",
      #"{"query":"mutation { login(password: \"SEKRIT99\") }"}"#, #"{"password":"SEKRIT99","a":"#,
      "[1,{\"token\":\"SEKRIT99\"}]\n[2]", #"data: {"password":"SEKRIT\/99"}"#,
    ]
  )
  func `an issue shows no secret of a body that has JSON or code inside`(body: String) async throws {
    Env.stub(.post("/near").body(Data("abc".utf8)), .ok).optional()
    let message = try #require(try await issues { try await send("POST /near", body: body) }.first)
    #expect(message.contains("body is "), "\(message)")
    #expect(!message.contains("SEKRIT"), "\(message)")
  }

  @Test func `an issue shows no secret behind a semicolon in the path`() async throws {
    Env.stub(.get("/a"), .ok).optional()
    let message = try #require(try await issues { try await send("/near;jsessionid=SEKRIT99/b") }.first)
    #expect(message.contains("path is /near;jsessionid=…"), "\(message)")
    #expect(!message.contains("SEKRIT"), "\(message)")
  }

  @Test func `an issue shows no secret that an earlier request of a replay had`() async throws {
    let folder = try RecordingFolder()
    _ = try await folder.recording(hiding: [.query("sid")]).answer(.get("https://api.example.com/a?sid=hunter2-42"))
    Env = .mock.replaying(folder.file.path, hiding: [.query("sid")])
    #expect(try await send("/a?sid=hunter2-42").status == 200)
    let message = try #require(try await issues { try await send("/items/hunter2-42") }.first)
    #expect(message.contains("GET https://api.example.com/items/…"), "\(message)")
    #expect(!message.contains("hunter"), "\(message)")
  }
}
