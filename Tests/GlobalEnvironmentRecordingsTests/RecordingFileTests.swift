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

/// What stands in the file.
@Suite(.environment(.mock))
struct RecordingFileTests {
  let folder: RecordingFolder

  init() throws {
    folder = try RecordingFolder()
  }

  @Test func `the file is HAR 1.2, in lines and in order`() async throws {
    let recording = folder.recording { try answer("[\n1]", to: $0, headers: ["Content-Type": "application/json"]) }
    _ = try await recording.answer(.post("https://example.com/posts?b=2&a=1", #"{"z":1,"a":"/"}"#))
    try RecordingFile.end(folder.file.path)
    #expect(
      try folder.text() == #"""
        {
          "log" : {
            "creator" : {
              "name" : "GlobalEnvironment",
              "version" : "1"
            },
            "entries" : [
              {
                "cache" : {
                },
                "request" : {
                  "bodySize" : -1,
                  "cookies" : [
                  ],
                  "headers" : [
                    {
                      "name" : "Content-Type",
                      "value" : "application/json"
                    }
                  ],
                  "headersSize" : -1,
                  "httpVersion" : "HTTP/1.1",
                  "method" : "POST",
                  "postData" : {
                    "mimeType" : "application/json",
                    "params" : [
                    ],
                    "text" : "{\"z\":1,\"a\":\"/\"}"
                  },
                  "queryString" : [
                    {
                      "name" : "a",
                      "value" : "1"
                    },
                    {
                      "name" : "b",
                      "value" : "2"
                    }
                  ],
                  "url" : "https://example.com/posts?b=2&a=1"
                },
                "response" : {
                  "bodySize" : -1,
                  "content" : {
                    "mimeType" : "application/json",
                    "size" : 4,
                    "text" : "[\n1]"
                  },
                  "cookies" : [
                  ],
                  "headers" : [
                    {
                      "name" : "Content-Type",
                      "value" : "application/json"
                    }
                  ],
                  "headersSize" : -1,
                  "httpVersion" : "HTTP/1.1",
                  "redirectURL" : "",
                  "status" : 200,
                  "statusText" : "OK"
                },
                "startedDateTime" : "2019-11-12T08:45:00.000Z",
                "time" : 0,
                "timings" : {
                  "receive" : 0,
                  "send" : 0,
                  "wait" : 0
                }
              }
            ],
            "version" : "1.2"
          }
        }

        """#)
  }

  @Test(
    arguments: [
      ("plain", "text/plain", false), ("héllo 🙂", "text/html; charset=utf-8", false),
      ("\u{FEFF}bom", "text/xml", false),
      ("a\r\nb\0\u{1}\u{7F}\u{2028}", "application/problem+json", false), ("", "image/png", false),
      ("png", "image/png", true), ("héllo", "text/html; charset=iso-8859-1", true), ("untyped", "", false),
      ("ascii", "text/html; charset=iso-8859-1", false), ("e\u{301}", "application/javascript", false),
    ] as [(String, String, Bool)]
  )
  func `a body comes back byte by byte, from text where it is text`(body: String, type: String, isBase64: Bool)
    async throws
  {
    let request = URLRequest.get("https://example.com")
    _ = try await folder.recording { try answer(body, to: $0, headers: ["Content-Type": type]) }.answer(request)
    #expect(try folder.har().log.entries.first?.response.content.encoding == (isBase64 ? "base64" : nil))
    #expect(try await folder.recording(.none).answer(request)?.0 == Data(body.utf8))
  }

  @Test(arguments: ["https:///posts", "/posts", "https://", "file:///posts", "ws://example.com/posts"])
  func `a request that no file can have leaves the file as it is`(url: String) async throws {
    let recording = folder.recording(.newEpisodes, failures: true) { request in
      guard request.url?.host == "example.com", request.url?.scheme == "https" else { throw URLError(.unsupportedURL) }
      return try answer("ok", to: request)
    }
    for url in [url, "https://example.com/posts", url] { _ = try? await recording.answer(.get(url)) }
    #expect(try folder.har().log.entries.map(\.request.url) == ["https://example.com/posts"])
    #expect(try await folder.replayed(.get("https://example.com/posts")) == "ok")
  }

  @Test func `bytes that are no text come back, too`() async throws {
    let bytes = Data((0...255).map { UInt8($0) })
    let request = URLRequest.get("https://example.com")
    let recording = folder.recording { (bytes, try answer("", to: $0).1) }
    _ = try await recording.answer(request)
    #expect(try await folder.recording(.none).answer(request)?.0 == bytes)
  }

  @Test func `the same requests write the same file, in whatever order they come`() async throws {
    let requests = (0..<20).map { URLRequest.get("https://example.com/\($0 * 7 % 20)") }
    var texts: Set<String> = []
    for round in 0..<3 {
      let folder = try RecordingFolder()
      let recording = folder.recording { try answer("\($0.url?.path ?? "")", to: $0) }
      try await withThrowingTaskGroup { group in
        for request in round == 1 ? requests.reversed() : requests {
          group.addTask { _ = try await recording.answer(request) }
        }
        try await group.waitForAll()
      }
      try RecordingFile.end(folder.file.path)
      texts.insert(try folder.text())
    }
    #expect(texts.count == 1)
  }

  @Test func `recording again what answers the same changes nothing`() async throws {
    let request = URLRequest.get("https://example.com/posts")
    _ = try await folder.recording(.all).answer(request)
    let text = try folder.text()
    _ = try await folder.recording(.all).answer(request)
    #expect(try folder.text() == text)
  }

  @Test func `two recordings of one file lose nothing of each other's`() async throws {
    let recordings = [folder.recording(), folder.recording(.newEpisodes), folder.recording(.all)]
    try await withThrowingTaskGroup { group in
      for (number, recording) in recordings.enumerated() {
        for post in 0..<20 {
          group.addTask { _ = try await recording.answer(.get("https://example.com/\(number)/\(post)")) }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try folder.har().log.entries.map(\.request.url)).count == 60)
  }

  @Test func `different answers to the same request are all kept`() async throws {
    let (first, second) = (folder.recording { try answer("1", to: $0) }, folder.recording { try answer("2", to: $0) })
    let request = URLRequest.get("https://example.com")
    _ = try await first.answer(request)
    _ = try await second.answer(request)
    #expect(try folder.har().log.entries.map(\.response.content.text) == ["1", "2"])
  }

  @Test func `nothing but the recording is left in its folder`() async throws {
    let recording = folder.recording()
    for number in 0..<5 { _ = try await recording.answer(.get("https://example.com/\(number)")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["posts.har"])
  }

  @Test func `a file that is deleted meanwhile begins again`() async throws {
    let recording = folder.recording()
    _ = try await recording.answer(.get("https://example.com/1"))
    try FileManager.default.removeItem(at: folder.file)
    _ = try await recording.answer(.get("https://example.com/2"))
    #expect(try folder.har().log.entries.map(\.request.url) == ["https://example.com/2"])
  }

  @Test func `folders that the file needs are made`() async throws {
    let file = folder.url.appending(components: "Recordings", "deep", "posts.har")
    let recording = Recording(
      file: file.path, mode: .once, variable: nil, network: { try answer("real", to: $0) },
      place: SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    _ = try await recording.answer(.get("https://example.com"))
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `encodings of the way are not recorded, and the length is that of the body`() async throws {
    let headers = ["Content-Encoding": "gzip", "Transfer-Encoding": "chunked", "Content-Length": "7", "ETag": "x"]
    let request = URLRequest.get("https://example.com")
    _ = try await folder.recording { try answer("four", to: $0, headers: headers) }.answer(request)
    let fields = try #require(try folder.har().log.entries.first).response.headers.dictionary
    #expect(fields.mapKeysLowercased == ["content-length": "4", "etag": "x"])
  }

  @Test func `the answer to HEAD keeps the length that the body would have`() async throws {
    var request = URLRequest.get("https://example.com")
    request.httpMethod = "HEAD"
    _ = try await folder.recording { try answer("", to: $0, headers: ["Content-Length": "99"]) }.answer(request)
    let (data, response) = try #require(try await folder.recording(.none).answer(request))
    #expect(data.isEmpty)
    #expect(response.value(forHTTPHeaderField: "Content-Length") == "99")
  }

  @Test func `where redirects led is recorded`() async throws {
    let request = URLRequest.get("https://example.com/old")
    let recording = folder.recording { _ in try answer("new", to: .get("https://example.com/new")) }
    _ = try await recording.answer(request)
    #expect(try await folder.recording(.none).answer(request)?.1.url?.path == "/new")
  }

  @Test func `a moment that no calendar has does no harm`() async throws {
    for seconds in [Double.infinity, -.infinity, .nan, 1e300] {
      Env.date = { Date(timeIntervalSinceReferenceDate: seconds) }
      _ = try await folder.recording(.newEpisodes).answer(.get("https://example.com/\(seconds)"))
    }
    #expect(try folder.har().log.entries.count == 4)
  }

  @Test func `a browser's file that is added to keeps its answers`() async throws {
    let chrome = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(
      components: "HARFixtures", "chrome.har")
    try FileManager.default.copyItem(at: chrome, to: folder.file)
    _ = try await folder.recording(.newEpisodes).answer(.get("https://example.com/new"))
    #expect(try folder.har().log.entries.count == 5)
    #expect(try !folder.text().contains("5f2c9a1e77"))
    let (data, _) = try #require(try await folder.recording(.none).answer(.get("https://blog.example.com/dot.png")))
    #expect(data.count == 8)
    await #expect(throws: URLError.self) {
      try await folder.replayed(.post("https://stats.example.net/collect", #"{"event":"open""#, type: "text/plain"))
    }
  }
}

extension [String: String] {
  fileprivate var mapKeysLowercased: [String: String] {
    Dictionary(map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }
}
