import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentRecordings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Bodies in the archives of other tools, which decode them by a guess, cut them short, or leave them out.
@Suite(.environment(.mock))
struct ArchiveBodyTests {
  private let folder: RecordingFolder

  init() throws {
    folder = try RecordingFolder()
  }

  /// Replays the answer of a file that has only this one.
  private func replay(_ response: String, method: String = "GET") async throws -> [UInt8] {
    try folder.write(
      #"""
      {"log": {"entries": [{"request": {"method": "\#(method)", "url": "https://example.com/a"},
       "response": {\#(response)}}]}}
      """#)
    var request = URLRequest.get("https://example.com/a")
    request.httpMethod = method
    let (data, _) = try #require(try await folder.recording(.none).answer(request))
    return [UInt8](data)
  }

  /// Expects the issue about a body.
  private func expectIssue(_ words: String, _ response: String) async throws {
    try await withKnownIssue {
      _ = try await replay(response)
    } matching: {
      $0.description.contains(words) && $0.description.contains("log.entries[0].response.content")
    }
  }

  @Test(
    arguments: [
      // UTF-8 that was read as windows-1252.
      (#""size": 13, "mimeType": "text/event-stream", "text": "data: Ã©æ—¥\n\n""#, Array("data: é日\n\n".utf8)),
      // ISO 8859-1, and windows-1252 with the byte 0x81, which that leaves undefined.
      (#""size": 3, "mimeType": "text/plain", "text": "Olá""#, [0x4F, 0x6C, 0xE1]),
      (#""size": 3, "mimeType": "text/plain", "text": "€\u0081é""#, [0x80, 0x81, 0xE9]),
      // mitmproxy's binary, compressed on its way.
      (
        #""size": 30, "compression": -26, "mimeType": "application/octet-stream", "text": "ab\u0080\u00ff""#,
        [0x61, 0x62, 0x80, 0xFF]
      ),
      (#""size": 4, "text": "Ã©Ã©""#, Array("éé".utf8)),
      // UTF-16 with its mark, and UTF-8 with one.
      (#""size": 8, "mimeType": "text/csv", "text": "néa""#, [0xFF, 0xFE, 0x6E, 0x00, 0xE9, 0x00, 0x61, 0x00]),
      (#""size": 5, "mimeType": "text/css", "text": "é""#, [0xEF, 0xBB, 0xBF, 0xC3, 0xA9]),
      (#""size": 5, "mimeType": "application/json; charset=utf-8", "text": "{}""#, [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
      // Base64 that nothing says to be that.
      (#""size": 4, "mimeType": "image/png", "text": "iVBORw==""#, [0x89, 0x50, 0x4E, 0x47]),
      // The page says it itself.
      (
        #""size": 23, "mimeType": "text/html", "text": "<meta charset=koi8-r>дa""#,
        Array("<meta charset=koi8-r>".utf8) + [0xC4, 0x61]
      ),
    ] as [(String, [UInt8])])
  func `text of a type without a charset is as many bytes as the file says`(content: String, bytes: [UInt8])
    async throws
  {
    #expect(try await replay(#""status": 200, "content": {\#(content)}"#) == bytes)
  }

  @Test(
    arguments: [
      ("macintosh", "é", [0x8E]), ("x-mac-roman", "é", [0x8E]), ("koi8-u", "ї", [0xA7]), ("ibm866", "П", [0x8F]),
      ("tis-620", "ก", [0xA1]), ("x-sjis", "日", [0x93, 0xFA]), ("iso8859-1", "é", [0xE9]),
    ] as [(String, String, [UInt8])])
  func `text is in the charset that its type names`(charset: String, text: String, bytes: [UInt8]) async throws {
    let content = #""mimeType": "text/plain; charset=\#(charset)", "text": "\#(text)""#
    #expect(try await replay(#""status": 200, "content": {\#(content)}"#) == bytes)
  }

  @Test(arguments: [
    #""headers": [{"name": "Content-Length", "value": "2"}], "content": {"size": -1, "mimeType": "text/plain", "text": "Ã©"}"#,
    #""bodySize": 2, "content": {"mimeType": "text/plain", "text": "Ã©"}"#,
    #""headers": [{"name": "content-length", "value": "2"}], "content": {"size": 4, "mimeType": "text/plain", "text": "Ã©"}"#,
  ])
  func `the length that the server said tells it, too`(members: String) async throws {
    #expect(try await replay(#""status": 200, \#(members)"#) == [0xC3, 0xA9])
  }

  @Test(arguments: [
    #""size": 4, "mimeType": "text/plain", "text": "Ã©""#, #""size": 2, "mimeType": "text/plain", "text": "é""#,
    #""size": 2, "mimeType": "text/plain; charset=utf-8", "text": "é""#, #""mimeType": "text/plain", "text": "é""#,
    #""size": 50, "compression": 1, "mimeType": "application/json", "text": "{\"a\": \"\u0439\"}""#,
    #""size": -1, "mimeType": "application/json", "text": "\"é\"""#,
    #""size": 1, "mimeType": "text/plain", "text": "abc""#,
  ])
  func `text that is as long in UTF-8, or that is known to be UTF-8, stays as it is`(content: String) async throws {
    let text = try #require(
      try JSONDecoder().decode([String: JSONText].self, from: Data("{\(content)}".utf8))["text"]?.text)
    if content.contains("50") {
      try await expectIssue("is not the 51 bytes", #""status": 200, "content": {\#(content)}"#)
    } else {
      #expect(try await replay(#""status": 200, "content": {\#(content)}"#) == Array(text.utf8))
    }
  }

  /// A member of any kind, of which only a text counts.
  private struct JSONText: Decodable {
    let text: String?
    init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
  }

  @Test(arguments: [
    #""size": -1, "mimeType": "text/plain", "text": "Olá""#, #""size": 7, "mimeType": "text/plain", "text": "Oláéé""#,
    #""size": -1, "mimeType": "text/plain; charset=x-none", "text": "Olá""#,
    #""size": 1, "mimeType": "text/css", "text": "Ã©""#,
    #""size": 1, "mimeType": "text/plain; charset=x-none", "text": "é""#,
    #""size": 2, "mimeType": "text/plain; charset=euc-jp", "text": "日""#,
  ])
  func `text whose bytes cannot be told is an issue`(content: String) async throws {
    try await expectIssue("may be other bytes", #""status": 200, "content": {\#(content)}"#)
  }

  @Test func `the size that Playwright counts of its own text tells nothing`() async throws {
    let entry = #"""
      {"request": {"method": "GET", "url": "https://example.com/a"}, "response": {"status": 200,
       "content": {"size": 4, "compression": 0, "mimeType": "text/plain", "text": "Olá"}}}
      """#
    try folder.write(#"{"log": {"creator": {"name": "Playwright"}, "entries": [\#(entry)]}}"#)
    try await withKnownIssue {
      _ = try await folder.replayed(.get("https://example.com/a"))
    } matching: {
      $0.description.contains("may be other bytes")
    }
  }

  @Test(
    arguments: [
      (#""size": -1, "mimeType": "text/event-stream", "text": "data: Ã©""#, Array("data: é".utf8)),
      (
        #""size": -1, "mimeType": "text/html", "text": "<meta charset='koi8-r'>д""#,
        Array("<meta charset='koi8-r'>".utf8) + [0xC4]
      ),
      (
        #""mimeType": "application/xml", "text": "<?xml version='1.0' encoding='iso-8859-1'?>é""#,
        Array("<?xml version='1.0' encoding='iso-8859-1'?>".utf8) + [0xE9]
      ),
      (#""size": -1, "mimeType": "application/json", "text": "\"Ã©\"""#, Array("\"Ã©\"".utf8)),
    ] as [(String, [UInt8])])
  func `text that says itself in which charset it was is that`(content: String, bytes: [UInt8]) async throws {
    #expect(try await replay(#""status": 200, "content": {\#(content)}"#) == bytes)
  }

  @Test(arguments: [
    (#""size": 100, "mimeType": "text/plain", "text": "abc""#, 100),
    (#""size": 3, "mimeType": "text/plain; charset=utf-8", "text": "a\udc80b""#, 3),
    (#""size": 100, "mimeType": "image/png", "text": "iVBORw==", "encoding": "base64""#, 100),
  ])
  func `text that was cut short, or lost characters, is an issue`(content: String, length: Int) async throws {
    try await expectIssue("is not the \(length) bytes", #""status": 200, "content": {\#(content)}"#)
  }

  @Test(arguments: [
    ("gzip", #""text": "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA==", "encoding": "base64""#),
    ("deflate", #""text": "eJzLSM3JyQcABiwCFQ==", "encoding": "base64""#),
    ("gzip", #""mimeType": "text/plain", "text": "\u001f\u008b\u0008\u0000\u00ff", "size": 5"#),
    ("br", #""text": "CwKAaGn/", "encoding": "base64""#),
  ])
  func `a body that is still compressed is an issue`(coding: String, content: String) async throws {
    let headers = #"[{"name": "Content-Encoding", "value": "\#(coding)"}, {"name": "Content-Length", "value": "6"}]"#
    try await expectIssue(
      "is still compressed", #""status": 200, "headers": \#(headers), "content": {\#(content)}"#)
  }

  @Test(arguments: [
    #""mimeType": "image/png", "text": "iVBORw==", "encoding": "base64""#, #""mimeType": "text/plain", "text": "x^2""#,
  ])
  func `a body that was compressed on its way only is none`(content: String) async throws {
    let headers = #"[{"name": "Content-Encoding", "value": "deflate"}, {"name": "Content-Length", "value": "3"}]"#
    #expect(try await replay(#""status": 200, "headers": \#(headers), "content": {\#(content)}"#).count > 2)
  }

  @Test func `the size of what travelled says nothing of a text`() async throws {
    let bytes = try await replay(
      #""status": 200, "bodySize": 33, "content": {"size": 33, "mimeType": "text/plain", "text": "abc"}, "headers": [{"name": "content-encoding", "value": "gzip"}, {"name": "content-length", "value": "33"}]"#
    )
    #expect(bytes == Array("abc".utf8))
  }

  @Test func `an edited text of a recording is UTF-8, of whatever length`() async throws {
    _ = try await folder.recording { try answer("Ola", to: $0) }.answer(.get("https://example.com/a"))
    try RecordingFile.end(folder.file.path)
    try folder.write(try folder.text().replacing("\"Ola\"", with: "\"Olá\""))
    #expect(try await folder.replayed(.get("https://example.com/a")) == "Olá")
  }

  @Test(arguments: [
    #""content": {"size": -1, "mimeType": "application/json"}"#,
    #""content": {"mimeType": "image/png", "comment": "no"}"#,
    #""content": {"size": 14, "text": null}"#, #""content": {"size": 14, "text": ""}"#, #""content": {}"#,
    #""content": null"#,
    #""content": {"size": 0, "text": ""}, "headers": [{"name": "Content-Length", "value": "100"}]"#,
    #""content": {"size": 0}, "headers": [{"name": "Content-Length", "value": "100"}]"#,
  ])
  func `a body that is not in the file is an issue`(members: String) async throws {
    try await expectIssue("has no body for GET", #""status": 200, \#(members)"#)
  }

  @Test(arguments: [
    #""status": 200, "content": {"size": 0, "mimeType": "x-unknown"}"#,
    #""status": 200, "content": {"size": -1, "text": ""}"#,
    #""status": 200, "content": {"size": 20, "compression": -20, "text": ""}"#,
    #""status": 204, "content": {"size": -1}"#, #""status": 304, "content": {"size": 7}"#,
    #""status": 302, "content": {}"#,
    #""status": 200, "headers": [{"name": "Content-Length", "value": "0"}], "content": {"size": 0, "text": ""}"#,
  ])
  func `an empty body is none that is missing`(response: String) async throws {
    #expect(try await replay(response) == [])
  }

  @Test(arguments: ["_failureText", "_error"])
  func `an answer that broke off fails`(member: String) async throws {
    for (reason, code) in [
      ("net::ERR_CONTENT_LENGTH_MISMATCH", URLError.Code.networkConnectionLost), ("net::ERR_ABORTED", .cancelled),
    ] {
      let error = await #expect(throws: URLError.self) {
        try await replay(
          #""status": 200, "\#(member)": "\#(reason)", "content": {"size": 0, "mimeType": "text/plain"}"#)
      }
      #expect(error?.code == code)
    }
  }

  @Test(
    arguments: [
      ("[Errno 111] Connect call failed ('127.0.0.1', 9)", .cannotConnectToHost),
      ("net::ERR_CERT_DATE_INVALID", .serverCertificateUntrusted),
      ("[Errno -2] Name or service not known", .cannotFindHost), ("NS_ERROR_UNKNOWN_HOST", .cannotFindHost),
      ("NS_ERROR_NET_TIMEOUT", .timedOut), ("The request timed out.", .timedOut), ("NS_BINDING_ABORTED", .cancelled),
      ("A server with the specified hostname could not be found.", .cannotFindHost),
      ("net::ERR_CONNECTION_RESET", .networkConnectionLost),
      ("Could not connect to the server.", .cannotConnectToHost), ("URLError -1005", .networkConnectionLost),
      ("The Internet connection appears to be offline.", .notConnectedToInternet),
      ("net::ERR_SSL_PROTOCOL_ERROR", .secureConnectionFailed),
      ("server hung up", .networkConnectionLost), ("", .networkConnectionLost),
    ] as [(String, URLError.Code)])
  func `a failure is the error that a tool says in its words`(words: String, code: URLError.Code) {
    #expect(URLError.Code(recorded: words) == code)
  }

  @Test func `a request whose body was lost has none`() async throws {
    try folder.write(
      #"""
      {"log": {"entries": [{"request": {"method": "POST", "url": "https://example.com/a",
       "headers": [{"name": "Content-Length", "value": "3"}], "postData": {"mimeType": "a/b", "text": "", "params": []}},
       "response": {"status": 200, "content": {"size": 3, "text": "one"}}}]}}
      """#)
    #expect(try await folder.replayed(.post("https://example.com/a", "")) == "one")
  }

  @Test func `a request's body is as long as its header says`() async throws {
    try folder.write(
      #"""
      {"log": {"entries": [
       {"request": {"method": "POST", "url": "https://example.com/a", "headers": [{"name": "Content-Length", "value": "2"}],
         "postData": {"mimeType": "application/octet-stream", "text": "a\u00ff"}},
        "response": {"status": 200, "content": {"size": 3, "text": "one"}}},
       {"request": {"method": "POST", "url": "https://example.com/a", "headers": [{"name": "Content-Length", "value": "2"}],
         "postData": {"mimeType": "application/octet-stream", "text": "b\u00ff"}},
        "response": {"status": 200, "content": {"size": 3, "text": "two"}}}]}}
      """#)
    var request = URLRequest.post("https://example.com/a", "", type: "application/octet-stream")
    request.httpBody = Data([0x62, 0xFF])
    #expect(try await folder.replayed(request) == "two")
  }
}
