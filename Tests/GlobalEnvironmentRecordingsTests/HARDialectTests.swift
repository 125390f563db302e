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

/// What browsers export.
@Suite(.environment(.mock))
struct HARDialectTests {

  @Test func `Chrome's answer replays, without what told how it travelled`() async throws {
    let request = URLRequest.get("https://blog.example.com/api/posts?limit=2&page=1")
    let (data, response) = try #require(try await fixture("chrome.har").answer(request))
    #expect(String(decoding: data, as: UTF8.self) == #"[{"id":1,"title":"Hé!"},{"id":2,"title":"B"}]"#)
    #expect(response.statusCode == 200)
    #expect(response.url == request.url)
    #expect(response.value(forHTTPHeaderField: "Content-Encoding") == nil)
    #expect(response.value(forHTTPHeaderField: "Content-Length") == String(data.count))
    #expect(response.value(forHTTPHeaderField: "Date") == "Tue, 05 Mar 2024 09:12:44 GMT")
    #expect(response.allHeaderFields.keys.allSatisfy { ($0 as? String)?.hasPrefix(":") == false })
  }

  @Test func `Chrome's cookies are all there`() async throws {
    let request = URLRequest.get("https://blog.example.com/api/posts?limit=2&page=1")
    let (_, response) = try #require(try await fixture("chrome.har").answer(request))
    #expect(
      response.value(forHTTPHeaderField: "Set-Cookie")
        == "seen=1; Path=/, lang=en; Path=/; Expires=Wed, 05 Mar 2025 09:12:44 GMT")
  }

  @Test(arguments: [("Shift_JIS", [0x93, 0xFA], "Shift_JIS"), ("x-unknown", [0xE6, 0x97, 0xA5], "utf-8")])
  func `text is in the encoding that Chrome names in the header field, or says that it is UTF-8`(
    charset: String, bytes: [UInt8], replayed: String
  ) async throws {
    let folder = try RecordingFolder()
    try folder.write(
      """
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://example.com/"},
       "response": {"status": 200, "headers": [{"name": "content-type", "value": "text/html; charset=\(charset)"}],
        "content": {"mimeType": "text/html", "text": "日"}}}]}}
      """)
    let (data, head) = try #require(try await folder.recording(.none).answer(.get("https://example.com/")))
    #expect([UInt8](data) == bytes)
    #expect(head.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=\(replayed)")
  }

  @Test(arguments: [
    (["02:00:00Z", "03:00:00.5+02:00", "03:00:00-01:00"], ["second", "first", "third"]),
    (["02:00:00Z", "02:00:00Z", "01:00:00Z"], ["third", "first", "second"]),
    (["02:00:00Z", "", "01:00:00Z"], ["first", "second", "third"]),
  ])
  func `answers to one request come in the order of their dates, if all have one`(
    times: [String], texts: [String]
  ) async throws {
    let folder = try RecordingFolder()
    let entries = zip(times, ["first", "second", "third"]).map { time, text in
      """
      {"startedDateTime": "2024-03-05T\(time)", "request": {"method": "GET", "url": "https://example.com/"},
       "response": {"status": 200, "content": {"mimeType": "text/plain", "text": "\(text)"}}}
      """
    }
    try folder.write(#"{"log": {"creator": {"name": "A proxy"}, "entries": [\#(entries.joined(separator: ","))]}}"#)
    let recording = folder.recording(.none)
    var received: [String] = []
    for _ in texts {
      let (data, _) = try #require(try await recording.answer(.get("https://example.com/")))
      received.append(String(decoding: data, as: UTF8.self))
    }
    #expect(received == texts)
  }

  @Test func `Chrome's image in Base64 is its bytes`() async throws {
    let (data, _) = try #require(try await fixture("chrome.har").answer(.get("https://blog.example.com/dot.png")))
    #expect([UInt8](data) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  @Test func `Chrome's status 0 is the error that the request met`() async throws {
    let url = try #require(URL(string: "https://stats.example.net/collect"))
    let request = URLRequest.post(url.absoluteString, #"{"event":"open""#, type: "text/plain")
    let error = await #expect(throws: URLError.self) { try await fixture("chrome.har").answer(request) }
    #expect(error?.code == .cannotFindHost)
    #expect(error?.userInfo[NSURLErrorFailingURLErrorKey] as? URL == url)
  }

  @Test func `Chrome's WebSockets and data URLs are passed over`() async throws {
    let names = SecretNames([])
    let path = "\(#filePath)".replacing("HARDialectTests.swift", with: "HARFixtures/chrome.har")
    #expect(try RecordedAnswers(HARFile(path), names).recorded.map(\.index) == [0, 1, 2, 5])
  }

  @Test func `Chrome's redirect is answered as it is, for a URL with any fragment`() async throws {
    let (data, response) = try #require(try await fixture("chrome.har").answer(.get("https://blog.example.com/old")))
    #expect(data.isEmpty)
    #expect(response.statusCode == 302)
    #expect(response.value(forHTTPHeaderField: "Location") == "/new")
  }

  @Test func `Firefox's form in params is matched as the form that it was`() async throws {
    let form = "password=p%26ss%3Dword&user=ana+maria"
    let request = URLRequest.post(
      "https://shop.example.org/login", form, type: "application/x-www-form-urlencoded")
    let recording = fixture("firefox.har")
    #expect(recording.nearest(to: request).first?.hasSuffix("log.entries[0]: ") == true)
    #expect(try await recording.answer(request) != nil)
  }

  @Test func `Firefox's text is in the encoding that its type names`() async throws {
    let request = URLRequest.post("https://shop.example.org/login", "")
    let (data, response) = try #require(try await fixture("firefox.har").answer(request))
    #expect(data == "<p>Olá</p>".data(using: .isoLatin1))
    #expect(response.value(forHTTPHeaderField: "Set-Cookie") == "sid=1e9d0c; HttpOnly, cart=; Path=/")
  }

  @Test func `Firefox's truncated body is as long as it is, which is an issue`() async throws {
    let recording = fixture("firefox.har")
    try await withKnownIssue {
      let (data, response) = try #require(try await recording.answer(.get("https://shop.example.org/big.csv")))
      #expect(String(decoding: data, as: UTF8.self) == "a;b\n1;2")
      #expect(response.value(forHTTPHeaderField: "Content-Length") == "7")
    } matching: {
      $0.description.contains("is not the 9000000000 bytes that the server sent")
    }
  }

  /// Opens a recording with these entries.
  private func recording(_ folder: RecordingFolder, _ entries: String...) throws -> Recording {
    try folder.write(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#)
    return folder.recording(.none)
  }

  @Test func `Insomnia's query, which stands only beside the URL, belongs to it`() async throws {
    let folder = try RecordingFolder()
    let recording = try recording(
      folder,
      #"""
      {"request": {"method": "GET", "url": "https://example.com/#top",
       "queryString": [{"name": "q", "value": "a b&c"}, {"name": "token", "value": "1"}]},
       "response": {"status": 200, "content": {"text": "found"}}}
      """#)
    #expect(try await recording.text(.get("https://example.com/?token=1&q=a%20b%26c")) == "found")
    #expect(try await recording.text(.get("https://example.com/")) == nil)
  }

  @Test func `a host that is written in other letters than ASCII is the one that a request has`() async throws {
    let folder = try RecordingFolder()
    try folder.write(
      """
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://bücher.example/é?ü=ö"},
       "response": {"status": 200, "content": {"text": "x"}}}]}}
      """)
    let answer = try await folder.recording(.none).answer(.get("https://bücher.example/é?ü=ö"))
    #expect(answer?.1.statusCode == 200)
  }

  @Test func `a WebSocket that is exported as status 101 is passed over`() async throws {
    let folder = try RecordingFolder()
    let request = #""request": {"method": "GET", "url": "https://example.com/graphql"}"#
    let recording = try recording(
      folder, #"{\#(request), "response": {"status": 101}}"#,
      #"{\#(request), "response": {"status": 200, "content": {"text": "page"}}}"#)
    #expect(try await recording.text(.get("https://example.com/graphql")) == "page")
  }

  @Test func `a 304 with its body is a 200 to a request that names nothing it has kept`() async throws {
    let folder = try RecordingFolder()
    let recording = try recording(
      folder,
      #"""
      {"request": {"method": "GET", "url": "https://example.com/"},
       "response": {"status": 304, "headers": [{"name": "Content-Length", "value": "0"}],
        "content": {"mimeType": "text/plain", "text": "kept"}}}
      """#)
    for (headers, status, text) in [([:], 200, "kept"), (["If-None-Match": "1"], 304, "")] {
      let (data, head) = try #require(try await recording.answer(.get("https://example.com/", headers: headers)))
      #expect(head.statusCode == status)
      #expect(String(decoding: data, as: UTF8.self) == text)
      if status == 200 { #expect(head.value(forHTTPHeaderField: "Content-Length") == "4") }
    }
  }

  @Test func `Safari's JSON is matched by what it means`() async throws {
    var request = URLRequest.post("https://api.example.com/users/7", #"{"age":36,"name":"Ada"}"#)
    request.httpMethod = "PUT"
    let recording = fixture("safari.har")
    #expect(recording.nearest(to: request).first?.hasSuffix("log.entries[0]: ") == true)
    let (data, response) = try #require(try await recording.answer(request))
    #expect(data.isEmpty)
    #expect(response.statusCode == 204)
  }

  @Test func `Playwright's status -1 is the error that the request met`() async throws {
    let folder = try RecordingFolder()
    let request = #""request": {"method": "GET", "url": "https://example.com/posts"}"#
    let recording = try recording(
      folder, #"{\#(request), "response": {"status": -1, "_failureText": "net::ERR_NAME_NOT_RESOLVED"}}"#,
      #"{\#(request), "response": {"status": -1, "content": {"size": -1, "mimeType": "x-unknown"}}}"#,
      #"{\#(request), "response": {"status": 200, "content": {"text": "posts"}}}"#)
    let posts = URLRequest.get("https://example.com/posts")
    for code in [URLError.Code.cannotFindHost, .networkConnectionLost] {
      let error = await #expect(throws: URLError.self) { try await recording.answer(posts) }
      #expect(error?.code == code)
    }
    #expect(try await recording.text(posts) == "posts")
  }

  @Test(arguments: ["10.0.0.1:443", "[::1]:443", "example.com:443", "https://example.com"])
  func `a proxy's tunnel is passed over`(url: String) async throws {
    let folder = try RecordingFolder()
    let recording = try recording(
      folder, #"{"request": {"method": "CONNECT", "url": "\#(url)"}, "response": {"status": 200}}"#,
      #"{"request": {"method": "GET", "url": "https://example.com"}, "response": {"status": 200}}"#)
    #expect(try await recording.text(.get("https://example.com")) == "")
    #expect(recording.nearest(to: .get("https://example.org")).count == 1)
  }

  @Test(arguments: [#"\udc80"#, #"\udcff\udc00"#, #"\ud83d"#, #"\uD83D\u0041"#, #"\\\ud83d"#])
  func `half of a surrogate pair, as mitmproxy writes a byte that is no text, is read as U+FFFD`(
    half: String
  ) async throws {
    let folder = try RecordingFolder()
    let recording = try recording(
      folder,
      #"""
      {"request": {"method": "POST", "url": "https://example.com/a", "postData": {"text": "\#(half)"}},
       "response": {"status": 200, "content": {"text": "a\#(half)\ud83d\ude00\\ud83d"}}}
      """#)
    let text = try #require(try await recording.text(.post("https://example.com/a", "")))
    #expect(text.hasPrefix("a"))
    #expect(text.contains("\u{FFFD}"))
    #expect(text.hasSuffix(#"😀\ud83d"#))
  }

  @Test(arguments: ["multipart/form-data; boundary=x", "multipart/form-data"], ["", "\r\n"])
  func `a multipart form that was exported as fields is matched by its fields`(
    type: String, end: String
  ) async throws {
    let folder = try RecordingFolder()
    func entry(_ name: String) -> String {
      #"""
      {"request": {"method": "POST", "url": "https://example.com/photos",
       "postData": {"mimeType": "\#(type)", "params": [{"name": "a \"b\"", "value": "\#(name)&"},
        {"name": "file", "value": "text", "fileName": "\#(name).txt", "contentType": "text/plain"}]}},
       "response": {"status": 200, "content": {"text": "\#(name)"}}}
      """#
    }
    func request(_ name: String) -> URLRequest {
      let field = "Content-Disposition: form-data; name=\"a \\\"b\\\"\"\r\n\r\n\(name)&"
      let disposition = "Content-Disposition: form-data; name=\"file\"; filename=\"\(name).txt\""
      let body = "--B\r\n\(field)\r\n--B\r\n\(disposition)\r\nContent-Type: text/plain\r\n\r\ntext\r\n--B--\(end)"
      return .post("https://example.com/photos", body, type: "multipart/form-data; boundary=B")
    }
    let recording = try recording(folder, entry("one"), entry("two"))
    #expect(try await recording.text(request("two")) == "two")
    #expect(try await recording.text(request("one")) == "one")
    #expect(try await recording.text(request("three")) == nil)
  }

  @Test(arguments: [
    #""startedDateTime": 1700000000, "time": "12 ms", "_resourceType": {"a": 1}, "timings": {"send": "1", "wait": null}"#,
    #""time": [], "timings": [], "startedDateTime": null, "_resourceType": 5"#,
  ])
  func `what replaying can do without may be of any type`(values: String) async throws {
    let folder = try RecordingFolder()
    let entry = #"""
      {\#(values), "request": {"method": "GET", "url": "https://example.com/a", "httpVersion": 1.1},
       "response": {"status": 200, "statusText": 0, "httpVersion": 2, "redirectURL": false, "_error": {"code": 1},
        "content": {"text": "a"}}}
      """#
    #expect(try await recording(folder, entry).text(.get("https://example.com/a")) == "a")
  }

  @Test func `a value that is written as a number or a boolean is its text`() async throws {
    let folder = try RecordingFolder()
    let recording = try recording(
      folder,
      #"""
      {"request": {"method": "GET", "url": "https://example.com/",
       "queryString": [{"name": "all", "value": true}, {"name": "page", "value": 12345678901}]},
       "response": {"status": 200, "content": {"text": "found"}}}
      """#)
    #expect(try await recording.text(.get("https://example.com/?page=12345678901&all=true")) == "found")
  }
}
