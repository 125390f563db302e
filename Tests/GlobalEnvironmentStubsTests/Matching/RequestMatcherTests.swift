import Foundation
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

struct RequestMatcherTests {

  private func sent(
    _ target: String, body: String = "", headers: [String: String] = [:]
  ) throws -> SentRequest {
    SentRequest(try request(target, headers: headers), body: Data(body.utf8), date: .distantPast)
  }

  private func matches(
    _ matcher: RequestMatcher, _ target: String, body: String = "", headers: [String: String] = [:]
  ) throws -> Bool {
    let sent = try sent(target, body: body, headers: headers)
    // What does not match says why, and what matches has nothing to say.
    #expect(matcher.rule.mismatches(of: sent).isEmpty == matcher.rule.matches(sent))
    return matcher.rule.matches(sent)
  }

  // MARK: Methods

  @Test func `each method has its name`() throws {
    let matchers: [String: RequestMatcher] = [
      "GET": .get(), "POST": .post(), "PUT": .put(), "PATCH": .patch(), "DELETE": .delete(), "HEAD": .head(),
      "PROPFIND": .method("PROPFIND"),
    ]
    for (name, matcher) in matchers {
      for method in matchers.keys { #expect(try matches(matcher, "\(method) /") == (name == method)) }
    }
  }

  @Test func `a method may come later in the chain`() throws {
    #expect(try matches(.post("/a").host("api.example.com"), "POST /a"))
    #expect(try !matches(.post("/a").host("api.example.com"), "GET /a"))
  }

  // MARK: Targets

  @Test func `scheme and host are compared in any case`() throws {
    #expect(try matches(.any.scheme("HTTPS").host("API.example.COM"), "/"))
    #expect(try matches(.any.scheme("https"), "HTTPS://API.example.com/"))
    #expect(try !matches(.any.scheme("http"), "/"))
    #expect(try !matches(.host("example.com"), "/"))
  }

  @Test func `a host is compared in the form in which a URL has it`() throws {
    #expect(try matches(.host("::1"), "http://[::1]:8080/"))
    #expect(try matches(.get("https://bücher.example/x"), "https://bücher.example/x"))
    #expect(try matches(.host("BÜCHER.example"), "https://bücher.example/x"))
    #expect(try matches(.host("bücher.example"), "https://xn--bcher-kva.example"))
    #expect(try !matches(.host("bucher.example"), "https://bücher.example/x"))
  }

  @Test func `a port is the one that is said, or the scheme's`() throws {
    #expect(try matches(.any.port(443), "/"))
    #expect(try matches(.any.port(80), "http://a.example/"))
    #expect(try matches(.any.port(8080), "http://a.example:8080/"))
    #expect(try matches(.host("[::1]").port(8080), "http://[::1]:8080/"))
    #expect(try matches(.host("a.example").port(81), "http://user:pass@a.example:81/"))
    #expect(try !matches(.any.port(80), "http://a.example:8080/"))
  }

  @Test func `a path is compared as a whole`() throws {
    #expect(try matches(.path("/posts"), "/posts"))
    #expect(try matches(.path("posts"), "/posts?page=1#top"))
    #expect(try !matches(.path("/posts"), "/posts/1"))
    #expect(try !matches(.path("/posts"), "/Posts"))
  }

  @Test func `a trailing slash counts, but an empty path is the root`() throws {
    #expect(try !matches(.path("/posts"), "/posts/"))
    #expect(try matches(.path("/posts/"), "/posts/"))
    #expect(try matches(.path("/"), "https://api.example.com"))
    #expect(try matches(.path(""), "https://api.example.com/"))
    #expect(try matches(.path("/"), "https://api.example.com?a=b"))
  }

  @Test func `paths are compared without percent-encoding, but an encoded slash is none`() throws {
    #expect(try matches(.path("/a b/é"), "/a%20b/%C3%A9"))
    #expect(try matches(.path("/a%20b/%c3%a9"), "/a%20b/%C3%A9"))
    #expect(try matches(.path("/a%2Fb"), "/a%2fb"))
    #expect(try !matches(.path("/a/b"), "/a%2Fb"))
    #expect(try matches(.path("/100%25"), "/100%25"))
    #expect(try matches(.path("/a%3fb"), "/a%3Fb"))
    #expect(try !matches(.path("/a?b"), "/a%3Fb"))
    #expect(try !matches(.path("/a%2Fb"), "/a%252Fb"))
  }

  @Test func `a template matches one component that is not empty`() throws {
    let matcher = RequestMatcher.path("/users/:id/posts/:post")
    #expect(try matches(matcher, "/users/7/posts/a%2Fb"))
    #expect(try matcher.rule.parameters(of: sent("/users/7/posts/a%2Fb")) == ["id": "7", "post": "a/b"])
    #expect(try matcher.rule.parameters(of: sent("/users/a%3fb/posts/%252F%2541")) == ["id": "a?b", "post": "%2F%41"])
    #expect(try !matches(matcher, "/users//posts/1"))
    #expect(try !matches(matcher, "/users/7/posts"))
    #expect(try !matches(matcher, "/users/7/posts/1/2"))
    #expect(try matcher.rule.parameters(of: sent("/other")) == [:])
  }

  @Test func `a component may begin with a colon that is written as an escape`() throws {
    #expect(try matches(.path("/users/%3Aall"), "/users/%3Aall"))
    #expect(try matches(.path("/users/%3Aall"), "/users/:all"))
    #expect(try !matches(.path("/users/%3Aall"), "/users/42"))
  }

  @Test func `a prefix is made of whole components`() throws {
    #expect(try matches(.path(prefix: "/api"), "/api"))
    #expect(try matches(.path(prefix: "/api/"), "/api/posts"))
    #expect(try matches(.path(prefix: "/users/:id"), "/users/7/posts"))
    #expect(try matches(.path(prefix: "/"), "/anything"))
    #expect(try !matches(.path(prefix: "/api"), "/apis"))
    #expect(try RequestMatcher.path(prefix: "/users/:id").rule.parameters(of: sent("/users/7/posts")) == ["id": "7"])
  }

  @Test func `a suffix is made of whole components, or of characters`() throws {
    #expect(try matches(.path(suffix: "/comments"), "/posts/1/comments"))
    #expect(try matches(.path(suffix: "/:id/comments"), "/posts/1/comments"))
    #expect(try matches(.path(suffix: ".json"), "/posts.json"))
    #expect(try !matches(.path(suffix: "/comments"), "/posts/mycomments"))
    #expect(try !matches(.path(suffix: ".json"), "/posts.json/1"))
  }

  @Test func `a regular expression finds something in the path`() throws {
    #expect(try matches(.path(matching: /^\/posts\/\d+$/), "/posts/17"))
    #expect(try matches(.get().path(matching: /(\d)(\d)/), "/posts/17"))
    #expect(try !matches(.path(matching: /^\/posts\/\d+$/), "/posts/x"))
  }

  @Test func `a URL matches scheme, host, port, path and query`() throws {
    let matcher = RequestMatcher.get("https://api.example.com/posts/:id?page=2")
    #expect(try matches(matcher, "/posts/1?page=2&size=3"))
    #expect(try matches(matcher, "https://API.example.com:443/posts/1?page=2"))
    for other in [
      "http://api.example.com/posts/1?page=2", "https://example.com/posts/1?page=2", "/posts?page=2", "/posts/1",
      "https://api.example.com:8443/posts/1?page=2", "/posts/1?page=3",
    ] {
      #expect(try !matches(matcher, other))
    }
    #expect(try matches(.get("/posts?tag=a&tag=b"), "/posts?tag=b&tag=a"))
    #expect(try matches(.get("https://api.example.com"), "/"))
  }

  @Test func `a URL or a query in a prefix or a suffix matches all its parts`() throws {
    let prefix = RequestMatcher.path(prefix: "http://localhost:8080/api?page=2")
    #expect(try matches(prefix, "http://localhost:8080/api/posts?page=2"))
    let suffix = RequestMatcher.path(suffix: "http://localhost:8080/posts?page=2")
    #expect(try matches(suffix, "http://localhost:8080/api/posts?page=2"))
    for other in [
      "https://localhost:8080/api/posts?page=2", "http://example.com:8080/api/posts?page=2",
      "http://localhost/api/posts?page=2", "http://localhost:8080/api/posts?page=3",
      "http://localhost:8080/posts/api?page=2", "http://localhost:8080/apis/myposts?page=2",
    ] {
      #expect(try !matches(prefix, other))
      #expect(try !matches(suffix, other))
    }
    #expect(try matches(.path(prefix: "http://localhost:8080"), "http://localhost:8080/api"))
    #expect(try !matches(.path(prefix: "http://localhost:8080"), "/api"))
    #expect(try matches(.path(suffix: ".json?a=b"), "/posts.json?a=b"))
    #expect(try !matches(.path(suffix: ".json?a=b"), "/posts.json"))
  }

  // MARK: Queries

  @Test func `a query item is there, or has a value`() throws {
    #expect(try matches(.any.query("page"), "/?page"))
    #expect(try matches(.any.query("page", ""), "/?page"))
    #expect(try matches(.any.query("page", "2"), "/?page=1&page=2"))
    #expect(try !matches(.any.query("page"), "/"))
    #expect(try !matches(.any.query("page", "2"), "/?page=1"))
    #expect(try !matches(.any.query("page", "2"), "/?Page=2"))
  }

  @Test func `a query has at least or exactly some items, in any order`() throws {
    #expect(try matches(.any.query(["a": "1", "b": "2"]), "/?b=2&c=3&a=1"))
    #expect(try matches(.any.query(["a": "1", "a": "2"]), "/?a=2&a=1"))
    #expect(try !matches(.any.query(["a": "1", "a": "1"]), "/?a=1&a=2"))
    #expect(try matches(.any.query(exactly: ["a": "1", "b": "2"]), "/?b=2&a=1"))
    #expect(try !matches(.any.query(exactly: ["a": "1"]), "/?a=1&b=2"))
    #expect(try !matches(.any.query(exactly: ["a": "1"]), "/?a=1&a=1"))
    #expect(try matches(.any.query(exactly: [:]), "/?"))
  }

  @Test func `queries are read as servers do`() throws {
    #expect(try matches(.any.query("q", "a b"), "/?q=a+b"))
    #expect(try matches(.any.query("q", "a b"), "/?q=a%20b"))
    #expect(try matches(.any.query("q", "a+b"), "/?q=a%2Bb"))
    #expect(try matches(.any.query("a&b", "="), "/?a%26b=%3D&&"))
    #expect(try matches(.any.query("é", "1=2"), "/?%C3%A9=1=2"))
  }

  // MARK: Header fields and bodies

  @Test func `header fields are found in any case, their values are exact`() throws {
    let headers = ["x-version": "2"]
    #expect(try matches(.any.header("X-Version"), "/", headers: headers))
    #expect(try matches(.any.header("X-VERSION", "2"), "/", headers: headers))
    #expect(try !matches(.any.header("X-Version", "3"), "/", headers: headers))
    #expect(try !matches(.any.header("Accept"), "/", headers: headers))
  }

  @Test func `a body is the same bytes`() throws {
    #expect(try matches(.any.body(Data("abc".utf8)), "POST /", body: "abc"))
    #expect(try !matches(.any.body(Data("abc".utf8)), "POST /", body: "abd"))
    #expect(try matches(.any.body(Data()), "/"))
  }

  @Test func `a form has exactly or at least some fields`() throws {
    let body = "name=B+C&tag=%C3%A9&tag=2"
    #expect(try matches(.any.form(["tag": "2", "tag": "é", "name": "B C"]), "POST /", body: body))
    #expect(try !matches(.any.form(["name": "B C"]), "POST /", body: body))
    #expect(try matches(.any.form(containing: ["name": "B C"]), "POST /", body: body))
    #expect(try !matches(.any.form(containing: ["name": "B"]), "POST /", body: body))
    #expect(try matches(.any.form([:]), "POST /"))
  }

  @Test func `a body that is not text is no form`() throws {
    let photo = Data("a=b&".utf8) + [0xFF, 0xD8]
    let request = SentRequest(try request("POST /"), body: photo, date: .distantPast)
    for matcher in [RequestMatcher.any.form(containing: ["a": "b"]), .any.form(containing: [:]), .any.form([:])] {
      #expect(!matcher.rule.matches(request))
      #expect(matcher.rule.mismatches(of: request) == ["body is 6 bytes, not a form"])
    }
  }

  @Test func `JSON is equal by value`() throws {
    let body = #" {"b": [1.0, null], "a": "x"} "#
    #expect(try matches(.any.json(["a": "x", "b": [1, nil]]), "POST /", body: body))
    #expect(try !matches(.any.json(["a": "x"]), "POST /", body: body))
    #expect(try matches(.any.json(containing: ["a": "x"]), "POST /", body: body))
    #expect(try !matches(.any.json(containing: ["a": "y"]), "POST /", body: body))
    for bad in ["", "{", "x", "\u{0}", "{\"a\":1e}"] {
      #expect(try !matches(.any.json(containing: [:]), "POST /", body: bad))
    }
  }

  // MARK: Composing

  @Test func `and, or, not`() throws {
    let matcher: RequestMatcher = .get("/a") || .post("/b").query("x") && !.any.query("y")
    #expect(try matches(matcher, "/a"))
    #expect(try matches(matcher, "POST /b?x"))
    #expect(try !matches(matcher, "POST /b?x&y"))
    #expect(try !matches(matcher, "POST /a"))
    #expect(try matches(.any, "/whatever"))
    #expect(try !matches(!.any, "/whatever"))
    #expect(try matches(!(.get() && .path("/a")), "/b"))
  }

  @Test func `a predicate sees the request`() throws {
    let matcher = RequestMatcher.where("long body") { $0.body.count > 3 }
    #expect(try matches(matcher, "POST /", body: "abcd"))
    #expect(try !matches(matcher, "POST /", body: "abc"))
    #expect(try matches(.post().where("is b") { $0.json?["a"] == "b" }, "POST /", body: #"{"a":"b"}"#))
  }

  @Test func `each part says in words why it does not match`() throws {
    let sent = try sent(
      "PUT /users?page=1", body: #"{"a":1}"#, headers: ["X": "1", "Authorization": "Bearer s3cret"])
    let expected: [(RequestMatcher, String)] = [
      (.get(), "method is PUT, not GET"),
      (.path("/posts"), "path is /users, not /posts"),
      (.path("/users/:id"), "path is /users, not /users/:id"),
      (.path("/posts?page=1"), "path is /users, not /posts"),
      (.path("https://api.example.com/posts"), "path is /users, not /posts"),
      (.path(prefix: "/a"), "path is /users, which does not begin with /a"),
      (.any.scheme("http"), "scheme is https, not http"),
      (.host("a.b"), "host is api.example.com, not a.b"),
      (.any.port(1), "port is 443, not 1"),
      (.any.query("page", "2"), "query page is 1, not 2"),
      (.any.query("size"), "query size is missing"),
      (.any.query(exactly: [:]), "query page is one too many"),
      (.any.header("X", "2"), "header X is 1, not 2"),
      (.any.header("Y"), "header Y is missing"),
      (.any.header("authorization", "Bearer other"), "header authorization has another value"),
      (.any.body(Data("b".utf8)), #"body is "{"a":1}", not "b""#),
      (.any.json(["a": 2]), "in the body, a is 1, not 2"),
      (.where("even") { _ in false }, #""even" does not hold"#),
      (!.put(), "it matches PUT, which it must not"),
      (.get() || .post(), "method is PUT, not GET, nor: method is PUT, not POST"),
    ]
    for (matcher, words) in expected { #expect(matcher.rule.mismatches(of: sent) == [words]) }
    #expect(
      RequestMatcher.get("/posts").rule.mismatches(of: sent) == [
        "method is PUT, not GET", "path is /users, not /posts",
      ])
    #expect("\(RequestMatcher.get("/posts").query("a", "b"))" == "GET, path /posts, query a=b")
    #expect("\(RequestMatcher.get("/posts?a=b"))" == "GET, path /posts, query a=b")
    #expect("\(RequestMatcher.get() || .put() || .head())" == "(GET or PUT or HEAD)")
    #expect("\(RequestMatcher.get() || .put() && !(.head() || .any.port(1)))" == "(GET or PUT, not ((HEAD or port 1)))")
  }

  @Test func `hostile targets do no harm`() throws {
    let texts = [
      "", "/", "?", "#", "://", "http://", "http://@:/", "a:b", "%", "%2", "/%", "/%zz", "/:", "/:/:", "//", "http://[",
      "http://[::1", "http://a:99999999999999999999/", "/\u{0}", "?&=&&", "/" + String(repeating: "a/", count: 10_000),
    ]
    for text in texts {
      let matcher = RequestMatcher.get(text).path(prefix: text).path(suffix: text)
      for other in texts {
        guard let url = URL(string: other) else { continue }
        _ = try matches(matcher, url.absoluteString)
      }
    }
  }
}
