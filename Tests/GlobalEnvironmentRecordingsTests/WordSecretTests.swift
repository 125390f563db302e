import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentRecordings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets that are words, as answers have them for other reasons, too.
@Suite(.environment(.mock))
struct WordSecretTests {
  private let folder: RecordingFolder
  private static let json = ["Content-Type": "application/json"]
  private static let answered =
    #"{"username":"bob","password_set":true,"secret_question":"?","dragonfly":1,"my-dragon":[],"dragon":"a dragon!"}"#

  init() throws {
    folder = try RecordingFolder()
  }

  /// Records a request with a password, and another one, whose answer it returns as the file has it.
  private func written(after login: URLRequest, _ body: String = answered, hiding: [Secret] = []) async throws -> String
  {
    let recording = folder.recording(.newEpisodes, hiding: hiding) { request in
      try answer(request.url?.path == "/login" ? #"{"ok":true}"# : body, to: request, headers: Self.json)
    }
    _ = try await recording.answer(login)
    _ = try await recording.answer(.get("https://example.com/me"))
    try RecordingFile.end(folder.file.path)
    let entry = try folder.har().log.entries.first { $0.request.url.hasSuffix("/me") }
    return try #require(entry?.response.content.text)
  }

  @Test(arguments: ["password", "Secret", "username", "changeme", "letmein", "qwerty"])
  func `a password that many answers have as a word is not looked for in others`(password: String) async throws {
    let login = URLRequest.post("https://example.com/login", #"{"password":"\#(password)"}"#)
    let body = #"{"a":"\#(password)","\#(password)_set":true,"my \#(password)":1}"#
    #expect(try await written(after: login, body, hiding: [.field("password")]) == body)
  }

  @Test func `a password that is a word leaves the names in other answers alone`() async throws {
    let basic = Data("user:dragon".utf8).base64EncodedString()
    let login = URLRequest.get("https://example.com/login", headers: ["Authorization": "Basic \(basic)"])
    let hidden = Self.answered.replacing("a dragon!", with: "a <secret:Authorization:1>!")
    #expect(try await written(after: login) == hidden)
  }

  @Test(arguments: ["dragons", "adragon", "DRAGON_dragon", "2dragon", "dragon2"])
  func `a password that is a word is not hidden inside of others`(text: String) async throws {
    let login = URLRequest.post("https://example.com/login", #"{"password":"dragon"}"#)
    #expect(try await written(after: login, #"{"a":"\#(text)"}"#, hiding: [.field("password")]) == #"{"a":"\#(text)"}"#)
  }

  @Test(arguments: [
    #"{"a":"dragon"}"#, #"{"a":"the dragon, and"}"#, #"{"a":"\ndragon\n"}"#, #"{"a":"https://a/dragon?b=%20dragon"}"#,
    #"{"a":"\u0020dragon\u002e"}"#, #"{"a":"ZHJhZ29u"}"#, #"{"a":"&lt;b&gt;dragon&lt;"}"#,
  ])
  func `a password that is a word is hidden where it stands alone, with any escapes`(body: String) async throws {
    let login = URLRequest.post("https://example.com/login", #"{"password":"dragon"}"#)
    let written = try await written(after: login, body, hiding: [.field("password")])
    #expect(written.contains("<secret:password:") && !written.contains("dragon") && !written.contains("ZHJh"))
  }

  @Test(arguments: [
    // CBOR: {"a":"dragon"}. The length of the word looks like `f`.
    Data([0xA1, 0x61]) + Data("afdragon".utf8), Data([0x00, 0xA1, 0x61]) + Data("afdragon".utf8),
    // Protobuf: the tag of the next field looks like `z`.
    Data([0x0A, 0x06]) + Data("dragonz".utf8) + Data([0x01, 0x31]),
    Data("\u{1B}[31mdragon\u{1B}[0m".utf8), Data(#"{"a":"\u001b[31mdragon\u001b[0m"}"#.utf8),
  ])
  func `a password that is a word is hidden beside bytes that are no characters`(body: Data) async throws {
    let secrets = [Secret.field("password")]
    let recording = folder.recording(.newEpisodes, hiding: secrets) { request in
      (request.url?.path == "/login" ? Data("{}".utf8) : body, try answer("", to: request).1)
    }
    _ = try await recording.answer(.post("https://example.com/login", #"{"password":"dragon"}"#))
    _ = try await recording.answer(.get("https://example.com/me"))
    try RecordingFile.end(folder.file.path)
    let written = try await folder.recording(.none, hiding: secrets).answer(.get("https://example.com/me"))?.0
    #expect(written?.range(of: Data("dragon".utf8)) == nil)
    #expect(written?.range(of: Data("<secret:password:1>".utf8)) != nil)
  }

  @Test func `a password that is a word leaves the names of its own exchange alone`() async throws {
    let recording = folder.recording(hiding: [.field("password")]) { request in
      try answer(#"{"password":"member","members":[],"why":"member"}"#, to: request, headers: Self.json)
    }
    _ = try await recording.answer(.get("https://example.com/me"))
    let replayed = try await folder.replayed(.get("https://example.com/me"), hiding: [.field("password")])
    #expect(replayed == #"{"password":"<secret:password:1>","members":[],"why":"<secret:password:1>"}"#)
  }

  @Test func `a text that is secret anywhere is hidden in the name of a member, too`() async throws {
    let recording = folder.recording(hiding: [.text("member", named: "a")]) { request in
      try answer(#"{"members":1}"#, to: request, headers: Self.json)
    }
    _ = try await recording.answer(.get("https://example.com/me"))
    #expect(try folder.har().log.entries.first?.response.content.text == #"{"<secret:a:1>s":1}"#)
  }

  @Test func `a token is hidden as the name of a member, too`() async throws {
    let login = URLRequest.post("https://example.com/login", #"{"token":"abcdef-0123"}"#)
    let written = try await written(after: login, #"{"abcdef-0123":{"a":1}}"#, hiding: [.field("token")])
    #expect(written == #"{"<secret:token:1>":{"a":1}}"#)
  }
}
