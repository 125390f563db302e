package import Foundation

extension Data {
  /// Returns where `bytes` first stand; nil if nowhere. On Linux, `range(of:)` copies all data before it begins to look, so that
  /// a search for each boundary would be quadratic.
  package func firstRange(of bytes: Data) -> Range<Index>? {
    withUnsafeBytes { all in
      bytes.withUnsafeBytes { bytes in
        guard let first = bytes.first, let wanted = bytes.baseAddress, let base = all.baseAddress else { return nil }
        var start = all.firstIndex(of: first, from: 0)
        while start + bytes.count <= all.count {
          if memcmp(base + start, wanted, bytes.count) == 0 {
            return startIndex + start..<startIndex + start + bytes.count
          }
          start = all.firstIndex(of: first, from: start + 1)
        }
        return nil
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns where `byte` is next, or the end. Fast also in a debug build.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int {
    guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else {
      return count
    }
    return UnsafeRawPointer(found) - base
  }
}
