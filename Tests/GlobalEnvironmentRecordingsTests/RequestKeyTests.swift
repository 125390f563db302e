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

/// The keys of recorded requests, which are kept until the process ends.
@Suite(.environment(.mock))
struct RequestKeyTests {
  private func key(_ body: String) -> RequestKey {
    RequestKey(Exchange.Request(.post("https://example.com/upload", body, type: "text/plain")), SecretNames([])).bounded
  }

  @Test func `the key of a large upload is small`() {
    #expect(key(String(repeating: "ä", count: 500_000)).body.utf8.count < 1_200)
  }

  @Test func `uploads of files that differ in a byte that is no text have different keys`() throws {
    let keys = [UInt8(0xFE), 0xFF].map { byte in
      var request = URLRequest.post("https://example.com", "", type: "multipart/form-data; boundary=b")
      let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
      request.httpBody = Data(head.utf8) + [byte] + Data("\r\n--b--\r\n".utf8)
      return RequestKey(Exchange.Request(request), SecretNames([]))
    }
    #expect(keys[0] != keys[1])
  }

  @Test func `the key of a body of 4 KB has all of it`() {
    let body = String(repeating: "x", count: 4_096)
    #expect(key(body).body == body)
    #expect(key(body + "x").body != body + "x")
  }

  @Test func `large uploads that differ in one byte have different keys`() {
    let body = String(repeating: "x", count: 100_000)
    let keys = ["a", "b"].map { key(body + $0 + body) } + [key(body + "a" + body + "x"), key(body)]
    #expect(Set(keys).count == 4)
    #expect(key(body) == key(body))
    #expect(key(body).bounded == key(body))
  }

  @Test(arguments: [
    ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
    ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
  ])
  func `a hash is the published one`(text: String, hash: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer { "\(FNV128($0))" } == hash)
  }

  @Test func `large uploads are recorded one by one, and answered by their bodies`() async throws {
    let folder = try RecordingFolder()
    let bodies = ["a", "b"].map { String(repeating: "x", count: 50_000) + $0 }
    let uploads = bodies.map { URLRequest.post("https://example.com/upload", $0, type: "text/plain") }
    for _ in 0..<2 {
      let recording = folder.recording(.newEpisodes) { try answer("\($0.httpBody?.last ?? 0)", to: $0) }
      for upload in uploads { _ = try await recording.answer(upload) }
    }
    try RecordingFile.end(folder.file.path)
    #expect(try folder.har().log.entries.map(\.request.postData?.text) == bodies)
    for (upload, byte) in zip(uploads, ["97", "98"]) { #expect(try await folder.replayed(upload) == byte) }
  }

  @Test func `a large body fits one that was recorded without its secret`() async throws {
    let folder = try RecordingFolder()
    func uploads(_ password: String) -> [URLRequest] {
      ["a", "b"].map { letter in
        let text = String(repeating: letter, count: 50_000)
        return .post("https://example.com/upload", #"{"text":"\#(text)","pin":"\#(password)"}"#)
      }
    }
    let recording = folder.recording(hiding: [.text("hunter2000", named: "pin")])
    for upload in uploads("hunter2000") { _ = try await recording.answer(upload) }
    try RecordingFile.end(folder.file.path)
    for upload in uploads("something else") { #expect(try await folder.replayed(upload) == "real") }
  }

  @Test(arguments: [
    (URLRequest.get("https://example.com/caf%C3%A9"), URLRequest.get("https://example.com/cafe%CC%81")),
    (.get("https://example.com/?q=caf%C3%A9"), .get("https://example.com/?q=cafe%CC%81")),
    (
      .post("https://example.com", "caf\u{E9}", type: "text/plain"),
      .post("https://example.com", "cafe\u{301}", type: "text/plain")
    ),
  ])
  func `requests that spell an accent in two ways are answered each by its own`(
    one: URLRequest, other: URLRequest
  ) async throws {
    let folder = try RecordingFolder()
    let answers = Locked(["one", "other"])
    let recording = folder.recording(.all) { try answer(answers.withLock { $0.removeFirst() }, to: $0) }
    for request in [one, other] { _ = try await recording.answer(request) }
    #expect(try await folder.replayed(other) == "other")
    #expect(try await folder.replayed(one) == "one")
  }
}
