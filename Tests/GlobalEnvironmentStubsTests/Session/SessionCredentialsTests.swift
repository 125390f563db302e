import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// Where a delegate's name and password go, and where they do not.
  @Suite(.hidesKnownIssues, .environment(.mock))
  struct SessionCredentialsTests {
    private let wrong = URLCredential(user: "a", password: "wrong", persistence: .none)

    @Test func `no credentials have failed at another host`() async throws {
      let challenge = StubResponse.status(401).header("WWW-Authenticate", "Basic realm=\"r\"")
      Env.stub(.get("https://a.example.com/x"), challenge)
      Env.stub(
        .get("https://a.example.com/x").header("Authorization", "Basic YTp3cm9uZw=="),
        .redirect(to: "https://b.example.com/x"))
      Env.stub(.get("https://b.example.com/x"), challenge)
      let delegate = Chooser(challenge: { [wrong] in
        $0.previousFailureCount > 0
          ? (.cancelAuthenticationChallenge, nil)
          : $0.protectionSpace.host.hasPrefix("a") ? (.useCredential, wrong) : (.performDefaultHandling, nil)
      })
      let heard = await delegate.heard(of: try request("https://a.example.com/x"))
      #expect(heard.suffix(3) == ["NSURLAuthenticationMethodHTTPBasic r b.example.com:443 0", "401", "end"])
      #expect(Env.requests.last?.header("Authorization") == nil)
    }

    @Test func `credentials that are wrong again and again end with the 401`() async throws {
      Env.stub(.get("/posts"), .status(401).header("WWW-Authenticate", "Basic realm=\"posts\""))
      let delegate = Chooser(challenge: { [wrong] _ in (.useCredential, wrong) })
      let heard = await delegate.heard(of: try request("/posts"))
      #expect(heard.suffix(2) == ["401", "end"])
      #expect(heard.count == 22)
    }

    @Test func `credentials for a Digest challenge are an issue, as nobody gets them`() async throws {
      Env.stub(.get("/posts"), .status(401).header("WWW-Authenticate", "Digest realm=\"posts\", nonce=\"1\""))
      let delegate = Chooser(challenge: { [wrong] _ in (.useCredential, wrong) })
      let request = try request("/posts")
      let reported = await issues {
        #expect(await delegate.heard(of: request).suffix(2) == ["401", "end"])
      }
      #expect(reported.count == 1)
      #expect(reported.first?.contains("Digest challenge of api.example.com") == true)
    }

    @Test func `a Basic challenge is found behind another`() async throws {
      Env.stub(.get("/posts"), .status(401).header("WWW-Authenticate", "Negotiate, Basic realm=\"posts\""))
      let delegate = Chooser(challenge: { _ in (.performDefaultHandling, nil) })
      let heard = await delegate.heard(of: try request("/posts"))
      #expect(heard.first == "NSURLAuthenticationMethodHTTPBasic posts api.example.com:443 0")
    }

    @Test(
      arguments: [
        (#"Digest realm="digest", nonce="1", Basic realm="basic""#, "Basic basic"),
        (#"Digest realm="digest", nonce="a, basic", qop=auth"#, "Digest digest"),
        (#"BASIC charset="UTF-8", Realm = "the \"posts\", all""#, "Basic the \"posts\", all"),
        ("Negotiate YII=, Basic realm=posts", "Basic posts"), ("Basic", "Basic "),
      ])
    func `a challenge has the realm that is its own`(field: String, expected: String) async throws {
      Env.stub(.get("/posts"), .status(401).header("WWW-Authenticate", field))
      let heard = await Chooser().heard(of: try request("/posts"))
      #expect(heard.first == "NSURLAuthenticationMethodHTTP\(expected) api.example.com:443 0")
    }

    @Test func `what stands in the quotes of a bearer's challenge is no other challenge`() async throws {
      Env.stub(.get("/posts"), .status(401).header("WWW-Authenticate", #"Bearer realm="posts, basic ones""#))
      #expect(await Chooser().heard(of: try request("/posts")) == ["401", "end"])
    }
  }
#endif
