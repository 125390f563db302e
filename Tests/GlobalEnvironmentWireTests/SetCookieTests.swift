import Foundation
import Testing

@testable import GlobalEnvironmentWire

struct SetCookieTests {
  @Test func `joined cookies come apart again, dates and all`() {
    let joined = "a=b; Expires=Wed, 21 Oct 2015 07:28:00 GMT, c=d,e=f; Path=/, g=h,i"
    #expect(
      SetCookie.split(joined) == ["a=b; Expires=Wed, 21 Oct 2015 07:28:00 GMT", "c=d", "e=f; Path=/", "g=h,i"])
  }

  @Test func `cookies that are joined by line breaks come apart, too`() {
    #expect(SetCookie.split("a=b\nc=d\r\n e=f\r\n, g") == ["a=b", "c=d", "e=f\r\n, g"])
    #expect(SetCookie.split("") == [""])
    #expect(SetCookie.split("a=b,\u{301}c=d") == ["a=b", "\u{301}c=d"])
  }

  @Test func `a value in quotes stays whole, with commas and all`() {
    #expect(SetCookie.split(#"a="b, x=c"; Path=/, d="e,f=g", h=i"#) == [#"a="b, x=c"; Path=/"#, #"d="e,f=g""#, "h=i"])
    // What no quote ends, or a semicolon does, is not in quotes.
    #expect(SetCookie.split(#"a="b, c="d", e="f;g, h=i""#) == [#"a="b"#, #"c="d""#, #"e="f;g"#, #"h=i""#])
    #expect(SetCookie.split(#"a="b, c=d"#) == [#"a="b"#, "c=d"])
    #expect(SetCookie.split(#"a; b="c, d=e""#) == [#"a; b="c"#, #"d=e""#])
  }

  @Test(arguments: [
    "Wed, 21 Oct 2015 07:28:00 GMT", "Wednesday, 21-Oct-15 07:28:00 GMT", "Wed Oct 21 07:28:00 2015",
    "21 oct 2015 7:28:0", "21st October 15, 07:28:00Z", "07:28:00:99 Oct/21x/2015",
  ])
  func `dates are read in each of their forms`(text: String) {
    #expect(SetCookie.date(text) == Date(timeIntervalSince1970: 1_445_412_480))
  }

  @Test(arguments: [
    "", "Wed", "99 Oct 2015 07:28:00", "31 Feb 2015 07:28:00", "21 Oct 1600 07:28:00", "21 Oct 2015 25:00:00", "::",
    "0 Oct 2015 07:28:00", "21 Oct 02015 07:28:00", "21 Oct 2015 007:28:00",
  ])
  func `what is no date is none`(text: String) {
    #expect(SetCookie.date(text) == nil)
  }

  @Test(arguments: ["", "5.5", "+5", "1e3", "0x10", "-", "5 s", "٥"])
  func `a maximum age other than digits is ignored`(age: String) throws {
    let cookie = try #require(SetCookie("a=b; Max-Age=\(age)", now: .distantPast))
    #expect(cookie.expires == nil)
  }

  @Test func `a domain that is only a dot is none`() throws {
    #expect(try #require(SetCookie("a=b; Domain=.", now: .distantPast)).domain == nil)
  }
}
