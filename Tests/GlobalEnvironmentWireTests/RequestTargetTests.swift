import Testing

@testable import GlobalEnvironmentWire

struct RequestTargetTests {
  @Test(
    arguments: [
      ("HTTPS://a:b@Example.COM:443/%70osts?x#y", "https://example.com/posts"),
      ("http://example.com:443", "http://example.com:443/"), ("http://[::1]:80/a%2fb", "http://[::1]/a%2Fb"),
      ("https://example.com/caf%e9/caf%C3%A9", "https://example.com/caf%E9/café"), ("/posts?x", "/posts"), ("", "/"),
      ("/a%3f%2525%252f%253F", "/a%3F%25%252f%253F"),
      ("https://<secret:tenant:1>.example.com:8443/x", "https://<secret:tenant:1>.example.com:8443/x"),
      ("http://h.example/a/../b/./c/..?x", "http://h.example/b/"), ("/..", "/"), ("/a/%2e%2E/b", "/a/../b"),
      ("/a..b/.c", "/a..b/.c"),
      ("http://B%C3%9Ccher.example/", "http://xn--bcher-kva.example/"),
      ("http://%62ooks.example/", "http://books.example/"),
      ("https://<secret:tenant:1>.example.com/x", "https://<secret:tenant:1>.example.com/x"),
    ] as [(String, String)])
  func `a place is written the same way whenever it means the same`(url: String, place: String) {
    #expect(RequestTarget(url).place == place)
  }

  @Test(
    arguments: [
      ("a%20b+c", "a b+c"), ("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%E2%82%AC", "€"), ("%fe%FF", "%FE%FF"),
      ("%E2%82x", "%E2%82x"), ("%F0%9F%98", "%F0%9F%98"), ("é%e9", "é%E9"),
    ] as [(String, String)])
  func `bytes that are no text stay as they are written`(text: String, decoded: String) {
    #expect(text.percentDecoded() == decoded)
  }

  @Test func `what a form needs is escaped`() {
    #expect("aZ09-._~ é&=%".formEncoded == "aZ09-._~%20%C3%A9%26%3D%25")
    #expect("aZ é&=%+".formEncoded.percentDecoded(plusIsSpace: true) == "aZ é&=%+")
  }
}
