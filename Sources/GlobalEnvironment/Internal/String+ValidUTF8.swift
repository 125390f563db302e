import Foundation

extension String {
  /// Creates a string from bytes; nil where they are no UTF-8.
  ///
  /// `String(validating:as:)` needs newer systems, and Foundation's initialisers pass over marks of the byte order.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    // Bytes that are no UTF-8 come out as others.
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { decoded in
      bytes.withContiguousStorageIfAvailable { decoded.hasSameBytes(as: $0) } ?? decoded.elementsEqual(bytes)
    }
    guard isSame else { return nil }
    self = text
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Byte for byte, but many at a time.
  fileprivate func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    // Where there is no address, there are no bytes.
    guard let own = baseAddress, let others = other.baseAddress else { return true }
    return memcmp(own, others, count) == 0
  }
}
