import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentRecordings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which header fields tell requests apart, and what a test may say about that.
@Suite(.environment(.mock))
struct ArchiveMatchTests {
  private let folder: RecordingFolder

  init() throws {
    folder = try RecordingFolder()
  }

  private func write(_ entries: [(headers: [String: String], vary: String?, text: String)]) throws {
    func list(_ fields: [String: String]) -> String {
      fields.map { #"{"name": "\#($0)", "value": "\#($1)"}"# }.joined(separator: ",")
    }
    let texts = entries.map { entry in
      """
      {"request": {"method": "GET", "url": "https://example.com/a", "headers": [\(list(entry.headers))]},
       "response": {"status": 200, "headers": [\(list(entry.vary.map { ["vary": $0] } ?? [:]))],
        "content": {"size": \(entry.text.utf8.count), "mimeType": "text/plain", "text": "\(entry.text)"}}}
      """
    }
    try folder.write(#"{"log": {"entries": [\#(texts.joined(separator: ","))]}}"#)
  }

  private func get(_ headers: [String: String] = [:]) -> URLRequest { .get("https://example.com/a", headers: headers) }

  private func languages(_ vary: String? = "Accept-Encoding, Accept-Language") throws {
    try write(["en", "de", "en", "de"].enumerated().map { (["accept-language": $1], vary, "\($1)\($0)") })
  }

  @Test func `answers that vary by a header field are told apart by it, each in its order`() async throws {
    try languages()
    let recording = folder.recording(.none)
    for (language, text) in [("de", "de1"), ("en", "en0"), ("en", "en2"), ("de", "de3"), ("de", "de3"), ("en", "en2")] {
      #expect(try await recording.text(get(["Accept-Language": language])) == text)
    }
  }

  @Test func `a request without that field gets all answers in their order`() async throws {
    try languages()
    let recording = folder.recording(.none)
    for text in ["en0", "de1", "en2", "de3", "de3"] { #expect(try await recording.text(get()) == text) }
  }

  @Test func `a value that no answer has is not recorded, which the nearest requests say`() async throws {
    try languages()
    let recording = folder.recording(.none)
    #expect(try await recording.text(get(["Accept-Language": "fr"])) == nil)
    #expect(
      recording.nearest(to: get(["Accept-Language": "fr"])).first?.hasSuffix(
        "log.entries[0]: accept-language is fr, not en, and the answer varies") == true)
  }

  @Test func `a value that no answer has is answered where all have one, and asked for where it may be recorded`()
    async throws
  {
    try write([(["accept-language": "en"], "Accept-Language", "one"), (["accept-language": "en"], nil, "two")])
    let french = get(["Accept-Language": "fr"])
    #expect(try await folder.replayed(french) == "one")
    #expect(try await folder.recording(.newEpisodes).text(french) == "real")
  }

  @Test(arguments: [nil, "Accept-Encoding", "*", "Cookie, Authorization", ""] as [String?])
  func `a field that no answer varies by, or that is secret, makes no difference`(vary: String?) async throws {
    try write([(["accept-language": "en", "cookie": "a=1"], vary, "one"), (["accept-language": "de"], vary, "two")])
    let recording = folder.recording(.none)
    let request = get(["Accept-Language": "de", "Cookie": "b=2", "Accept-Encoding": "br", "Authorization": "x"])
    for text in ["one", "two", "two"] { #expect(try await recording.text(request) == text) }
  }

  @Test func `parts of one body are told apart by Range`() async throws {
    try write([(["range": "bytes=0-1"], nil, "ab"), (["range": "bytes=2-3"], nil, "cd"), ([:], nil, "abcdef")])
    let recording = folder.recording(.none)
    #expect(try await recording.text(get(["Range": "bytes=2-3"])) == "cd")
    #expect(try await recording.text(get(["Range": "bytes=0-1"])) == "ab")
    #expect(try await recording.text(get()) == "abcdef")
    #expect(try await recording.text(get(["Range": "bytes=4-5"])) == nil)
    #expect(
      recording.nearest(to: get(["Range": "bytes=4-5"])).first?.contains("header is range: bytes=4-5, not") == true)
  }

  @Test func `what is recorded is told apart in the same way`() async throws {
    let network = folder.recording { request in
      let language = request.value(forHTTPHeaderField: "Accept-Language") ?? ""
      return try answer(language, to: request, headers: ["Content-Type": "text/plain", "Vary": "Accept-Language"])
    }
    for language in ["en", "de"] { _ = try await network.answer(get(["Accept-Language": language])) }
    try RecordingFile.end(folder.file.path)
    let recording = folder.recording(.none)
    for language in ["de", "en"] {
      #expect(try await recording.text(get(["Accept-Language": language])) == language)
    }
  }

  // MARK: What a test says

  private func recording(_ matching: RecordingMatch..., mode: RecordingMode = .none) -> Recording {
    Recording(
      file: folder.file.path, mode: mode, matching: matching, variable: nil,
      network: { request, _, _ in
        let (body, head) = try answer("real", to: request)
        return (EnvironmentBytes(body), head)
      }, place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  @Test func `a test names a header field that tells requests apart`() async throws {
    try write([(["Accept": "text/html"], nil, "page"), (["Accept": "application/json"], nil, "json")])
    let recording = recording(.method, .url, .headers("accept"), .body)
    #expect(try await recording.text(get(["Accept": "application/json"])) == "json")
    #expect(try await recording.text(get(["Accept": "text/html"])) == "page")
    #expect(try await recording.text(get()) == nil)
  }

  @Test func `a header field that is secret is compared, and not shown`() async throws {
    try write([(["X-Session-Token": "abcdef"], nil, "one"), (["X-Session-Token": "ghijkl"], nil, "two")])
    let recording = recording(.method, .url, .headers("X-Session-Token"))
    #expect(try await recording.text(get(["X-Session-Token": "ghijkl"])) == "two")
    let nearest = recording.nearest(to: get(["X-Session-Token": "mnopqr"])).joined()
    #expect(nearest.contains("header is x-session-token: …, not x-session-token: …"))
  }

  @Test func `a test names items of the query and members of the body that make no difference`() async throws {
    try folder.write(
      #"""
      {"log": {"entries": [{"request": {"method": "POST", "url": "https://example.com/a?ts=1&page=2",
       "postData": {"mimeType": "application/json", "text": "{\"q\": 1, \"nonce\": 7}"}},
       "response": {"status": 200, "content": {"size": 3, "text": "one"}}}]}}
      """#)
    let recording = recording(.method, .url(ignoring: "TS"), .body(ignoring: "nonce"), mode: .newEpisodes)
    for url in ["https://example.com/a?page=2&ts=2", "https://example.com/a?page=2"] {
      #expect(try await recording.text(.post(url, #"{"q":1,"nonce":8}"#)) == "one")
    }
    #expect(try await recording.text(.post("https://example.com/a?page=3", #"{"q":1}"#)) == "real")
    #expect(try await recording.text(.post("https://example.com/a?page=2", #"{"q":2}"#)) == "real")
  }

  @Test func `a test may compare less`() async throws {
    try write([([:], nil, "one")])
    var request = URLRequest.post("https://example.com/a", "any")
    #expect(try await recording(.method, .url).text(request) == nil)
    #expect(try await recording(.url, mode: .newEpisodes).text(request) == "one")
    request.url = URL(string: "https://example.com/b")
    #expect(try await recording(.url).text(request) == nil)
  }

  @Test func `what makes no difference is recorded as it was`() async throws {
    let recording = recording(.method, .url(ignoring: "ts"), .body, mode: .once)
    for time in [2, 1] { _ = try await recording.answer(.get("https://example.com/a?ts=\(time)")) }
    try RecordingFile.end(folder.file.path)
    #expect(
      try folder.har().log.entries.map(\.request.url) == ["https://example.com/a?ts=1", "https://example.com/a?ts=2"])
  }
}
