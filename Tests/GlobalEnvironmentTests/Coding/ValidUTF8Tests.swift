import Foundation
import Testing

@testable import GlobalEnvironment

struct ValidUTF8Tests {

  @Test(
    arguments: [
      [], [0x61], [0], Array("Grüße, 世界 🙂".utf8),
      // The sign that stands for what is no text, and the mark of the byte order.
      [0xEF, 0xBF, 0xBD], [0xEF, 0xBB, 0xBF, 0x61],
    ] as [[UInt8]])
  func `text is taken as it is`(bytes: [UInt8]) {
    #expect(String(validUTF8: bytes).map { Array($0.utf8) } == bytes)
    #expect(String(validUTF8: Data(bytes)).map { Array($0.utf8) } == bytes)
    #expect(String(validUTF8: bytes.lazy.map { $0 }).map { Array($0.utf8) } == bytes)
  }

  @Test(
    arguments: [
      [0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      // As long as the sign that stands for it.
      [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func `what is no text is none`(bytes: [UInt8]) {
    #expect(String(validUTF8: bytes) == nil)
    #expect(String(validUTF8: Data(bytes)) == nil)
    #expect(String(validUTF8: bytes.lazy.map { $0 }) == nil)
  }
}
