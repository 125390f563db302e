import Foundation

extension String {
  /// Creates a string from bytes; nil where they are not UTF-8.
  ///
  /// `String(validating:as:)` needs newer systems, and Foundation's initialisers skip byte order marks.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    // In a test, each byte that the standard library has to mend takes a backtrace.
    guard String(bytes: bytes, encoding: .utf8) != nil else { return nil }
    // Bytes that are not UTF-8 come out as other bytes.
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { decoded in
      bytes.withContiguousStorageIfAvailable { decoded.hasSameBytes(as: $0) } ?? decoded.elementsEqual(bytes)
    }
    guard isSame else { return nil }
    self = text
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares byte for byte, but many at a time.
  fileprivate func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    // Where there is no address, there are no bytes.
    guard let own = baseAddress, let others = other.baseAddress else { return true }
    return memcmp(own, others, count) == 0
  }
}
