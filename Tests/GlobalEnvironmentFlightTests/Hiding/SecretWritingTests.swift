import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentFlight

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets that are written elsewhere in another way than where they were told.
@Suite struct SecretWritingTests {
  private static let secret = "tok-1234-abcd"

  private func send(_ headers: [String: String]) async throws {
    Env.stub(.any, .status(200))
    var request = URLRequest(url: try #require(URL(string: "https://example.com/")))
    request.allHTTPHeaderFields = headers
    _ = try await Env.http(request)
  }

  @Test(arguments: ["Cookie: ", "Authorization: ", "set-cookie: a ", "\"Cookie: a ", "'Authorization: b "])
  func `the name of a header in one line, thousands of times, is no trap`(_ name: String) async throws {
    let flight = try await flight {
      Env.standardOutput(String(repeating: name, count: 50_000 / name.utf8.count))
      Env.standardOutput("Cookie: \(String(repeating: "a=\(Self.secret) ", count: 200))")
    }
    #expect(flight.events.count == 2 && !flight.told.joined().contains(Self.secret))
  }

  @Test(arguments: ["\(secret)\n", " \(secret)\r\n", "\t\(secret) "])
  func `a secret with white space around it is found without it`(_ stored: String) async throws {
    let folder = try FlightFolder()
    let environment = Environment.mock.recorded(by: FlightRecorder(at: folder.file, hiding: [.file("key")]))
    try withEnvironment(environment) {
      try Env.secrets().write(stored, for: "key")
      Env.mark("has \(Self.secret)")
      try Env.files().write(stored.replacing("tok", with: "key"), to: URL(filePath: "/tmp/key"))
      Env.mark("has key-1234-abcd")
    }
    let bytes = try Data(contentsOf: folder.file)
    #expect(bytes.range(of: Data("1234-abcd".utf8)) == nil)
  }

  @Test func `a text of the app is looked for as it is, with its spaces`() async throws {
    let told = try await flight(hiding: [.text("acme ", named: "customer")]) { Env.mark("acme and acmes") }.told
      .joined()
    #expect(told.contains("acmes") && !told.contains("acme "), "\(told)")
  }

  @Test(arguments: [
    #"{"a":"p\u00e4ss&<w+rd>12"}"#, #"{"a":"päss\u0026\u003cw+rd\u003e12"}"#,
    #"{"a":"p\u00E4ss\u0026\u003Cw\u002Brd\u003E12"}"#,
    #"[1] {"a\u00e4":"is p\u00e4ss&<w\u002brd>12 now"}"#,
  ])
  func `a secret is hidden with any escapes of JSON`(_ json: String) async throws {
    let told = try await flight {
      try Env.secrets().write("päss&<w+rd>12", for: "key")
      Env.standardOutput(json)
    }.told
    #expect(told.last?.contains("ss") == false && told.last?.contains("hidden.secret.1") == true, "\(told)")
  }

  @Test(arguments: [
    "a(b)!c*d'e%2Ff~1", "a%28b%29%21c*d%27e%2Ff%7E1", "YShiKSFjKmQnZS9mfjE",
  ])
  func `a secret is hidden as JavaScript writes it, and in base64 without its end`(_ text: String) async throws {
    let told = try await flight {
      try Env.secrets().write("a(b)!c*d'e/f~1", for: "key")
      Env.mark("is \(text) now")
    }.told
    #expect(told.last?.contains("is hidden.secret.1 now") == true, "\(told)")
  }

  @Test func `in base64 with plus and slash, its end may be missing, too`() async throws {
    let secret = Data([0xFB, 0xEF, 0xFF, 0x61, 0x62, 0x63, 0x64])
    let text = secret.base64EncodedString().replacing("=", with: "")
    let told = try await flight {
      try Env.secrets().write(secret, for: "key")
      Env.mark("is \(text) now")
    }.told
    #expect(text.contains("+") && told.last?.contains("is hidden.secret.1 now") == true, "\(told)")
  }

  @Test(arguments: [
    ("Authorization", #"Token token="tok-1234-abcd", realm="api-1234567""#, "tok-1234-abcd"),
    ("Cookie", #"sid="tok-1234-abcd"; a=1"#, "tok-1234-abcd"),
    ("Cookie", "sid=s%3Atok%2B1234%2Fabcd", "s:tok+1234/abcd"),
    (
      "Authorization", #"Digest username="ann12345678", uri="/dir/1234567", response="6629fae49393a053""#,
      "6629fae49393a053"
    ),
    (
      "Authorization",
      "AWS4-HMAC-SHA256 Credential=AK/20130524/s3, SignedHeaders=host;x-date, Signature=fe5f80f77d5fa3be",
      "fe5f80f77d5fa3be"
    ),
  ])
  func `a part of a header's credentials is hidden elsewhere`(name: String, value: String, part: String) async throws {
    let told = try await flight {
      try await send([name: value])
      Env.mark("has \(part), /dir/1234567, api-1234567 and ann12345678")
    }.told
    #expect(told.last?.contains(part) == false, "\(told)")
    #expect(told.last?.contains("/dir/1234567, api-1234567 and ann12345678") == true, "\(told)")
  }

  @Test func `a token as the user of an address is hidden elsewhere`() async throws {
    let told = try await flight {
      Env.mark("from https://ghp_0123456789abcdefXYZ@github.com")
      Env.mark("has ghp_0123456789abcdefXYZ")
    }.told.joined()
    #expect(!told.contains("0123456789abcdef"), "\(told)")
  }

  @Test func `own data are hidden before they become base64`() async throws {
    let folder = try FlightFolder()
    withEnvironment(.mock) {
      Env.cached = Data(#"{"password":"own-Data-pass99","id":7}"#.utf8)
      Env = Env.recorded(by: FlightRecorder(at: folder.file))
      _ = Env.cached
    }
    let json = try #require(
      try Flight(contentsOf: folder.file).events.compactMap { event in
        if case .own(_, let json) = event.content { json.bytes } else { nil }
      }.first)
    let data = try #require(JSONDecoder().decode([Data].self, from: json).first)
    #expect(String(decoding: data, as: UTF8.self) == #"{"password":"hidden.password.1","id":7}"#)
  }

  @Test func `a path is hidden that only the file's new contents show to be secret`() async throws {
    let told = try await flight {
      try Env.files().write(#"{"token":"\#(Self.secret)"}"#, to: URL(filePath: "/tmp/\(Self.secret).json"))
    }.told.joined()
    #expect(!told.contains(Self.secret), "\(told)")
  }
}

extension EnvironmentEndpoints {
  fileprivate var cached: EnvironmentEndpoint<Data> { EnvironmentEndpoint(live: Data(), mock: Data()) }
}
