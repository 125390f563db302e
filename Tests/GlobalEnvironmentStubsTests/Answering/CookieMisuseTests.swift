import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.hidesKnownIssues, .environment(.mock))
struct CookieMisuseTests {

  @Test(arguments: [
    "", ".", "h; Secure", "h\r\nX: 1", "example..com", "-a.com", "a-.com", "münchen.de", "example.com/", "a b", "h,i",
    "..example.com", "example.com.", "\0", "[::1]", String(repeating: "a", count: 64) + ".com",
    Array(repeating: "abc", count: 64).joined(separator: "."),
  ])
  func `what is no domain is an issue where the stub is made`(domain: String) async {
    let reported = await issues { Env.stub(.any, .ok.cookie("a", "1", domain: domain)).optional() }
    #expect(reported.count == 1)
    #expect(reported.first?.hasPrefix("CookieMisuseTests.swift:\(#line - 2): ") == true)
    #expect(reported.first?.contains("The cookie \"a\" cannot be for the domain") == true)
  }

  @Test(arguments: ["", "api", "/\r\nX: 1", "/;Secure", "/a\u{7F}", "/a\tb", "\0"])
  func `what is no path is an issue where the stub is made`(path: String) async {
    let reported = await issues { Env.stub(.any, .ok.cookie("a", "1", path: path)).optional() }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("The cookie \"a\" cannot be for the path") == true)
  }

  @Test(arguments: ["1;Secure", "1\r\nX: 1", "1\u{1}", "1\u{7F}", "1\t2", "\0"])
  func `what is no value is an issue where the stub is made`(value: String) async {
    let reported = await issues { Env.stub(.any, .ok.cookie("a", value)).optional() }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("\"a\" with its value is not a cookie") == true)
  }

  @Test(arguments: ["", "my cookie", "a;b", "a=b", "a\r\nb", "ä"])
  func `what is no name is an issue that says so, of a cookie and of a header field`(name: String) async {
    let reported = await issues {
      Env.stub(.any, .ok.cookie(name, "1")).optional()
      Env.stub(.any, .ok.header(name, "1")).optional()
    }
    #expect(reported.count == 2)
    #expect(reported.first?.contains("\(name.debugDescription) is not the name of a cookie.") == true)
    #expect(reported.last?.contains("\(name.debugDescription) is not the name of a header field.") == true)
  }

  @Test func `an answer with such a cookie fails, and the value stays a secret`() async {
    let reported = await issues {
      Env.stub(.any, .ok.cookie("session", "s3cret", domain: "h; Secure"))
      #expect(await failure { try await send("/") } == .resourceUnavailable)
      await #expect(throws: URLError.self) { try await Env.urlSession().data(for: request("/")) }
    }
    #expect(reported.count == 1)
    #expect(!reported.joined().contains("s3cret"))
  }

  @Test(arguments: ["example.com", ".Example.COM", "xn--mnchen-3ya.de", "localhost", "127.0.0.1", "a_b.example.com"])
  func `a domain may be any name of the DNS`(domain: String) async throws {
    Env.stub(.any, .ok.cookie("a", "1", domain: domain, path: "/a b/ü"))
    #expect(try await send("/").status == 200)
  }

  @Test func `a comma that makes two cookies of one is an issue`() async {
    let reported = await issues {
      Env.stub(.any, .ok.cookie("a", "1,b=2")).optional()
      Env.stub(.any, .ok.cookie("a", "1", path: "/x, b=2")).optional()
      Env.stub(.any, .ok.cookie("a", "1,2")).optional()
    }
    #expect(reported.count == 2)
    #expect(reported.allSatisfy { $0.contains("would be read as two") })
  }
}
