import Foundation
import Testing

@testable import GlobalEnvironmentRecordings

/// How a body is written in a file, and read back.
struct BodyTextTests {

  @Test(arguments: [
    ("text/plain; charset=utf-16le", [0x68, 0x00, 0x69, 0x00]), ("text/plain; charset=utf-16be", [0x00, 0x68]),
    ("text/plain; charset=iso-8859-1", [0xFC]), ("text/plain; charset=iso-8859-1", [0xC3, 0xBC]),
    ("text/plain; charset=us-ascii", [0x68, 0x69]), ("text/plain", [0xC3, 0xBC]), ("text/plain", [0xFF]),
    ("application/json", []), ("image/png", [0x68]),
  ])
  func `a body is read back as it was`(type: String, bytes: [UInt8]) throws {
    let body = BodyText(Data(bytes), mimeType: type)
    #expect(BodyText.body(body.text, encoding: body.encoding, mimeType: type) == Data(bytes))
  }

  @Test(
    arguments: [
      ("shift_jis", "日本", [0x93, 0xFA, 0x96, 0x7B]), ("Windows-1251", "п", [0xEF]), ("\"koi8-r\"", "п", [0xD0]),
      ("utf-16", "é", [0xFF, 0xFE, 0xE9, 0x00]), ("gbk", "中", [0xD6, 0xD0]), ("windows-1250", "ż", [0xBF]),
    ] as [(String, String, [UInt8])])
  func `text that a browser has decoded is encoded again`(charset: String, text: String, bytes: [UInt8]) {
    let type = "text/plain; charset=\(charset)"
    #expect(BodyText.body(text, encoding: nil, mimeType: type) == Data(bytes))
    #expect(BodyText.type(ofBody: text, encoding: nil, mimeType: type) == type)
  }

  @Test(arguments: [
    ("text/plain;charset=x-unknown", "é", "text/plain; charset=utf-8"),
    ("text/plain; charset=windows-1251; a=b", "日本", "text/plain; a=b; charset=utf-8"),
    ("text/plain; charset=x-unknown", "e", "text/plain; charset=x-unknown"),
    ("text/plain; charset=utf8", "é", "text/plain; charset=utf8"), ("text/plain", "é", "text/plain"),
  ])
  func `text that cannot be written in its encoding says that it is UTF-8`(type: String, text: String, new: String) {
    #expect(BodyText.body(text, encoding: nil, mimeType: type) == Data(text.utf8))
    #expect(BodyText.type(ofBody: text, encoding: nil, mimeType: type) == new)
  }

  @Test func `what a server says wrongly about its encoding is recorded as it is`() {
    #expect(BodyText(Data("日本".utf8), mimeType: "text/html; charset=iso-8859-1").encoding == "base64")
  }

  @Test(arguments: ["text/plain", "text/plain; charset=us-ascii", "text/plain; charset=iso-8859-1", "application/json"])
  func `letters of ASCII are text in each encoding that has them as they are`(type: String) {
    #expect(BodyText(Data("hi".utf8), mimeType: type) == BodyText(Data("hi".utf8), mimeType: "text/plain"))
  }
}
