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

/// Which requests are the same.
@Suite(.environment(.mock))
struct RecordingMatchTests {

  private func key(_ request: URLRequest) -> RequestKey {
    RequestKey(Exchange.Request(request), SecretNames([]))
  }

  @Test(
    arguments: [
      ("https://example.com", "https://EXAMPLE.com:443/"),
      ("http://example.com/?a=1&b=2", "http://example.com:80?b=2&a=1"),
      ("https://example.com/a%20b/%C3%A9", "https://example.com/%61%20b/%c3%a9"),
      ("https://example.com/?q=a+b&q=c", "https://example.com/?q=a%20b&q=c#top"),
      ("https://ann:secret@example.com/", "https://example.com/"),
    ] as [(String, String)]
  )
  func `these URLs are the same`(first: String, second: String) {
    #expect(key(.get(first)) == key(.get(second)))
  }

  @Test(
    arguments: [
      ("https://example.com/a", "https://example.com/A"), ("https://example.com/a", "https://example.com/a/"),
      ("https://example.com/?q=1&q=2", "https://example.com/?q=2&q=1"), ("https://a.com/", "http://a.com/"),
      ("https://a.com/", "https://a.com:8443/"), ("https://a.com/a/b", "https://a.com/a%2Fb"),
      ("https://a.com/a?b=c", "https://a.com/a%3Fb=c"), ("https://a.com/a%2Fb", "https://a.com/a%252Fb"),
      ("https://a.com/?q", "https://a.com/?r"), ("https://a.com/?q=a%26b=1", "https://a.com/?q=a&b=1"),
    ] as [(String, String)]
  )
  func `these URLs are not the same`(first: String, second: String) {
    #expect(key(.get(first)) != key(.get(second)))
  }

  @Test(
    arguments: [
      (#"{"a":1,"b":[true,null,1.50]}"#, #" { "b" : [ true , null , 1.5 ], "a" : 1.0 } "#, true),
      (#"{"a":"\u00e9/"}"#, #"{"a":"é\/"}"#, true),
      (#"{"id":9007199254740993}"#, #"{"id":9007199254740992}"#, false),
      (#"{"a":1}"#, #"{"a":"1"}"#, false), (#"{"a":1}"#, #"{"a":true}"#, false), (#"{"a":null}"#, #"{}"#, false),
      (#"[1,2]"#, #"[2,1]"#, false), (#"{"a":"#, #"{"a" :"#, false),
    ] as [(String, String, Bool)]
  )
  func `JSON bodies are compared by what they mean`(first: String, second: String, areSame: Bool) {
    let keys = [first, second].map { key(.post("https://example.com", $0)) }
    #expect((keys[0] == keys[1]) == areSame)
  }

  @Test func `JSON that is nested too deeply is compared byte by byte`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(key(.post("https://example.com", deep)) == key(.post("https://example.com", deep)))
    #expect(key(.post("https://example.com", deep)) != key(.post("https://example.com", deep + " ")))
  }

  @Test func `forms are compared by what they say`() {
    func form(_ text: String) -> RequestKey {
      key(.post("https://example.com", text, type: "application/x-www-form-urlencoded; charset=utf-8"))
    }
    #expect(form("b=x+y&a=1") == form("a=1&b=x%20y"))
    #expect(form("a=1") != form("a=2"))
  }

  @Test func `a body with half of a surrogate pair is compared byte by byte`() {
    #expect(
      key(.post("https://example.com", #"{"a":"\ud800"}"#)) != key(.post("https://example.com", #"{"a":"\uD801"}"#)))
    #expect(
      key(.post("https://example.com", #"{"a":"\uD83D\uDE00"}"#)) == key(.post("https://example.com", #"{ "a": "😀" }"#))
    )
  }

  @Test func `bytes in a query that are no text are compared, too`() {
    let one = key(.get("https://example.com/announce?hash=%12%FE"))
    #expect(one == key(.get("https://example.com/announce?hash=%12%fe")))
    #expect(one != key(.get("https://example.com/announce?hash=%12%FF")))
  }

  @Test func `parts of a form are compared without their boundary`() {
    func form(_ boundary: String, _ value: String) -> RequestKey {
      let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
      let body = "\(head)\(value)\r\n--\(boundary)--\r\n"
      return key(.post("https://example.com", body, type: "multipart/form-data; boundary=\(boundary)"))
    }
    #expect(form("x1", "v") == form("y22", "v"))
    #expect(form("x1", "v") != form("x1", "w"))
  }

  @Test func `methods are compared in any case`() {
    var request = URLRequest.get("https://example.com")
    request.httpMethod = "delete"
    #expect(key(request) != key(.get("https://example.com")))
    #expect(key(request).method == "DELETE")
  }

  // MARK: Answers

  private func recorded(_ entries: [(body: String, answer: String)]) async throws -> RecordingFolder {
    let folder = try RecordingFolder()
    let answers = Locked(entries.map(\.answer))
    let recording = folder.recording { try answer(answers.withLock { $0.removeFirst() }, to: $0) }
    for entry in entries { _ = try await recording.answer(.post("https://example.com/graphql", entry.body)) }
    return folder
  }

  @Test func `the answer to the same body is preferred`() async throws {
    let folder = try await recorded([(#"{"q":1}"#, "one"), (#"{"q":2}"#, "two")])
    #expect(try await folder.replayed(.post("https://example.com/graphql", #"{"q":2}"#)) == "two")
  }

  @Test func `another body is answered where only one was recorded`() async throws {
    let folder = try await recorded([(#"{"at":1}"#, "one"), (#"{"at":1}"#, "two")])
    let replay = folder.recording(.none)
    #expect(try await replay.text(.post("https://example.com/graphql", #"{"at":2}"#)) == "one")
    #expect(try await replay.text(.post("https://example.com/graphql", #"{"at":3}"#)) == "two")
  }

  @Test func `another body is not answered where several were recorded`() async throws {
    let folder = try await recorded([(#"{"q":1}"#, "one"), (#"{"q":2}"#, "two")])
    #expect(try await folder.replayed(.post("https://example.com/graphql", #"{"q":3}"#)) == nil)
  }

  @Test func `the nearest recorded requests are described`() async throws {
    let folder = try RecordingFolder()
    let recording = folder.recording()
    for url in ["https://example.com/posts?page=1", "https://example.com/users", "https://other.org/", "https://a.org"]
    {
      _ = try await recording.answer(.get(url))
    }
    try RecordingFile.end(folder.file.path)
    let nearest = folder.recording(.none).nearest(to: .get("https://example.com/posts?page=2"))
    #expect(nearest.count == 3)
    #expect(nearest.first == "\(folder.file.path): log.entries[1]: query is page=2, not page=1")
  }

  @Test func `many requests at once get each recorded answer once, then the last`() async throws {
    let folder = try await recorded((0..<20).map { (#"{"q":1}"#, "\($0)") })
    let replay = folder.recording(.none)
    let answers = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<30 { group.addTask { try await replay.text(.post("https://example.com/graphql", #"{"q":1}"#)) } }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(answers.count == 20)
    #expect(answers["19"] == 11)
  }
}
