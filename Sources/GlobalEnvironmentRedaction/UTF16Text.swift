/// Text in UTF-16, with a mark of its byte order or without.
package struct UTF16Text {
  /// The same text in UTF-8.
  package let utf8: [UInt8]
  private let isBigEndian: Bool
  private let hasMark: Bool

  /// Nil for bytes that do not look like it: without a mark, such text begins with two characters of ASCII.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, bytes.count % 2 == 0 else { return nil }
    func isASCII(_ high: Int, _ low: Int) -> Bool { bytes[high] == 0 && (9..<0x7F).contains(bytes[low]) }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): (isBigEndian, hasMark) = (false, true)
    case (0xFE, 0xFF): (isBigEndian, hasMark) = (true, true)
    case _ where isASCII(1, 0) && isASCII(3, 2): (isBigEndian, hasMark) = (false, false)
    case _ where isASCII(0, 1) && isASCII(2, 3): (isBigEndian, hasMark) = (true, false)
    default: return nil
    }
    let (high, low) = isBigEndian ? (0, 1) : (1, 0)
    let units = stride(from: hasMark ? 2 : 0, to: bytes.count, by: 2).map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
    }
    utf8 = Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Returns other text in the form of this one.
  func bytes(of utf8: [UInt8]) -> [UInt8] {
    let units = (hasMark ? [0xFEFF] : []) + Array(String(decoding: utf8, as: UTF8.self).utf16)
    return units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }
}
