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

/// What messages show of a secret where they shorten or escape it.
@Suite(.environment(.mock))
struct ShortenedSecretTests {
  private static let long = String(repeating: "hunter", count: 34) + "2"

  /// What a message says about why `matcher` does not match `request`.
  private func words(_ matcher: RequestMatcher, _ request: URLRequest) -> String {
    let sent = SentRequest(request, body: request.httpBody ?? Data(), date: Date(timeIntervalSince1970: 0))
    let words = matcher.rule.mismatches(of: sent).joined(separator: "; ")
    #expect(words.contains("hunt"), "without a secret to hide, this checks nothing: \(words)")
    return sent.withoutSecrets(words)
  }

  @Test(arguments: [long, "\(long)\"\\\n", "hunter\"\\\n", "\\\"hunter\(long)"])
  func `a secret of JSON is not shown`(password: String) {
    let request = URLRequest.post("https://example.com/a", "\(JSONValue.object(["password": .string(password)]))")
    for wanted in [["password": "other"], "other", ["password": ["other"]]] as [JSONValue] {
      let words = words(.post("/a").json(containing: wanted), request)
      #expect(!words.contains("hunt"), "\(words)")
      #expect(words.contains("…"))
    }
  }

  @Test func `numbers, and what is inside of a secret, are not shown`() {
    let body = #"{"credentials":{"a":["hunter2222"]},"token":1234567,"x":"hunt"}"#
    let words = words(.post("/a").json("other"), .post("https://example.com/a", body))
    #expect(!words.contains("hunter") && !words.contains("1234567"), "\(words)")
    #expect(words.contains(#""x":"hunt""#), "\(words)")
  }

  @Test(
    arguments: [
      (#"{"password":"hunt\u0065r2"}"#, "application/json"),
      ("a=b&password=hunter%202", "application/x-www-form-urlencoded"),
    ]
  )
  func `a body that is shown as it is shows no secret`(body: String, type: String) {
    let request = URLRequest.post("https://example.com/a", body, type: type)
    let words = words(.post("/a").body(Data("other".utf8)), request)
    #expect(!words.contains("hunt"), "\(words)")
  }

  @Test func `a long header that repeats what another hides is not shown`() {
    let headers = ["Authorization": "Bearer \(Self.long)", "X-Copy": Self.long]
    let words = words(.get("/a").header("X-Copy", "other"), .get("https://example.com/a", headers: headers))
    #expect(!words.contains("hunt"), "\(words)")
    #expect(words.contains("X-Copy is …"), "\(words)")
  }

  @Test func `a long query is not shown`() {
    let request = URLRequest.get("https://example.com/a?token=\(Self.long)&b=\(Self.long)")
    let words = words(.get("/a").query("token", "x").query("b", "x"), request)
    #expect(!words.contains("hunt"), "\(words)")
  }
}
