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

  @Test(arguments: ["text/plain", "text/plain; charset=us-ascii", "text/plain; charset=iso-8859-1", "application/json"])
  func `letters of ASCII are text in each encoding that has them as they are`(type: String) {
    #expect(BodyText(Data("hi".utf8), mimeType: type) == BodyText(Data("hi".utf8), mimeType: "text/plain"))
  }
}
