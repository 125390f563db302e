import Foundation
import Testing

@testable import GlobalEnvironmentWire

struct CookieJarTests {
  private let now = Date(timeIntervalSince1970: 0)
  private var jar = CookieJar()

  private mutating func store(_ text: String, from url: String) throws {
    jar.store([try #require(SetCookie(text[...], now: now))], from: RequestTarget(url), now: now)
  }

  private func header(for url: String) -> String? { jar.header(for: RequestTarget(url), now: now) }

  @Test mutating func `longer paths come first, then those that were set first, of all domains`() throws {
    try store("a=1; Domain=example.com; Path=/", from: "https://api.example.com/")
    try store("b=2; Path=/posts", from: "https://api.example.com/")
    try store("c=3; Path=/", from: "https://api.example.com/")
    try store("d=4; Domain=example.com; Path=/posts", from: "https://www.example.com/")
    try store("a=5; Domain=example.com; Path=/", from: "https://api.example.com/")
    try store("e=6; Path=/", from: "https://example.com/")
    #expect(header(for: "https://api.example.com/posts") == "b=2; d=4; a=5; c=3")
    #expect(header(for: "https://example.com/") == "a=5; e=6")
    #expect(header(for: "https://ample.com/") == nil)
  }

  @Test mutating func `one that ended and is set again comes last`() throws {
    for text in ["a=1", "b=2", "a=1; Max-Age=0", "a=3"] { try store(text, from: "https://example.com/") }
    #expect(header(for: "https://example.com/") == "b=2; a=3")
    for text in ["a=1; Max-Age=0", "b=1; Max-Age=0", "c=1; Max-Age=0"] {
      try store(text, from: "https://example.com/")
    }
    #expect(jar.isEmpty && header(for: "https://example.com/") == nil)
  }

  @Test mutating func `of more than three thousand the oldest go, whatever was set again or removed meanwhile`() throws
  {
    for number in 0..<3_000 { try store("c\(number)=1", from: "https://h\(number % 7).example.com/") }
    for _ in 0..<5_000 {
      try store("x=1", from: "https://x.example.com/")
      try store("x=1; Max-Age=0", from: "https://x.example.com/")
    }
    // The first x was one too many.
    #expect(header(for: "https://h0.example.com/")?.hasPrefix("c7=1; ") == true)
    try store("c1=2", from: "https://h1.example.com/")
    try store("y=1", from: "https://y.example.com/")
    try store("z=1", from: "https://z.example.com/")
    #expect(header(for: "https://h1.example.com/")?.hasPrefix("c8=1; ") == true)
    #expect(header(for: "https://h2.example.com/")?.hasPrefix("c2=1; ") == true)
  }
}
