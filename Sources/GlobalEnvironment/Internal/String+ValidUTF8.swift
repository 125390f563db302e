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
      bytes.withContiguousStorageIfAvailable { bytes in
        decoded.count == bytes.count && UnsafeRawBufferPointer(decoded).begins(with: UnsafeRawBufferPointer(bytes))
      } ?? decoded.elementsEqual(bytes)
    }
    guard isSame else { return nil }
    self = text
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes begin with those of `other`: many are compared at a time, also in a debug build.
  package func begins(with other: UnsafeRawBufferPointer) -> Bool {
    // Where there is no address, there are no bytes.
    guard other.count <= count, let own = baseAddress, let others = other.baseAddress else { return other.isEmpty }
    return memcmp(own, others, other.count) == 0
  }
}
