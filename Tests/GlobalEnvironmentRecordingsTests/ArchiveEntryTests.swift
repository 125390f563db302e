import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentRecordings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Archives of other tools in which some entries are of no use.
@Suite(.environment(.mock))
struct ArchiveEntryTests {
  private let folder: RecordingFolder
  private let good =
    #"{"request": {"method": "GET", "url": "https://example.com/a"}, "response": {"status": 200, "content": {"size": 4, "text": "good"}}}"#

  init() throws {
    folder = try RecordingFolder()
  }

  private func write(_ entries: String...) throws {
    try folder.write(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#)
  }

  private func entry(_ url: String, request: String = "", _ response: String = #""status": 200"#) -> String {
    #"{"request": {"method": "GET", "url": "\#(url)"\#(request)}, "response": {\#(response)}}"#
  }

  @Test(arguments: [
    #"{"request": {"method": "GET", "url": "posts"}, "response": {"status": 200}}"#,
    #"{"request": {"method": "GET", "url": "http://["}, "response": {"status": 200}}"#,
    #"{"request": {"method": "GET", "url": 7}, "response": {"status": 200}}"#,
    #"{"request": {"method": "GET", "url": "https://example.com/b"}, "response": {"status": 2000}}"#,
    #"{"request": {"method": "GET", "url": "https://example.com/b"}, "response": {"status": 200, "headers": {}}}"#,
    #"{"request": {"method": "GET", "url": "https://example.com/b"}}"#, "7", "null",
    #"{"request": {"method": "GET", "url": "https://example.com/b"}, "response": {"status": 200}, "time": NaN}"#,
    #"{"request": {"method": "GET", "url": "https://example.com/b"}, "response": {"status": 1e999}}"#,
    #"{"request": {"method": "GET", "url": "https://example.com/b, c]}"}, "response": {"status": 200, "content": {"text": "\"\x"}}}"#,
    #"{"request": {"method": "GET", "url": "https://example.com/b"}, "response": {"status": 200, "content": {"text": "a", "encoding": "rot13"}}}"#,
    #"{"request": {"method": "GET", "url": "https://example.com/b"}, "response": {"status": 200, "content": {"_file": "b.json"}}}"#,
  ])
  func `an entry that is wrong is passed over, with an issue that says where`(wrong: String) async throws {
    try write(good, wrong, good)
    var recording: Recording?
    withKnownIssue {
      recording = folder.recording(.none)
    } matching: {
      $0.description.contains("an entry is passed over") && $0.description.contains("posts.har:1:")
        && $0.description.contains("log.entries[1]")
    }
    #expect(try await recording?.text(.get("https://example.com/a")) == "good")
  }

  @Test func `a byte that is no text keeps no other entry from being read`() async throws {
    let head = #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://example.com/"#
    try (Data(head.utf8) + [0xED, 0xA0, 0x80] + Data("\"}, \"response\": {\"status\": 200}},\n\(good)]}}".utf8))
      .write(to: folder.file)
    var recording: Recording?
    withKnownIssue {
      recording = folder.recording(.none)
    } matching: {
      $0.description.contains("posts.har:1:80: log.entries[0]: this is not UTF-8")
    }
    #expect(try await recording?.text(.get("https://example.com/a")) == "good")
  }

  @Test func `a recording in which an entry is no JSON is an error`() async throws {
    for number in 1...2 { _ = try await folder.recording().answer(.get("https://example.com/\(number)")) }
    try RecordingFile.end(folder.file.path)
    let text = try folder.text()
    try folder.write(text.replacing(/"status" : 200/, with: "\"status\" : NaN", maxReplacements: 1))
    let path = folder.file.path
    #expect(throws: RecordingError.self) { try HARFile(path) }
  }

  @Test func `what a program writes as null is not there`() async throws {
    try write(
      #"{"request": {"method": "GET", "url": "https://example.com/a"}, "response": {"status": 200, "content": {"text": "good"}}, "_webSocketMessages": null}"#
    )
    #expect(try await folder.replayed(.get("https://example.com/a")) == "good")
  }

  @Test func `a redirect without its header field leads where the format says`() async throws {
    try write(entry("https://example.com/a", #""status": 302, "redirectURL": "/b", "content": {"size": 0}"#))
    let (_, head) = try #require(try await folder.recording(.none).answer(.get("https://example.com/a")))
    #expect(head.value(forHTTPHeaderField: "Location") == "/b")
  }

  @Test func `many entries that are wrong are one issue, which counts them`() throws {
    let wrong = (0..<15).map { entry("https://example.com/\($0)?token=abc", #""status": "\#($0)""#) }
    try folder.write(#"{"log": {"entries": [\#(([good] + wrong).joined(separator: ","))]}}"#)
    withKnownIssue {
      _ = folder.recording(.none)
    } matching: {
      let text = $0.description
      return text.contains("15 entries are passed over")
        && text.contains("log.entries[10] (https://example.com/9?token=…)")
        && text.contains("and 5 more") && !text.contains("abc")
    }
  }

  @Test(arguments: [
    "", "data:image/png,a b", "blob:https://example.com/1", "about:blank", "chrome-extension://abc/x.js",
  ])
  func `an entry that no request can ask for is no issue`(url: String) async throws {
    try write(entry(url, #""status": 0, "content": {}"#), good)
    #expect(try await folder.replayed(.get("https://example.com/a")) == "good")
  }

  @Test(arguments: [
    #"{"request": {"method": "POST", "url": "https://example.com/a?b=1", "queryString": {"b": 1}}, "response": {"status": 200}}"#,
    #"{"request": {"method": "POST", "url": "https://example.com/a?b=1", "postData": {"text": "x", "params": 1, "mimeType": 5}}, "response": {"status": 200, "content": {"mimeType": [], "size": "many", "text": ""}}}"#,
  ])
  func `what replaying can do without may be of any shape`(entry: String) async throws {
    try write(entry)
    #expect(try await folder.replayed(.post("https://example.com/a?b=1", "x")) == "")
  }

  @Test(arguments: ["utf-8", "UTF8", "iso-8859-1", "us-ascii"])
  func `an encoding that names the charset of a text is read`(encoding: String) async throws {
    try write(
      entry(
        "https://example.com/a", #""status": 200, "content": {"size": 2, "text": "{}", "encoding": "\#(encoding)"}"#))
    #expect(try await folder.replayed(.get("https://example.com/a")) == "{}")
  }

  @Test(
    arguments: [
      ("http://::1:8080/x?a=1", "", "http://[::1]:8080/x?a=1"), ("http://2001:db8::1/x", "", "http://[2001:db8::1]/x"),
      ("http://::1/x", "", "http://[::1]/x"), ("http://1:2:3:4:5:6:7:8:443/", "", "http://[1:2:3:4:5:6:7:8]:443/"),
      (
        "http://2001:db8::1:80/x", #", "headers": [{"name": "Host", "value": "[2001:db8::1:80]"}]"#,
        "http://[2001:db8::1:80]/x"
      ),
    ])
  func `an IPv6 address that mitmproxy writes without brackets is read`(
    url: String, headers: String, asked: String
  ) async throws {
    try write(entry(url, request: headers, #""status": 200, "content": {"size": 1, "text": "6"}"#))
    #expect(try await folder.replayed(.get(asked)) == "6")
  }

  @Test func `a file with an entry that is wrong is never written over`() async throws {
    try write(good, entry("posts"))
    let before = try folder.text()
    await withKnownIssue {
      let text = try await folder.recording(.newEpisodes).text(.get("https://example.com/b"))
      #expect(text == "real")
    }
    #expect(try folder.text() == before)
  }

  @Test(
    arguments: [
      ("zip", [0x50, 0x4B, 0x03, 0x04]), ("gzip", [0x1F, 0x8B, 0x08]), ("zlib", [0x78, 0x9C, 0xED]),
      ("zstd", [0x28, 0xB5, 0x2F, 0xFD]),
    ] as [(String, [UInt8])])
  func `a compressed archive is named as what it is`(name: String, start: [UInt8]) {
    let error = #expect(throws: RecordingError.self) { try HARFile(Data(start + [0, 0xFF]), from: "posts.har") }
    #expect(error?.reason.hasPrefix("this is a \(name) archive") == true)
  }

  // MARK: Cookies and spellings

  @Test func `a cookie with a value of the URL does not make a request miss`() async throws {
    let url = "https://example.com/a?user=AbC123xyz789QQ"
    try write(entry(url, #""status": 200, "content": {"size": 5, "text": "pixel"}"#))
    let recording = folder.recording(.none)
    for cookie in ["", "id=AbC123xyz789QQ", "a=1; id=AbC123xyz789QQ; b=2"] {
      #expect(try await recording.text(.get(url, headers: cookie.isEmpty ? [:] : ["Cookie": cookie])) == "pixel")
    }
  }

  @Test func `a cookie of the file with a value of the URL does not make a request without it miss`() async throws {
    let url = "https://example.com/a?user=AbC123xyz789QQ"
    let cookie = #", "headers": [{"name": "Cookie", "value": "id=AbC123xyz789QQ"}]"#
    try write(entry(url, request: cookie, #""status": 200, "content": {"size": 5, "text": "pixel"}"#))
    for headers in [[:], ["Cookie": "other=AbC123xyz789QQ"], ["Cookie": "c=d"]] {
      #expect(try await folder.recording(.newEpisodes).text(.get(url, headers: headers)) == "pixel")
    }
  }

  @Test(arguments: [
    "https://example.com/a?q=é%20b", "https://example.com/é%20b", "https://example.com/a?q=[1]%20|",
    "https://bücher.example/é%2F?q=ü%26",
  ])
  func `a letter that a URL cannot have, beside an escape, matches as Foundation reads it and as it is meant`(
    url: String
  ) async throws {
    try write(entry(url, #""status": 200, "content": {"size": 1, "text": "6"}"#))
    let recording = folder.recording(.none)
    #expect(try await recording.text(.get(url)) == "6")
    let escapes = ["é": "%C3%A9", "=ü": "=%C3%BC", "[": "%5B", "]": "%5D", "|": "%7C"]
    let escaped = escapes.reduce(url) { $0.replacing($1.key, with: $1.value) }
    #expect(try await recording.text(.get(escaped)) == "6")
  }
}
